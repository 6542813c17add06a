import ORM

// The relations of all tables, both ways.

extension Northwind.Category.Columns {
  var products: ToMany<Northwind.Product> { toMany(\.category) }
}

extension Northwind.Supplier.Columns {
  var products: ToMany<Northwind.Product> { toMany(\.supplier) }
}

extension Northwind.Product.Columns {
  var supplier: ToOptional<Northwind.Supplier> { toOptional(supplierID) }
  var category: ToOptional<Northwind.Category> { toOptional(categoryID) }
  var details: ToMany<Northwind.OrderDetail> { toMany(\.product) }
  var orders: ToMany<Northwind.Order> { details.to { $0.order } }
}

extension Northwind.OrderDetail.Columns {
  var order: ToOne<Northwind.Order> { toOne(orderID) }
  var product: ToOne<Northwind.Product> { toOne(productID) }
}

extension Northwind.Order.Columns {
  var customer: ToOptional<Northwind.Customer> { toOptional(customerID) }
  var employee: ToOptional<Northwind.Employee> { toOptional(employeeID) }
  var shipper: ToOptional<Northwind.Shipper> { toOptional(shipVia) }
  var details: ToMany<Northwind.OrderDetail> { toMany(\.order) }
  var products: ToMany<Northwind.Product> { details.to { $0.product } }
}

extension Northwind.Shipper.Columns {
  var orders: ToMany<Northwind.Order> { toMany(\.shipper) }
}

extension Northwind.Customer.Columns {
  var orders: ToMany<Northwind.Order> { toMany(\.customer) }
  var demographicLinks: ToMany<Northwind.CustomerCustomerDemo> { toMany(\.customer) }
  var demographics: ToMany<Northwind.CustomerDemographic> {
    demographicLinks.to { $0.demographic }
  }
}

extension Northwind.CustomerCustomerDemo.Columns {
  var customer: ToOne<Northwind.Customer> { toOne(customerID) }
  var demographic: ToOne<Northwind.CustomerDemographic> { toOne(customerTypeID) }
}

extension Northwind.CustomerDemographic.Columns {
  var customerLinks: ToMany<Northwind.CustomerCustomerDemo> { toMany(\.demographic) }
}

extension Northwind.Employee.Columns {
  var boss: ToOptional<Northwind.Employee> { toOptional(reportsTo) }
  var reports: ToMany<Northwind.Employee> { toMany(\.boss) }
  var orders: ToMany<Northwind.Order> { toMany(\.employee) }
  var territoryLinks: ToMany<Northwind.EmployeeTerritory> { toMany(\.employee) }
  var territories: ToMany<Northwind.Territory> { territoryLinks.to { $0.territory } }
}

extension Northwind.EmployeeTerritory.Columns {
  var employee: ToOne<Northwind.Employee> { toOne(employeeID) }
  var territory: ToOne<Northwind.Territory> { toOne(territoryID) }
}

extension Northwind.Territory.Columns {
  var region: ToOne<Northwind.Region> { toOne(regionID) }
  var employeeLinks: ToMany<Northwind.EmployeeTerritory> { toMany(\.territory) }
}

extension Northwind.Region.Columns {
  var territories: ToMany<Northwind.Territory> { toMany(\.region) }
}
