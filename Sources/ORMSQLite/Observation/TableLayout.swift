import ORMCore

/// What has to be known of a table's columns to compare a row with what becomes of it.
struct TableLayout {
  /// The columns' names, with their positions.
  private let names: [SQLName: Int]
  /// Where the key's columns stand, in its order; empty where the rows have a rowid alone.
  private let key: [Int]
  /// Whether the rowid is the key, under the name of a column of its own.
  private let hasRowIDKey: Bool
  /// The storage class of each of the key's columns, where a value of it is stored as it is bound,
  /// and compared byte for byte; otherwise nil.
  private let keyClasses: [StorageClass?]
  /// The columns with a default.
  private let hasDefault: Set<Int>
  /// Whether the positions are those of the stored columns.
  private let isComparable: Bool

  /// - Parameter isBinary: Whether the columns of a name are compared byte for byte.
  fileprivate init(
    columns: [SchemaReader.Column], hasRowIDKey: Bool, isBinary: (String) -> Bool
  ) {
    var names: [SQLName: Int] = [:]
    var key: [(order: Int64, position: Int, class: StorageClass?)] = []
    var hasDefault: Set<Int> = []
    var isComparable = true
    for (position, column) in columns.enumerated() {
      names[SQLName(column.name)] = position
      if column.keyPosition > 0 {
        let storage = isBinary(column.name) ? StorageClass(declared: column.type) : nil
        key.append((column.keyPosition, position, storage))
      }
      if column.hasDefault { hasDefault.insert(position) }
      if column.kind != 0 { isComparable = false }
    }
    self.names = names
    key.sort { $0.order < $1.order }
    self.key = key.map(\.position)
    keyClasses = key.map(\.class)
    self.hasDefault = hasDefault
    self.isComparable = isComparable
    self.hasRowIDKey = hasRowIDKey && key.count == 1
  }

  /// Whether these are values of the whole key, and a row with them is stored with these very
  /// values: no conversion, and no collation, finds it by others.
  func isKey(_ names: [String], _ values: [SQLValue]) -> Bool {
    hasKey(names) && values.map(\.storageClass) == keyClasses
  }

  func positions(of names: Set<SQLName>) -> Set<Int> {
    // A rowid changes with its row alone, which then counts as another.
    Set(names.compactMap { self.names[$0] })
  }

  /// Whether the columns of an update can be compared one by one.
  ///
  /// A generated column that is not stored moves those behind it, in some versions of SQLite; and a
  /// BLOB that is written in place comes without what is written.
  func canCompare(_ change: RowChange) -> Bool {
    isComparable && change.columnCount == names.count
      && !change.isBlobWrite
  }

  /// Whether an update gives a column another value.
  func hasChanged(_ column: Int, in change: RowChange) -> Bool {
    switch change.comparison(of: column) {
    case .different: true
    case .same: false
    // A row from before the column was added has its default, and SQLite 3.40 says NULL.
    case .bothNull: hasDefault.contains(column)
    }
  }

  /// Whether a change is not known to leave the row as it is.
  func canDiffer(_ change: RowChange) -> Bool {
    guard change.isUpdateInPlace, canCompare(change) else { return true }
    return names.values.contains { hasChanged($0, in: change) }
  }

  /// Whether the key is made of these columns, in this order.
  func hasKey(_ names: [String]) -> Bool {
    names.map { self.names[SQLName($0)] } == key.map(Optional.some)
  }

  /// The keys that the row has before and after a change; nil if they are not known.
  func keys(of change: RowChange) -> (old: [SQLValue]?, new: [SQLValue]?)? {
    if hasRowIDKey { return change.rowIDs }
    guard !key.isEmpty, isComparable, !change.isBlobWrite else { return nil }
    func values(_ value: (Int) -> OpaquePointer?) -> [SQLValue]? {
      let values = key.compactMap { value($0).flatMap(SQLValue.init) }
      return values.count == key.count ? values : nil
    }
    let keys = (
      old: change.hasOld ? values(change.old) : nil, new: change.hasNew ? values(change.new) : nil
    )
    guard change.hasOld == (keys.old != nil), change.hasNew == (keys.new != nil) else { return nil }
    return keys
  }
}

extension Connection {
  /// What stands under a name, for someone who observes it.
  enum ObservedSource {
    case table(TableLayout)
    /// It changes with other tables, or never.
    case view
    /// How it changes is not known.
    case unknown
  }

  func observedSource(_ name: TableName) throws -> ObservedSource {
    let schema = SchemaReader(values)
    guard let source = try schema.source(named: name.table, in: name.database) else {
      // Their rows are made of their arguments, or of the schema.
      let functions = ["json_each", "json_tree", ValueList.function, ValueList.keysFunction]
      return (functions + SchemaReader.schemaTables).contains(name: name.table) ? .view : .unknown
    }
    if source.isView { return .view }
    // A virtual table has no page of its own.
    if !source.hasPages || name.table.starts(withBytes: "sqlite_") { return .unknown }
    let columns = try schema.columns(of: name.table, in: name.database)
    // Of a key that is the rowid there is no index.
    let hasRowIDKey = try !schema.hasKeyIndex(name.table, in: name.database)
    return .table(
      TableLayout(columns: columns, hasRowIDKey: hasRowIDKey) { column in
        RawConnection(handle).collation(of: column, in: name) == SQLName("BINARY")
      })
  }
}

extension StorageClass {
  /// The class of all that a column stores of its own class, where its declared type says so.
  fileprivate init?(declared type: String) {
    switch SQLName(type) {
    case SQLName("INTEGER"), SQLName("INT"), SQLName("BIGINT"): self = .integer
    case SQLName("TEXT"): self = .text
    case SQLName("BLOB"): self = .blob
    default: return nil
    }
  }
}
