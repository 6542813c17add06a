/// Values of any class, or rows of them, as the bytes of one parameter: what JSON does not keep as
/// it is, such as REAL, BLOB and text with a NUL, comes out bit by bit as it went in.
///
/// A table-valued function that each connection has reads them; how they are laid out is said where
/// it is written, in `list.h`.
package struct ValueList {
  package static let function = "orm_list"
  /// The same for a list that a table is joined with: SQLite takes it for a long one.
  package static let keysFunction = "orm_keys"
  /// The most values that a row has.
  static let greatestWidth = 16

  /// The columns of the function's rows, where a statement has them by this name.
  static func columns(_ indices: Range<Int>, of name: String) -> [SQLNode] {
    indices.map { .column(qualifier: name, name: $0 == 0 ? "value" : "value\($0)") }
  }

  package private(set) var bytes: [UInt8]

  package init(_ values: [SQLValue]) {
    bytes = [1]
    bytes.reserveCapacity(1 + 9 * values.count)
    for value in values { append(value) }
  }

  /// Rows of equally many values.
  package init(rows: [[SQLValue]]) {
    bytes = [UInt8(Swift.min(rows.first?.count ?? 1, Self.greatestWidth))]
    for row in rows { for value in row { append(value) } }
  }

  /// Nil where a row has more values than the function has columns, or something that is no value.
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
