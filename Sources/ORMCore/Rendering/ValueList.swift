/// Values of any storage class, or rows of them, encoded as the BLOB of one parameter. Values that
/// JSON can't represent exactly, such as REAL, BLOB and text with a NUL, are preserved.
///
/// A table-valued function of each connection reads them; `list.h` documents the format.
package struct ValueList {
  package static let function = "orm_list"
  /// The function for a list that is joined with a table: SQLite estimates it as long.
  package static let keysFunction = "orm_keys"
  /// The maximum number of values in a row.
  static let greatestWidth = 16

  /// Returns the columns of the function's rows, by the name that a statement has for the function.
  static func columns(_ indices: Range<Int>, of name: String) -> [SQLNode] {
    indices.map { .column(qualifier: name, name: $0 == 0 ? "value" : "value\($0)") }
  }

  package private(set) var bytes: [UInt8]

  package init(_ values: [SQLValue]) {
    bytes = [1]
    bytes.reserveCapacity(1 + 9 * values.count)
    for value in values { append(value) }
  }

  /// Creates a list of rows, which all have the same number of values.
  package init(rows: [[SQLValue]]) {
    bytes = [UInt8(Swift.min(rows.first?.count ?? 1, Self.greatestWidth))]
    for row in rows { for value in row { append(value) } }
  }

  /// Creates a list of rows; returns nil if a row has more values than the function has columns, or
  /// a node that is not a value.
  init?(rows: [[SQLNode]], width: Int) {
    guard width <= Self.greatestWidth else { return nil }
    bytes = [UInt8(width)]
    for row in rows {
      for node in row {
        guard case .value(let value) = node.kind else { return nil }
        append(value)
      }
    }
  }

  private mutating func append(_ value: SQLValue) {
    switch value {
    case .integer(let number):
      bytes.append(1)
      append(bitsOf: number)
    case .real(let number):
      bytes.append(2)
      append(bitsOf: Int64(bitPattern: number.bitPattern))
    case .text(var text):
      bytes.append(3)
      append(bitsOf: Int64(text.utf8.count))
      text.withUTF8 { bytes.append(contentsOf: $0) }
    case .blob(let blob):
      bytes.append(4)
      append(bitsOf: Int64(blob.count))
      bytes.append(contentsOf: blob)
    case .null: bytes.append(5)
    }
  }

  private mutating func append(bitsOf number: Int64) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }
}
