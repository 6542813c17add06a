import Foundation
import ORM

private struct Point { var x = 0.0 }

private enum Celsius {}

@Table private struct Spot {
  var id: Int?
  // error: type 'Point' does not conform to protocol 'Decodable'
  @Column(as: JSON.self) var center: Point
  // error: type 'Celsius' does not conform to protocol 'ColumnRepresentation'
  @Column(as: Celsius.self) var warmth: Double
  // error: type 'Point' does not conform to protocol 'ColumnValue'
  @Column(as: Point.self) var corner: Point
  // error: type 'Point' does not conform to protocol 'Embeddable'
  @Embedded var edge: Point
  // error: type 'Point' does not conform to protocol 'Embeddable'
  @Embedded(prefix: "b_") var border: Point?
  // error: type 'NotATable' does not conform to protocol 'KeyedTable'
  @Column(references: NotATable.self) var number: Int
  // error: type 'Play' does not conform to protocol 'KeyedTable'
  @Column(references: Play.self) var play: Int
}

@Table private struct Play { var title: String }

@Table private struct Visit {
  // error: @Column: 'UUIDText' represents a 'UUID', and 'id' is a 'String'
  @Column(as: UUIDText.self) var id: String
  // error: @Column: 'String' represents a 'String', and 'count' is a 'Int'
  @Column(as: String.self) var count: Int
}
