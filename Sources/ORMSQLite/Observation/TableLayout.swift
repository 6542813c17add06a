import ORMCore

/// The columns of a table, as needed to compare a row before and after a change.
struct TableLayout {
  /// The columns' names, with their positions.
  private let names: [SQLName: Int]
  /// The positions of the key's columns, in the key's order; empty if the rows only have a rowid.
  private let key: [Int]
  /// Whether the rowid is the key, and has a column's name.
  private let hasRowIDKey: Bool
  /// The storage class of each of the key's columns, if the column stores such values as they are
  /// bound and compares them byte for byte; otherwise nil.
  private let keyClasses: [StorageClass?]
  /// The columns with a default.
  private let hasDefault: Set<Int>
  /// Whether the positions are those of the stored columns.
  private let isComparable: Bool

  /// - Parameter isBinary: Returns whether a column's values are compared byte for byte.
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

  /// Whether these are values of the whole key, and a row with this key is stored with these very
  /// values: no conversion and no collation lets other values find it.
  func isKey(_ names: [String], _ values: [SQLValue]) -> Bool {
    hasKey(names) && values.map(\.storageClass) == keyClasses
  }

  func positions(of names: Set<SQLName>) -> Set<Int> {
    // A changed rowid is reported as another row.
    Set(names.compactMap { self.names[$0] })
  }

  /// Whether the columns of an update can be compared one by one.
  ///
  /// A generated column that is not stored shifts the columns after it, in some versions of SQLite;
  /// and the new content of a BLOB that is written in place is not reported.
  func canCompare(_ change: RowChange) -> Bool {
    isComparable && change.columnCount == names.count
      && !change.isBlobWrite
  }

  /// Whether an update changes the value of a column.
  func hasChanged(_ column: Int, in change: RowChange) -> Bool {
    switch change.comparison(of: column) {
    case .different: true
    case .same: false
    // A row that is older than the column has its default, which SQLite 3.40 reports as NULL.
    case .bothNull: hasDefault.contains(column)
    }
  }

  /// Whether a change may alter the row.
  func canDiffer(_ change: RowChange) -> Bool {
    guard change.isUpdateInPlace, canCompare(change) else { return true }
    return names.values.contains { hasChanged($0, in: change) }
  }

  /// Whether the key consists of these columns, in this order.
  func hasKey(_ names: [String]) -> Bool {
    names.map { self.names[SQLName($0)] } == key.map(Optional.some)
  }

  /// The row's keys before and after a change; nil if they can't be determined.
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
  /// The kind of object that an observed name belongs to.
  enum ObservedSource {
    case table(TableLayout)
    /// It changes with other tables, or never.
    case view
    /// Its changes can't be observed.
    case unknown
  }

  func observedSource(_ name: TableName) throws -> ObservedSource {
    let schema = SchemaReader(values)
    guard let source = try schema.source(named: name.table, in: name.database) else {
      // The rows of these depend on their arguments, or on the schema.
      let functions = ["json_each", "json_tree", ValueList.function, ValueList.keysFunction]
      return (functions + SchemaReader.schemaTables).contains(name: name.table) ? .view : .unknown
    }
    if source.isView { return .view }
    // A virtual table has no pages of its own.
    if !source.hasPages || name.table.starts(withBytes: "sqlite_") { return .unknown }
    let columns = try schema.columns(of: name.table, in: name.database)
    // A key that is the rowid has no index.
    let hasRowIDKey = try !schema.hasKeyIndex(name.table, in: name.database)
    return .table(
      TableLayout(columns: columns, hasRowIDKey: hasRowIDKey) { column in
        RawConnection(handle).collation(of: column, in: name) == SQLName("BINARY")
      })
  }
}

extension StorageClass {
  /// Creates the storage class whose values a column of this declared type stores unchanged; nil if
  /// the type does not determine it.
  fileprivate init?(declared type: String) {
    switch SQLName(type) {
    case SQLName("INTEGER"), SQLName("INT"), SQLName("BIGINT"): self = .integer
    case SQLName("TEXT"): self = .text
    case SQLName("BLOB"): self = .blob
    default: return nil
    }
  }
}
