import Foundation
import ORM

// Customers, employees, and the parts of the world that they are in.
extension Northwind {
  @Table("Customers", strict: false)
  struct Customer: Identifiable, Equatable {
    @Column("CustomerID", primaryKey: true) let id: String
    @Column("CompanyName") var companyName: String?
    @Column("ContactName") var contactName: String?
    @Column("ContactTitle") var contactTitle: String?
    @Column("Address") var address: String?
    @Column("City") var city: String?
    @Column("Region") var region: String?
    @Column("PostalCode") var postalCode: String?
    @Column("Country") var country: String?
    @Column("Phone") var phone: String?
    @Column("Fax") var fax: String?
  }

  @Table("CustomerDemographics", strict: false)
  struct CustomerDemographic: Equatable {
    @Column("CustomerTypeID", primaryKey: true) let customerTypeID: String
    @Column("CustomerDesc") var description: String?
  }

  @Table("CustomerCustomerDemo", strict: false)
  struct CustomerCustomerDemo: Equatable {
    @Column("CustomerID", primaryKey: true, references: Customer.self) let customerID: String
    @Column("CustomerTypeID", primaryKey: true, references: CustomerDemographic.self)
    let customerTypeID: String
  }

  @Table("Employees", strict: false)
  struct Employee: Identifiable, Equatable {
    @Column("EmployeeID", primaryKey: true, autoincrement: true) let id: Int
    @Column("LastName") var lastName: String?
    @Column("FirstName") var firstName: String?
    @Column("Title") var title: String?
    @Column("TitleOfCourtesy") var titleOfCourtesy: String?
    @Column("BirthDate", as: DateText.self) var birthDate: Date?
    @Column("HireDate", as: DateText.self) var hireDate: Date?
    @Column("Address") var address: String?
    @Column("City") var city: String?
    @Column("Region") var region: String?
    @Column("PostalCode") var postalCode: String?
    @Column("Country") var country: String?
    @Column("HomePhone") var homePhone: String?
    @Column("Extension") var telephoneExtension: String?
    @Column("Photo") var photo: Data?
    @Column("Notes") var notes: String?
    @Column("ReportsTo", references: Employee.self) var reportsTo: Int?
    @Column("PhotoPath") var photoPath: String?
  }

  @Table("Regions", strict: false)
  struct Region: Identifiable, Equatable {
    @Column("RegionID", primaryKey: true) let id: Int
    @Column("RegionDescription") var description: String
  }

  @Table("Territories", strict: false)
  struct Territory: Identifiable, Equatable {
    @Column("TerritoryID", primaryKey: true) let id: String
    @Column("TerritoryDescription") var description: String
    @Column("RegionID", references: Region.self) var regionID: Int
  }

  @Table("EmployeeTerritories", strict: false)
  struct EmployeeTerritory: Equatable {
    @Column("EmployeeID", primaryKey: true, references: Employee.self) let employeeID: Int
    @Column("TerritoryID", primaryKey: true, references: Territory.self) let territoryID: String
  }
}
