import ORMCore

/// The prepared statements of one table on one connection.
@usableFromInline
final class TableStatements {
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// The statements that insert several rows, with their keys.
  @exclusivity(unchecked) @usableFromInline var batches: InsertBatches?
  /// The statements that insert several rows to which the database gives keys.
  @exclusivity(unchecked) @usableFromInline var batchesWithoutKeys: InsertBatches?

  /// The statements for some of the table's columns, the newest last.
  @exclusivity(unchecked) var ofColumns: [ColumnStatement<PreparedStatement>] = []

  /// Whether the database can generate a key that does not fit its property.
  @usableFromInline let keyMayNotFit: Bool
  /// Whether the database generates keys.
  @usableFromInline let generatesKeys: Bool
  /// The indexes of the key's columns in a fetched row, once they were looked up.
  @exclusivity(unchecked) var keyInRow: [Int]?
  /// The statement that finds a row by its rowid, once it was needed.
  @exclusivity(unchecked) var byRowID: RowFinder?
  /// Whether the table converts some numbers that are written, once that was checked.
  var changesNumbers: Bool?
  /// The source of a key that an insert does not contain, once it was looked up.
  @exclusivity(unchecked) var keySource: KeySource?
  /// Whether an upsert of these columns needs an update first, for each list of columns seen so
  /// far.
  var needsUpdateFirst: [(columns: [String], isNeeded: Bool)] = []

  @usableFromInline
  init(keyMayNotFit: Bool = false, generatesKeys: Bool = false) {
    prepared = Array(repeating: nil, count: TableOperation.allCases.count)
    self.keyMayNotFit = keyMayNotFit
    self.generatesKeys = generatesKeys
  }
}

/// The statement that finds a row of a table by its rowid.
enum RowFinder {
  case statement(PreparedStatement)
  /// The name does not belong to a table with rowids.
  case none
}

/// The statements that insert several rows of a table.
@usableFromInline
final class InsertBatches {
  /// The number of rows of each statement, in descending order down to one.
  @usableFromInline let sizes: [Int]
  /// The statements, once they were used.
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// The number of parameters of each row.
  @usableFromInline let columnCount: Int
  /// Whether the database generates the rows' keys.
  let isWithoutKeys: Bool

  /// Plans batches of this number of rows, and for the remaining rows batches of powers of two.
  init(columnCount: Int, atMost size: Int, isWithoutKeys: Bool) {
    self.columnCount = columnCount
    self.isWithoutKeys = isWithoutKeys
    var sizes = [size]
    var smaller = 1 << (Int.bitWidth - 1 - size.leadingZeroBitCount)
    while smaller >= 1 {
      if smaller < size { sizes.append(smaller) }
      smaller /= 2
    }
    self.sizes = sizes
    prepared = Array(repeating: nil, count: sizes.count)
  }
}

extension TableOrView {
  /// Whether the database can generate a key that does not fit its property: an `Int8`, say.
  static var keyMayNotFit: Bool {
    (self as? any KeyedTable.Type)?.hasNarrowKey ?? false
  }

  /// Whether the key is the rowid, which the database generates by a documented rule.
  static var generatesKeys: Bool {
    (self as? any KeyedTable.Type)?.hasRowIDKey ?? false
  }
}

extension KeyedTable {
  fileprivate static var hasNarrowKey: Bool {
    hasIntegerKey && Key.self != Int.self && Key.self != Int64.self
  }

  fileprivate static var hasRowIDKey: Bool {
    // A virtual table chooses its keys by its own rules.
    hasIntegerKey && !schema.isWithoutRowID && !(self is any VirtualTable.Type)
  }

  private static var hasIntegerKey: Bool {
    let schema = schema
    return schema.columns.first { schema.isWholeKey($0) }?.type.isInteger == true
  }
}
