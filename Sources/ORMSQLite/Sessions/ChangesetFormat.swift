import ORMCore

/// Checks the bytes of a changeset from any source before SQLite reads them. SQLite 3.40, for
/// example, loops forever if a table's name has no end, and joining two changesets reads memory out
/// of bounds if a key has no value.
///
/// The format is documented at <https://www.sqlite.org/session/intro.html>: for each table `T`, the
/// number of its columns, a byte for each that indicates whether it is in the key, and the table's
/// name with a NUL; then its changes, each with its kind, whether it is indirect, and one or two
/// records of values. The first record contains the key.
struct ChangesetFormat {
  private var rest: ArraySlice<UInt8>

  /// Whether the bytes are a whole changeset.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    var format = ChangesetFormat(rest: bytes[...])
    var isKey: ArraySlice<UInt8>?
    while let byte = format.rest.popFirst() {
      switch byte {
      case UInt8(ascii: "T"):
        isKey = format.readTable()
        if isKey == nil { return false }
      case 9, 18, 23:  // SQLITE_DELETE, SQLITE_INSERT, SQLITE_UPDATE
        guard let isKey, format.rest.popFirst() != nil else { return false }
        guard format.skipRecord(isKey, hasKey: true) else { return false }
        if byte == 23, !format.skipRecord(isKey, hasKey: false) { return false }
      default: return false
      }
    }
    return true
  }

  /// - Returns: A byte for each of the table's columns, which is 0 if the column is not in the key.
  private mutating func readTable() -> ArraySlice<UInt8>? {
    guard let count = readNumber(), count > 0 else { return nil }
    let isKey = rest.prefix(count)
    guard skip(count), let end = rest.firstIndex(of: 0) else { return nil }
    rest = rest[(end + 1)...]
    return isKey
  }

  private mutating func skipRecord(_ isKey: ArraySlice<UInt8>, hasKey: Bool) -> Bool {
    for column in isKey {
      switch rest.popFirst() {
      case 0, 5: if hasKey && column != 0 { return false }  // no value, and NULL
      case 1, 2: if !skip(8) { return false }
      case 3, 4: guard let count = readNumber(), skip(count) else { return false }
      default: return false
      }
    }
    return true
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= rest.count else { return false }
    rest = rest.dropFirst(count)
    return true
  }

  /// Reads a number with seven bits in each byte; a count has at most five bytes.
  private mutating func readNumber() -> Int? {
    var number = 0
    for _ in 0..<5 {
      guard let byte = rest.popFirst() else { return nil }
      number = number << 7 | Int(byte & 0x7f)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
