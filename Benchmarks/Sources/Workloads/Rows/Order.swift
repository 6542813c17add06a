import CBaseline
import ORM

/// A row of Northwind's `Orders`.
@Table("Orders", strict: false)
struct Order {
  @Column("OrderID", primaryKey: true) let orderID: Int
  @Column("CustomerID") var customerID: String?
  @Column("EmployeeID") var employeeID: Int?
  @Column("OrderDate") var orderDate: String?
  @Column("RequiredDate") var requiredDate: String?
  @Column("ShippedDate") var shippedDate: String?
  @Column("ShipVia") var shipVia: Int?
  @Column("Freight") var freight: Double?
  @Column("ShipName") var shipName: String?
  @Column("ShipAddress") var shipAddress: String?
  @Column("ShipCity") var shipCity: String?
  @Column("ShipRegion") var shipRegion: String?
  @Column("ShipPostalCode") var shipPostalCode: String?
  @Column("ShipCountry") var shipCountry: String?
}

extension Order: Checksummed {
  var checksum: Int64 {
    let texts = [
      customerID, orderDate, requiredDate, shippedDate, shipName, shipAddress, shipCity,
      shipRegion, shipPostalCode, shipCountry,
    ]
    let numbers = orderID + (employeeID ?? 0) + (shipVia ?? 0) + Int(freight ?? 0)
    return Int64(texts.reduce(numbers) { $0 + ($1?.utf8.count ?? 0) })
  }
}

extension Order: HandRow {
  static let sql = """
    SELECT "OrderID", "CustomerID", "EmployeeID", "OrderDate", "RequiredDate", "ShippedDate", \
    "ShipVia", "Freight", "ShipName", "ShipAddress", "ShipCity", "ShipRegion", "ShipPostalCode", \
    "ShipCountry" FROM "Orders"
    """

  init(_ row: OpaquePointer) {
    orderID = row.integer(0)
    customerID = row.textIfPresent(1)
    employeeID = row.integerIfPresent(2)
    orderDate = row.textIfPresent(3)
    requiredDate = row.textIfPresent(4)
    shippedDate = row.textIfPresent(5)
    shipVia = row.integerIfPresent(6)
    freight = row.realIfPresent(7)
    shipName = row.textIfPresent(8)
    shipAddress = row.textIfPresent(9)
    shipCity = row.textIfPresent(10)
    shipRegion = row.textIfPresent(11)
    shipPostalCode = row.textIfPresent(12)
    shipCountry = row.textIfPresent(13)
  }
}
