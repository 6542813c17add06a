import Foundation
import ORM

// The views of the file, as queries: under each is what the file says in SQL.
extension Northwind {
  /// What an order has of a product costs, as the views have it.
  static func extendedPrice(_ detail: OrderDetail.Columns) -> SQLExpression<Double> {
    let price = detail.unitPrice * detail.quantity.cast(as: Double.self)
    return price * (SQLExpression.value(1) - detail.discount) / 100 * 100
  }

  /// The views compare the texts of dates with those of midnight, which are longer.
  static func is1997(_ date: some SQLExpressible<DateText?>) -> SQLExpression<Bool> {
    date.cast(as: String.self).between("1997-01-01 00:00:00"..."1997-12-31 00:00:00")
  }
}

// MARK: - Of one table, or of two

extension Northwind {
  static let alphabeticalListOfProducts = Category.join(Product.self) { $0.id == $1.categoryID }
    .where { _, product in product.discontinued == "0" }
    .select { category, product in (product, category.name) }

  static let currentProductList = Product.where { $0.discontinued == "0" }
    .select { ($0.id, $0.name) }

  static let customerAndSuppliersByCity = Customer.select {
    ($0.city, $0.companyName, $0.contactName, SQLExpression.value("Customers"))
  }
  .union(
    Supplier.select {
      ($0.city, $0.companyName.optional(), $0.contactName, SQLExpression.value("Suppliers"))
    }
  )
  .order {
    $0.city
    $0.companyName
  }

  static let ordersQuery = Customer.join(Order.self) { $0.id == $1.customerID }
    .select { customer, order in
      (
        order, customer.companyName, customer.address, customer.city, customer.region,
        customer.postalCode, customer.country
      )
    }

  static let productsAboveAveragePrice = Product.where {
    $0.unitPrice > Product.select { $0.unitPrice.average() }.scalar()
  }
  .select { ($0.name, $0.unitPrice) }

  static let productsByCategory = Category.join(Product.self) { $0.id == $1.categoryID }
    .where { _, product in product.discontinued != "1" }
    .select { category, product in
      (
        category.name, product.name, product.quantityPerUnit, product.unitsInStock,
        product.discontinued
      )
    }

  static let quarterlyOrders = Customer.join(Order.self) { $0.id == $1.customerID }
    .where { _, order in is1997(order.orderDate) }
    .select { customer, _ in (customer.id, customer.companyName, customer.city, customer.country) }
    .distinct()

  static let productDetails = Product.as("p")
    .join(Category.self, as: "c") { $0.categoryID == $1.id }
    .join(Supplier.self, as: "s") { product, _, supplier in supplier.id == product.supplierID }
    .select { product, category, supplier in
      (product, category.name, category.description, supplier.companyName, supplier.region)
    }
}

// MARK: - Of what was sold

extension Northwind {
  @Selection
  struct Subtotal: Equatable {
    @Column("OrderID") let orderID: Int
    @Column("Subtotal") let subtotal: Double?
  }

  static let orderSubtotals = OrderDetail.group { $0.orderID }
    .select { Subtotal.select(orderID: $0.orderID, subtotal: extendedPrice($0).sum()) }

  @Selection
  struct ExtendedDetail: Equatable {
    @Column("OrderID") let orderID: Int
    @Column("ProductID") let productID: Int
    @Column("ProductName") let productName: String
    @Column("UnitPrice") let unitPrice: Double
    @Column("Quantity") let quantity: Int
    @Column("Discount") let discount: Double
    @Column("ExtendedPrice") let extendedPrice: Double
  }

  static let orderDetailsExtended = Product.join(OrderDetail.self) { $0.id == $1.productID }
    .select { product, detail in
      ExtendedDetail.select(
        orderID: detail.orderID, productID: detail.productID, productName: product.name,
        unitPrice: detail.unitPrice, quantity: detail.quantity, discount: detail.discount,
        extendedPrice: extendedPrice(detail))
    }

  @Selection
  struct ProductSales: Equatable {
    @Column("CategoryName") let category: String?
    @Column("ProductName") let product: String
    @Column("ProductSales") let sales: Double?
  }

  static let productSalesFor1997 = Category.join(Product.self) { $0.id == $1.categoryID }
    .join(OrderDetail.self) { _, product, detail in product.id == detail.productID }
    .join(Order.self) { _, _, detail, order in order.id == detail.orderID }
    .where { _, _, _, order in is1997(order.shippedDate) }
    .group { category, product, _, _ in
      category.name
      product.name
    }
    .select { category, product, detail, _ in
      ProductSales.select(
        category: category.name, product: product.name, sales: extendedPrice(detail).sum())
    }

