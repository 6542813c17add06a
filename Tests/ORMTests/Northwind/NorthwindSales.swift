import Foundation
import ORM

// Orders, and what was ordered.
extension Northwind {
  @Table("Orders", strict: false)
  struct Order: Identifiable, Equatable {
    @Column("OrderID", primaryKey: true, autoincrement: true) var id: Int?
    @Column("CustomerID", references: Customer.self) var customerID: String?
    @Column("EmployeeID", references: Employee.self) var employeeID: Int?
    @Column("OrderDate", as: DateText.self) var orderDate: Date?
    @Column("RequiredDate", as: DateText.self) var requiredDate: Date?
    @Column("ShippedDate", as: DateText.self) var shippedDate: Date?
    @Column("ShipVia", references: Shipper.self) var shipVia: Int?
    @Column("Freight") var freight: Double? = 0
    @Column("ShipName") var shipName: String?
    @Column("ShipAddress") var shipAddress: String?
    @Column("ShipCity") var shipCity: String?
    @Column("ShipRegion") var shipRegion: String?
    @Column("ShipPostalCode") var shipPostalCode: String?
    @Column("ShipCountry") var shipCountry: String?
  }

  @Table("Order Details", strict: false)
  struct OrderDetail: Equatable {
    @Column("OrderID", primaryKey: true, references: Order.self) let orderID: Int
    @Column("ProductID", primaryKey: true, references: Product.self) let productID: Int
    @Column("UnitPrice", check: "[UnitPrice]>=(0)") var unitPrice: Double = 0
    @Column("Quantity", check: "[Quantity]>(0)") var quantity = 1
    @Column("Discount", check: "[Discount]>=(0) AND [Discount]<=(1)") var discount: Double = 0
  }

  @Table("Shippers", strict: false)
  struct Shipper: Identifiable, Equatable {
    @Column("ShipperID", primaryKey: true, autoincrement: true) let id: Int
    @Column("CompanyName") var companyName: String
    @Column("Phone") var phone: String?
  }
}
