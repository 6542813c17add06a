import ORM
import Testing

/// Queries that are typical for Northwind, written with relations and compared with raw SQL.
@Suite("Northwind, queried through relations", .enabled(if: NorthwindFile.path != nil))
struct NorthwindRelationTests {
  private let folder: TemporaryFolder
  private let db: Database

  init() throws {
    folder = try TemporaryFolder()
    db = try NorthwindFile.copy(to: folder)
  }

  private func expect(_ lines: [String], _ sql: SQL, _ location: SourceLocation = #_sourceLocation)
    async throws
  {
    let expected = try await db.fetch(String.self, sql: sql)
    #expect(lines == expected, sourceLocation: location)
    #expect(!lines.isEmpty, sourceLocation: location)
  }

  @Test("Products with their categories and suppliers")
  func products() async throws {
    let rows = try await db.fetch(
      Northwind.Product.where { $0.category.name == "Beverages" }.order { $0.name }
        .select { ($0.name, $0.supplier.companyName, $0.supplier.country) })
    try await expect(
      rows.map { "\($0.0)|\($0.1 ?? "")|\($0.2 ?? "")" },
      """
      SELECT p.ProductName || '|' || s.CompanyName || '|' || s.Country FROM Products p
      JOIN Categories c USING (CategoryID) JOIN Suppliers s USING (SupplierID)
      WHERE c.CategoryName = 'Beverages' ORDER BY p.ProductName
      """)
  }

  @Test("Categories by the number of their products")
  func categories() async throws {
    let rows = try await db.fetch(
      Northwind.Category.order { $0.products.count().desc() }.order { $0.id }
        .select { ($0.name, $0.products.count(), $0.products.max { $0.unitPrice }) })
    try await expect(
      rows.map { "\($0.0 ?? "")|\($0.1)|\($0.2 ?? 0)" },
      """
      SELECT c.CategoryName || '|' || count(*) || '|' || CAST(max(p.UnitPrice) AS REAL)
      FROM Categories c JOIN Products p USING (CategoryID)
      GROUP BY c.CategoryID ORDER BY count(*) DESC, c.CategoryID
      """)
  }

  @Test("The customers who ordered the most")
  func customers() async throws {
    let rows = try await db.fetch(
      Northwind.OrderDetail.group { $0.order.customer.id }.having { $0.quantity.sum() > 1000 }
        .order { $0.quantity.sum().desc() }.order { $0.order.customer.id }.limit(10)
        .select { ($0.order.customer.companyName, $0.quantity.sum()) })
    try await expect(
      rows.map { "\($0.0 ?? "")|\($0.1 ?? 0)" },
      """
      SELECT c.CompanyName || '|' || sum(d.Quantity) FROM "Order Details" d
      JOIN Orders o USING (OrderID) JOIN Customers c USING (CustomerID)
      GROUP BY c.CustomerID HAVING sum(d.Quantity) > 1000
      ORDER BY sum(d.Quantity) DESC, c.CustomerID LIMIT 10
      """)
  }

  @Test("Customers who never ordered")
  func silentCustomers() async throws {
    let rows = try await db.fetch(
      Northwind.Customer.where { $0.orders.isEmpty }.order { $0.id }.select { $0.id })
    try await expect(
      rows,
      """
      SELECT CustomerID FROM Customers WHERE CustomerID NOT IN
      (SELECT CustomerID FROM Orders WHERE CustomerID IS NOT NULL) ORDER BY 1
      """)
  }

  @Test("Employees, their bosses and how many report to them")
  func employees() async throws {
    let rows = try await db.fetch(
      Northwind.Employee.order { $0.id }
        .select { ($0.lastName, $0.boss.lastName, $0.reports.count(), $0.orders.count()) })
    try await expect(
      rows.map { "\($0.0 ?? "")|\($0.1 ?? "")|\($0.2)|\($0.3)" },
      """
      SELECT e.LastName || '|' || ifnull(b.LastName, '') || '|'
      || (SELECT count(*) FROM Employees r WHERE r.ReportsTo = e.EmployeeID) || '|'
      || (SELECT count(*) FROM Orders o WHERE o.EmployeeID = e.EmployeeID)
      FROM Employees e LEFT JOIN Employees b ON b.EmployeeID = e.ReportsTo ORDER BY e.EmployeeID
      """)
  }

  @Test("Orders of a country with their products")
  func orders() async throws {
    let rows = try await db.fetch(
      Northwind.Order.where { $0.customer.country == "Norway" }.order { $0.id }
        .select {
          ($0.id, $0.details.order { $0.productID }.select { ($0.product.name, $0.quantity) })
        })
    try await expect(
      rows.flatMap { id, details in details.map { "\(id ?? 0)|\($0.0)|\($0.1)" } },
      """
      SELECT o.OrderID || '|' || p.ProductName || '|' || d.Quantity FROM Orders o
      JOIN Customers c USING (CustomerID) JOIN "Order Details" d USING (OrderID)
      JOIN Products p USING (ProductID) WHERE c.Country = 'Norway' ORDER BY o.OrderID, p.ProductID
      """)
  }

  @Test("The three most expensive products of each category")
  func dearest() async throws {
    let rows = try await db.fetch(
      Northwind.Category.order { $0.id }.select {
        $0.name
        $0.products.order { $0.unitPrice.desc() }.order { $0.id }.limit(3).select { $0.name }
      })
    try await expect(
      rows.flatMap { name, products in products.map { "\(name ?? "")|\($0)" } },
      """
      SELECT c.CategoryName || '|' || p.ProductName FROM Categories c JOIN
      (SELECT *, row_number() OVER (PARTITION BY CategoryID ORDER BY UnitPrice DESC, ProductID) n
      FROM Products) p USING (CategoryID) WHERE n <= 3 ORDER BY c.CategoryID, n
      """)
  }

  @Test("The territories of employees, through a junction table")
  func territories() async throws {
    let rows = try await db.fetch(
      Northwind.Employee.order { $0.id }.select {
        ($0.lastName, $0.territories.order { $0.id }.select { ($0.id, $0.region.id) })
      })
    try await expect(
      rows.flatMap { name, places in places.map { "\(name ?? "")|\($0.0)|\($0.1)" } },
      """
      SELECT e.LastName || '|' || t.TerritoryID || '|' || t.RegionID FROM Employees e
      JOIN EmployeeTerritories USING (EmployeeID) JOIN Territories t USING (TerritoryID)
      ORDER BY e.EmployeeID, t.TerritoryID
      """)
  }

  @Test("Suppliers with a sold-out product, and no product with more than 50 units on order")
  func suppliers() async throws {
    let rows = try await db.fetch(
      Northwind.Supplier.where {
        $0.products.exists { $0.unitsInStock == 0 } && !$0.products.exists { $0.unitsOnOrder > 50 }
      }.order { $0.id }.select { $0.companyName })
    try await expect(
      rows,
      """
      SELECT CompanyName FROM Suppliers WHERE SupplierID IN
      (SELECT SupplierID FROM Products WHERE UnitsInStock = 0) AND SupplierID NOT IN
      (SELECT SupplierID FROM Products WHERE UnitsOnOrder > 50) ORDER BY SupplierID
      """)
  }

  @Test("The last order of each customer, a page at a time")
  func lastOrders() async throws {
    let query = Northwind.Customer.order { $0.id }
      .select { ($0.id, $0.orders.order { $0.id.desc() }.first, $0.orders.count()) }
    var lines: [String] = []
    var page = try await db.fetch(query.page(size: 40))
    while true {
      lines += page.rows.map { "\($0.0)|\($0.1?.id ?? 0)|\($0.2)" }
      guard let next = page.next else { break }
      page = try await db.fetch(query.page(after: next, size: 40))
    }
    try await expect(
      lines,
      """
      SELECT c.CustomerID || '|' || ifnull(max(o.OrderID), 0) || '|' || count(o.OrderID)
      FROM Customers c LEFT JOIN Orders o USING (CustomerID) GROUP BY c.CustomerID ORDER BY 1
      """)
  }
}