  static let categorySalesFor1997 = TableExpression(productSalesFor1997, as: "sales").all
    .group { $0.category }
    .select { ($0.category, $0.sales.sum()) }

  static let salesByCategory = Category.join(Product.self) { $0.id == $1.categoryID }
    .join(source: TableExpression(orderDetailsExtended, as: "extended")) { _, product, extended in
      product.id == extended.productID
    }
    .join(Order.self) { _, _, extended, order in order.id == extended.orderID }
    .where { _, _, _, order in is1997(order.orderDate) }
    .group { category, product, _, _ in
      category.id
      category.name
      product.name
    }
    .select { category, product, extended, _ in
      (category.id, category.name, product.name, extended.extendedPrice.sum())
    }

  static let salesTotalsByAmount = Customer.join(Order.self) { $0.id == $1.customerID }
    .join(source: TableExpression(with: "subtotals", as: orderSubtotals)) { _, order, subtotal in
      order.id == subtotal.orderID
    }
    .where { _, order, subtotal in subtotal.subtotal > 2500 && is1997(order.shippedDate) }
    .select { customer, order, subtotal in
      (subtotal.subtotal, order.id, customer.companyName, order.shippedDate)
    }

  static let summaryOfSales = Order.join(source: TableExpression(orderSubtotals, as: "subtotals")) {
    $0.id == $1.orderID
  }
  .where { order, _ in order.shippedDate != nil }
  .select { order, subtotal in (order.shippedDate, order.id, subtotal.subtotal) }
}

// MARK: - Invoices

extension Northwind {
  @Selection
  struct Invoice: Equatable {
    let shipName: String?
    let shipAddress: String?
    let shipCity: String?
    let shipRegion: String?
    let shipPostalCode: String?
    let shipCountry: String?
    let customerID: String?
    let customerName: String?
    let address: String?
    let city: String?
    let region: String?
    let postalCode: String?
    let country: String?
    let salesperson: Int?
    let orderID: Int?
    @Column(as: DateText.self) let orderDate: Date?
    @Column(as: DateText.self) let requiredDate: Date?
    @Column(as: DateText.self) let shippedDate: Date?
    let shipperName: String
    let productID: Int
    let productName: String
    let unitPrice: Double
    let quantity: Int
    let discount: Double
    let extendedPrice: Double
    let freight: Double?
  }

  private static let sales = Customer.join(Order.self) { $0.id == $1.customerID }
    .join(Employee.self) { _, order, employee in employee.id == order.employeeID }

  private static let deliveries = sales.join(OrderDetail.self) { $1.id == $3.orderID }
    .join(Product.self) { _, _, _, detail, product in product.id == detail.productID }
    .join(Shipper.self) { _, order, _, _, _, shipper in shipper.id == order.shipVia }

  static let invoices = deliveries.select { invoice($0, $1, $2, $3, $4, $5) }

  private static func invoice(
    _ customer: Customer.Columns, _ order: Order.Columns, _ employee: Employee.Columns,
    _ detail: OrderDetail.Columns, _ product: Product.Columns, _ shipper: Shipper.Columns
  ) -> Selected<Invoice> {
    Invoice.select(
      shipName: order.shipName, shipAddress: order.shipAddress, shipCity: order.shipCity,
      shipRegion: order.shipRegion, shipPostalCode: order.shipPostalCode,
      shipCountry: order.shipCountry, customerID: order.customerID,
      customerName: customer.companyName, address: customer.address, city: customer.city,
      region: customer.region, postalCode: customer.postalCode, country: customer.country,
      salesperson: salesperson(employee), orderID: order.id, orderDate: order.orderDate,
      requiredDate: order.requiredDate, shippedDate: order.shippedDate,
      shipperName: shipper.companyName, productID: detail.productID, productName: product.name,
      unitPrice: detail.unitPrice, quantity: detail.quantity, discount: detail.discount,
      extendedPrice: extendedPrice(detail), freight: order.freight)
  }

  /// The view adds texts where it means to join them, which gives the number 0 for every name.
  private static func salesperson(_ employee: Employee.Columns) -> SQLExpression<Int?> {
    employee.firstName.cast(as: Int.self) + employee.lastName.cast(as: Int.self)
  }
}
