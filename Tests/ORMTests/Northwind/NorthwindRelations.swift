import ORM

// The relations of all tables, both ways.

extension Northwind.Category.Columns {
  var products: Many<Northwind.Product> { many(\.category) }
}

extension Northwind.Supplier.Columns {
  var products: Many<Northwind.Product> { many(\.supplier) }
}

extension Northwind.Product.Columns {
  var supplier: Maybe<Northwind.Supplier> { maybe(supplierID) }
  var category: Maybe<Northwind.Category> { maybe(categoryID) }
  var details: Many<Northwind.OrderDetail> { many(\.product) }
  var orders: Many<Northwind.Order> { details.to { $0.order } }
}

extension Northwind.OrderDetail.Columns {
  var order: One<Northwind.Order> { one(orderID) }
  var product: One<Northwind.Product> { one(productID) }
}

extension Northwind.Order.Columns {
  var customer: Maybe<Northwind.Customer> { maybe(customerID) }
  var employee: Maybe<Northwind.Employee> { maybe(employeeID) }
  var shipper: Maybe<Northwind.Shipper> { maybe(shipVia) }
  var details: Many<Northwind.OrderDetail> { many(\.order) }
  var products: Many<Northwind.Product> { details.to { $0.product } }
}

extension Northwind.Shipper.Columns {
  var orders: Many<Northwind.Order> { many(\.shipper) }
}

extension Northwind.Customer.Columns {
  var orders: Many<Northwind.Order> { many(\.customer) }
  var demographicLinks: Many<Northwind.CustomerCustomerDemo> { many(\.customer) }
  var demographics: Many<Northwind.CustomerDemographic> {
    demographicLinks.to { $0.demographic }
  }
}

extension Northwind.CustomerCustomerDemo.Columns {
  var customer: One<Northwind.Customer> { one(customerID) }
  var demographic: One<Northwind.CustomerDemographic> { one(customerTypeID) }
}

extension Northwind.CustomerDemographic.Columns {
  var customerLinks: Many<Northwind.CustomerCustomerDemo> { many(\.demographic) }
}

extension Northwind.Employee.Columns {
  var boss: Maybe<Northwind.Employee> { maybe(reportsTo) }
  var reports: Many<Northwind.Employee> { many(\.boss) }
  var orders: Many<Northwind.Order> { many(\.employee) }
  var territoryLinks: Many<Northwind.EmployeeTerritory> { many(\.employee) }
  var territories: Many<Northwind.Territory> { territoryLinks.to { $0.territory } }
}

extension Northwind.EmployeeTerritory.Columns {
  var employee: One<Northwind.Employee> { one(employeeID) }
  var territory: One<Northwind.Territory> { one(territoryID) }
}

extension Northwind.Territory.Columns {
  var region: One<Northwind.Region> { one(regionID) }
  var employeeLinks: Many<Northwind.EmployeeTerritory> { many(\.territory) }
}

extension Northwind.Region.Columns {
  var territories: Many<Northwind.Territory> { many(\.region) }
}
