import ORMCore

/// The prepared statements of one table on one connection.
@usableFromInline
final class TableStatements {
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// How many rows the statements that insert several of them take, the most first and one last.
  @usableFromInline private(set) var batchSizes: [Int] = []
  /// These statements, as far as they were used.
  @exclusivity(unchecked) @usableFromInline var batches: [PreparedStatement?] = []
  /// How many parameters each of the rows takes.
  @usableFromInline private(set) var columnCount = 0

  /// Whether the database can give a key that its property does not hold.
  @usableFromInline let keyMayNotFit: Bool
  /// Whether the database gives keys.
  @usableFromInline let generatesKeys: Bool
  /// Whether the table makes other numbers of some that are written, once that is known.
  var changesNumbers: Bool?

  @usableFromInline
  init(keyMayNotFit: Bool = false, generatesKeys: Bool = false) {
    prepared = Array(repeating: nil, count: TableOperation.allCases.count)
    self.keyMayNotFit = keyMayNotFit
    self.generatesKeys = generatesKeys
  }

  /// Plans batches of this many rows, and for what is left of powers of two below it.
  func setBatches(of columns: Int, atMost size: Int) {
    columnCount = columns
    batchSizes = [size]
    var smaller = 1 << (Int.bitWidth - 1 - size.leadingZeroBitCount)
    while smaller >= 1 {
      if smaller < size { batchSizes.append(smaller) }
      smaller /= 2
    }
    batches = Array(repeating: nil, count: batchSizes.count)
  }
}

extension NamedSource {
  /// Whether the database can give a key that its property does not hold: an `Int8`, say.
  static var keyMayNotFit: Bool {
    (self as? any KeyedTable.Type)?.hasNarrowKey ?? false
  }

  /// Whether the key is the rowid, which the database gives by a rule that is known.
  static var generatesKeys: Bool {
    (self as? any KeyedTable.Type)?.hasRowIDKey ?? false
  }
}

extension KeyedTable {
  fileprivate static var hasNarrowKey: Bool {
    hasIntegerKey && Key.self != Int.self && Key.self != Int64.self
  }

  fileprivate static var hasRowIDKey: Bool {
    // A virtual table chooses as it likes.
    hasIntegerKey && !schema.isWithoutRowID && !(self is any VirtualTable.Type)
  }

  private static var hasIntegerKey: Bool {
    let schema = schema
    return schema.columns.first { schema.isWholeKey($0) }?.type == .integer
  }
}
