import ORM
import Testing

@Suite(
  "Northwind's views, written in Swift",
  .enabled(
    if: NorthwindFile.path != nil, "there is no northwind.db; NORTHWIND_DATABASE can name it"))
struct NorthwindViewTests {
  let folder: TemporaryFolder
  let db: Database

  init() throws {
    folder = try TemporaryFolder()
    db = try NorthwindFile.copy(to: folder)
  }

  @Test("Each query returns the rows of the file's own view")
  func rows() async throws {
    try await compare()
  }

  @Test("The queries of 1997 return the views' rows if there are orders of that year")
  func rowsOf1997() async throws {
    // The orders in the file are from 2016 to 2018, but its views select orders of 1997.
    try await db.execute(
      """
      UPDATE Orders SET OrderDate = date(OrderDate, '-20 years'),
        ShippedDate = date(ShippedDate, '-20 years')
      """)
    try await compare(expectingRows: true)
  }

  private func compare(expectingRows: Bool = false) async throws {
    func same(_ view: String, _ query: some ComposableSelect, ordered: Bool = false) async throws {
      let expected = try await db.fetch(Row.self, sql: "SELECT * FROM \(identifier: view)")
      let found = try await db.fetch(Row.self, sql: "SELECT * FROM \(query)")
      let isSame =
        ordered
        ? found.map(\.values) == expected.map(\.values)
        : sorted(found) == sorted(expected)
      #expect(isSame, "\(view)")
      #expect(try await db.fetch(query).count == expected.count, "\(view)")
      if expectingRows { #expect(!expected.isEmpty, "\(view)") }
    }
    try await same("Alphabetical list of products", Northwind.alphabeticalListOfProducts)
    try await same("Current Product List", Northwind.currentProductList)
    try await same(
      "Customer and Suppliers by City", Northwind.customerAndSuppliersByCity, ordered: true)
    try await same("Invoices", Northwind.invoices)
    try await same("Orders Qry", Northwind.ordersQuery)
    try await same("Order Subtotals", Northwind.orderSubtotals)
    try await same("Product Sales for 1997", Northwind.productSalesFor1997)
    try await same("Products Above Average Price", Northwind.productsAboveAveragePrice)
    try await same("Products by Category", Northwind.productsByCategory)
    try await same("Quarterly Orders", Northwind.quarterlyOrders)
    try await same("Sales Totals by Amount", Northwind.salesTotalsByAmount)
    try await same("Summary of Sales by Quarter", Northwind.summaryOfSales)
    try await same("Summary of Sales by Year", Northwind.summaryOfSales)
    try await same("Category Sales for 1997", Northwind.categorySalesFor1997)
    try await same("Order Details Extended", Northwind.orderDetailsExtended)
    try await same("Sales by Category", Northwind.salesByCategory)
    try await same("ProductDetails_V", Northwind.productDetails)
  }

  /// The values of the rows, sorted, because the views have no order.
  private func sorted(_ rows: [Row]) -> [String] {
    rows.map { $0.values.map(\.comparable).joined(separator: "|") }.sorted()
  }
}

extension SQLValue {
  /// The value as a literal; sums of the same numbers in another order agree in 7 digits.
  fileprivate var comparable: String {
    if case .real(let value) = self { "\(Float(value))" } else { literal }
  }
}
