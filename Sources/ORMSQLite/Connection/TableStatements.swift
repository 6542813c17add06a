import ORMCore

/// The prepared statements of one table on one connection.
@usableFromInline
final class TableStatements {
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// The statements that insert several rows, with their keys.
  @exclusivity(unchecked) @usableFromInline var batches: InsertBatches?
  /// The statements that insert several rows to which the database gives keys.
  @exclusivity(unchecked) @usableFromInline var batchesWithoutKeys: InsertBatches?

  /// The statements of some columns, the newest last.
  @exclusivity(unchecked) var ofColumns: [ColumnStatement<PreparedStatement>] = []

  /// The statements of inserts that were written by hand, by what their text depends on, the newest
  /// last.
  @exclusivity(unchecked) var inserts: [(shape: InsertShape, statement: PreparedStatement)] = []

  /// Whether the database can give a key that its property does not hold.
  @usableFromInline let keyMayNotFit: Bool
  /// Whether the database gives keys.
  @usableFromInline let generatesKeys: Bool
  /// The places of the key's columns in a fetched row, once that is known.
  @exclusivity(unchecked) var keyInRow: [Int]?
  /// What finds a row by its rowid, once that was asked for.
  @exclusivity(unchecked) var byRowID: RowFinder?
  /// Whether the table makes other numbers of some that are written, once that is known.
  var changesNumbers: Bool?
  /// The source of a key that an insert does not name, once it is known.
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

/// What finds a row of a table by its rowid.
enum RowFinder {
  case statement(PreparedStatement)
  /// The name is not that of a table of rows with rowids.
  case none
}

/// The statements that insert several rows of a table.
@usableFromInline
final class InsertBatches {
  /// How many rows the statements take, the most first and one last.
  @usableFromInline let sizes: [Int]
  /// The statements, if they were used.
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// How many parameters each of the rows takes.
  @usableFromInline let columnCount: Int
  /// Whether the database gives the rows' keys.
  let isWithoutKeys: Bool

  /// Plans batches of this many rows, and for the remaining ones of powers of two below it.
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
    return schema.columns.first { schema.isWholeKey($0) }?.type.isInteger == true
  }
}
