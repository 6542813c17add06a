import Foundation
import ORM

/// The rows that nothing here may change.
@Table
struct Parcel: Identifiable, Sendable, Equatable {
  let id: Int
  @Column(unique: true) var name: String
  @Column(check: "amount >= 0") var amount: Int
  @Column(references: Parcel.self) var partOf: Int?
}

/// The same table, by someone who takes it for another.
@Table("parcel")
struct MistakenParcel: Identifiable, Sendable {
  let id: Int
  var name: Date
  var colour: String
}

/// A table that is nowhere.
@Table
struct Phantom: Identifiable, Sendable, Equatable {
  let id: Int
  var name: String
}

/// Values of which not all can be stored.
@Table
struct Measure: Identifiable, Sendable {
  var id: Int?
  var number: UInt64 = 0
  var real = 0.0
  var price: Decimal = 0
  var date: Date = .distantPast
  var data = Data()
}
