import GRDB

// In a file of its own: GRDB and ORM both have a Table, a Column and a Row.

extension Order: FetchableRecord, TableRecord {
  static let databaseTableName = "Orders"

  init(row: Row) {
    orderID = row[0]
    customerID = row[1]
    employeeID = row[2]
    orderDate = row[3]
    requiredDate = row[4]
    shippedDate = row[5]
    shipVia = row[6]
    freight = row[7]
    shipName = row[8]
    shipAddress = row[9]
    shipCity = row[10]
    shipRegion = row[11]
    shipPostalCode = row[12]
    shipCountry = row[13]
  }
}

/// The same, read as any `Codable` is.
struct CodableOrder: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "Orders"

  let orderID: Int
  var customerID: String?
  var employeeID: Int?
  var orderDate: String?
  var requiredDate: String?
  var shippedDate: String?
  var shipVia: Int?
  var freight: Double?
  var shipName: String?
  var shipAddress: String?
  var shipCity: String?
  var shipRegion: String?
  var shipPostalCode: String?
  var shipCountry: String?

  enum CodingKeys: String, CodingKey {
    case orderID = "OrderID"
    case customerID = "CustomerID"
    case employeeID = "EmployeeID"
    case orderDate = "OrderDate"
    case requiredDate = "RequiredDate"
    case shippedDate = "ShippedDate"
    case shipVia = "ShipVia"
    case freight = "Freight"
    case shipName = "ShipName"
    case shipAddress = "ShipAddress"
    case shipCity = "ShipCity"
    case shipRegion = "ShipRegion"
    case shipPostalCode = "ShipPostalCode"
    case shipCountry = "ShipCountry"
  }
}

extension CodableOrder: Checksummed {
  var checksum: Int64 {
    Order(
      orderID: orderID, customerID: customerID, employeeID: employeeID, orderDate: orderDate,
      requiredDate: requiredDate, shippedDate: shippedDate, shipVia: shipVia, freight: freight,
      shipName: shipName, shipAddress: shipAddress, shipCity: shipCity, shipRegion: shipRegion,
      shipPostalCode: shipPostalCode, shipCountry: shipCountry
    ).checksum
  }
}
