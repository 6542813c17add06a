import CSQLite
import Foundation
import ORM
import Testing

@Suite(
  "Northwind",
  .enabled(
    if: NorthwindFile.path != nil, "there is no northwind.db; NORTHWIND_DATABASE can name it"))
struct NorthwindTests {
  let folder: TemporaryFolder
  let db: Database

  init() throws {
    folder = try TemporaryFolder()
    db = try NorthwindFile.copy(to: folder)
  }

  static let tables: [any DatabaseTable.Type] = [
    Northwind.Category.self, Northwind.CustomerCustomerDemo.self,
    Northwind.CustomerDemographic.self, Northwind.Customer.self, Northwind.Employee.self,
    Northwind.EmployeeTerritory.self, Northwind.OrderDetail.self, Northwind.Order.self,
    Northwind.Product.self, Northwind.Region.self, Northwind.Shipper.self, Northwind.Supplier.self,
    Northwind.Territory.self,
  ]

  /// Returns the single number that plain SQL returns.
  func number(_ sql: String) async throws -> Double {
    try await db.withHandle { try #require(try text(sql, $0).flatMap(Double.init)) }
  }

  @Test("All tables of Northwind are mapped")
  func allTables() async throws {
    let number = try await number(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    let count = Int(number)
    #expect(Self.tables.count == 13)
    let names = Set(Self.tables.map { $0.tableName })
    #expect(names.count == count)
  }

  @Test("Every row of every table is read, and every column is mapped")
  func everyRow() async throws {
    for table in Self.tables { try await readEveryRow(of: table) }
  }

  func readEveryRow<T: DatabaseTable>(of table: T.Type) async throws {
    let name = T.tableName.quotedIdentifier
    let rows = try await db.fetch(table)
    #expect(rows.count == Int(try await number("SELECT count(*) FROM \(name)")))
    #expect(rows.count == (try await db.count(table)))
    let columns = try await number("SELECT count(*) FROM pragma_table_info('\(T.tableName)')")
    let columnCount = Int(columns)
    #expect(T.schema.columns.count == columnCount)
  }

  @Test("Writing every row back leaves the file's contents unchanged")
  func writeBack() async throws {
    let before = try await contents()
    try await writeBack(Northwind.Category.self)
    try await writeBack(Northwind.Customer.self)
    try await writeBack(Northwind.Employee.self)
    try await writeBack(Northwind.EmployeeTerritory.self)
    try await writeBack(Northwind.OrderDetail.self)
    try await writeBack(Northwind.Order.self)
    try await writeBack(Northwind.Product.self)
    try await writeBack(Northwind.Region.self)
    try await writeBack(Northwind.Shipper.self)
    try await writeBack(Northwind.Supplier.self)
    try await writeBack(Northwind.Territory.self)
    #expect(try await contents() == before)
  }

  func writeBack<T: KeyedTable & Equatable>(_ table: T.Type) async throws {
    let rows = try await db.fetch(table)
    try await db.update(rows)
    #expect(try await db.fetch(table) == rows)
    #expect(try await db.save(rows) == rows)
    #expect(try await db.fetch(table) == rows)
    for row in rows.prefix(20) {
      let key = try #require(row.primaryKey)
      #expect(try await db.find(table, key) == row)
      #expect(try await db.refresh(row) == row)
    }
  }

  /// A digest of every value of every table, with its storage class.
  func contents() async throws -> [String] {
    try await db.withHandle { handle in
      try Self.tables.map { table in
        let columns = table.schema.columns.map(\.name.quotedIdentifier)
        let quoted = columns.map { "typeof(\($0)) || quote(\($0))" }.joined(separator: " || ")
        let sql = "SELECT group_concat(\(quoted)) FROM \(table.tableName.quotedIdentifier)"
        return try text(sql, handle) ?? ""
      }
    }
  }

  @Test("Inserts, updates and deletes affect only their rows, and constraints hold")
  func writes() async throws {
    let before = try await contents()
    let customer = Northwind.Customer(id: "ORMXX", companyName: "Ørm & Søn", city: "København")
    try await db.insert(customer)
    let order = try await db.insert(
      Northwind.Order(
        customerID: customer.id, employeeID: 1, orderDate: Date(timeIntervalSince1970: 86_400),
        shipVia: 2))
    let id = try #require(order.id)
    #expect(order.freight == 0)
    #expect(try await db.find(Northwind.Order.self, id) == order)
    #expect(
      try await db.withHandle { try text("SELECT OrderDate FROM Orders WHERE OrderID = \(id)", $0) }
        == "1970-01-02")
    var detail = Northwind.OrderDetail(orderID: id, productID: 11, unitPrice: 21.5, quantity: 3)
    try await db.insert([
      detail, Northwind.OrderDetail(orderID: id, productID: 42, discount: 0.25),
    ])
    detail.quantity = 4
    try await db.update(detail, columns: \.quantity)
    let key = (id, 11)
    #expect(try await db.find(Northwind.OrderDetail.self, key) == detail)
    // The constraints of the file's tables hold.
    let check = await #expect(throws: DatabaseError.self) {
      try await db.insert(Northwind.OrderDetail(orderID: id, productID: 1, discount: 1.5))
    }
    #expect(check?.violation?.kind == .check)
    #expect(check?.violation?.columns == ["Discount"])
    let reference = await #expect(throws: DatabaseError.self) { try await db.delete(customer) }
    #expect(
      reference?.violation
        == ConstraintViolation(
          kind: .foreignKey, table: "Orders", columns: ["CustomerID"],
          constraint: #"REFERENCES "Customers" ("CustomerID")"#))
    #expect(try await db.delete(Northwind.OrderDetail.self, where: { $0.orderID == id }) == 2)
    #expect(try await db.delete(order))
    #expect(try await db.delete(customer))
    #expect(try await contents() == before)
  }

  @Test("Order Details joined to Products in Swift match the sums in SQL")
  func join() async throws {
    let (details, products) = try await db.read { db in
      (try db.fetch(Northwind.OrderDetail.self), try db.fetch(Northwind.Product.self))
    }
    let names = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0.name) })
    var quantities: [String: Int] = [:]
    for detail in details {
      quantities[try #require(names[detail.productID]), default: 0] += detail.quantity
    }
    #expect(details.count == 2155)
    let most = try #require(quantities.max { $0.value < $1.value })
    let sql = """
      SELECT p."ProductName" FROM "Order Details" d JOIN "Products" p USING ("ProductID")
      GROUP BY 1 ORDER BY sum(d."Quantity") DESC LIMIT 1
      """
    #expect(try await db.withHandle { try text(sql, $0) } == most.key)
    let sum = try await number("SELECT sum(\"Quantity\") FROM \"Order Details\"")
    let quantity = quantities.values.reduce(0, +)
    #expect(Double(quantity) == sum)
    let revenue = details.reduce(0) { $0 + $1.unitPrice * Double($1.quantity) }
    let expected = try await number("SELECT sum(UnitPrice * Quantity) FROM \"Order Details\"")
    #expect(abs(revenue - expected) < 0.001)
  }

  @Test("Queries can filter and sort by Northwind's column names")
  func queries() async throws {
    let query = Northwind.Order
      .where { $0.shipCountry == "France" && $0.shipRegion != nil && $0.freight > 100 }
      .order { $0.freight.desc() }
      .limit(5)
    let orders = try await db.fetch(query)
    #expect(orders.count == 5)
    let freights = orders.map { $0.freight ?? 0 }
    let sorted = freights.sorted(by: >)
    #expect(freights == sorted)
    let day = try #require(orders.first?.orderDate)
    #expect(try await db.exists(Northwind.Order.self, where: { $0.orderDate == day }))
  }
}
