import CBaseline
import ORM

/// Ten integers, in a table that would take other values too.
@Table(strict: false)
struct Numbers {
  let id: Int
  var first: Int
  var second: Int
  var third: Int
  var fourth: Int
  var fifth: Int
  var sixth: Int
  var seventh: Int
  var eighth: Int
  var ninth: Int
}

/// The same in a `STRICT` table, which holds nothing but integers.
@Table
struct StrictNumbers {
  let id: Int
  var first: Int
  var second: Int
  var third: Int
  var fourth: Int
  var fifth: Int
  var sixth: Int
  var seventh: Int
  var eighth: Int
  var ninth: Int
}

extension Numbers: Checksummed {
  var checksum: Int64 {
    let values = [id, first, second, third, fourth, fifth, sixth, seventh, eighth, ninth]
    return Int64(values.reduce(0, &+))
  }
}

extension StrictNumbers: Checksummed {
  var checksum: Int64 {
    let values = [id, first, second, third, fourth, fifth, sixth, seventh, eighth, ninth]
    return Int64(values.reduce(0, &+))
  }
}

/// The tables with the same rows, by their names.
enum NumbersTable: String {
  case any = "numbers"
  case strict = "strictNumbers"
}

extension Numbers: HandRow {
  static func selectByHand(from table: NumbersTable) -> String {
    """
    SELECT "id", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", \
    "ninth" FROM "\(table.rawValue)"
    """
  }

  init(_ row: OpaquePointer) {
    id = row.integer(0)
    first = row.integer(1)
    second = row.integer(2)
    third = row.integer(3)
    fourth = row.integer(4)
    fifth = row.integer(5)
    sixth = row.integer(6)
    seventh = row.integer(7)
    eighth = row.integer(8)
    ninth = row.integer(9)
  }
}
