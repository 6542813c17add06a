import Foundation
import ORM

// Products, and where they come from.
extension Northwind {
  @Table("Categories", strict: false)
  struct Category: Identifiable, Equatable {
    @Column("CategoryID", primaryKey: true, autoincrement: true) let id: Int
    @Column("CategoryName") var name: String?
    @Column("Description") var description: String?
    @Column("Picture") var picture: Data?
  }

  @Table("Suppliers", strict: false)
  struct Supplier: Identifiable, Equatable {
    @Column("SupplierID", primaryKey: true, autoincrement: true) let id: Int
    @Column("CompanyName") var companyName: String
    @Column("ContactName") var contactName: String?
    @Column("ContactTitle") var contactTitle: String?
    @Column("Address") var address: String?
    @Column("City") var city: String?
    @Column("Region") var region: String?
    @Column("PostalCode") var postalCode: String?
    @Column("Country") var country: String?
    @Column("Phone") var phone: String?
    @Column("Fax") var fax: String?
    @Column("HomePage") var homePage: String?
  }

  @Table("Products", strict: false)
  struct Product: Identifiable, Equatable {
    @Column("ProductID", primaryKey: true, autoincrement: true) let id: Int
    @Column("ProductName") var name: String
    @Column("SupplierID", references: Supplier.self) var supplierID: Int?
    @Column("CategoryID", references: Category.self) var categoryID: Int?
    @Column("QuantityPerUnit") var quantityPerUnit: String?
    @Column("UnitPrice", check: "[UnitPrice]>=(0)") var unitPrice: Double? = 0
    @Column("UnitsInStock", check: "[UnitsInStock]>=(0)") var unitsInStock: Int? = 0
    @Column("UnitsOnOrder", check: "[UnitsOnOrder]>=(0)") var unitsOnOrder: Int? = 0
    @Column("ReorderLevel", check: "[ReorderLevel]>=(0)") var reorderLevel: Int? = 0
    @Column("Discontinued") var discontinued = "0"
  }
}
