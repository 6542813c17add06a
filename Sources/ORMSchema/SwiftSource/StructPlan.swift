import ORMCore

/// The plan of a table's struct, made before any struct is written because structs refer to each
/// other.
struct StructPlan {
  /// The way in which a struct declares the primary key.
  enum Key: Hashable {
    case none
    /// Columns that are marked as the key.
    case marked
    /// Columns that are marked as the key, and the database's constraint.
    case written
    /// The constraint alone: no row can be found by its key.
    case constraint
  }

  let table: Schema.Table
  let typeName: String
  let key: Key
  /// The properties by their columns' names.
  private(set) var properties: [SQLName: String] = [:]
  private(set) var types: [SQLName: SwiftType] = [:]
  private(set) var enums: [SwiftEnum] = []
  private let values: [SQLName: StoredValues]

  init(
    _ table: Schema.Table, typeName: String, types taken: SwiftNames, options: SwiftSourceOptions
  ) {
    self.table = table
    self.typeName = typeName
    values = options.values[SQLName(table.name)] ?? [:]
    var names = SwiftNames.properties
    var typeNames = SwiftNames(besides: taken)
    // Names of a database may begin with a capital, as types do.
    if options.naming == .database { names.avoid(taken) }
    var wishes: [(column: Schema.Column, check: SwiftEnum.Values, property: String)] = []
    for column in table.columns {
      var name = SwiftName(column.name).property(options.naming)
      let isInKey =
        table.primaryKey?.columns.contains { $0.column?.isSameName(as: column.name) == true }
        == true
      // A struct's `id` is its key.
      if !isInKey, name.hasSameBytes(as: "id") { name = "idValue" }
      let property = names.unused(name)
      properties[SQLName(column.name)] = property
      let values = values[SQLName(column.name)]
      types[SQLName(column.name)] = SwiftType(column, isStrict: table.isStrict, values: values)
      if options.isFull, let check = SwiftEnum.Values(of: column, in: table, stored: values) {
        wishes.append((column, check, property))
      }
    }
    typeNames.avoid(names)
    for (column, check, property) in wishes {
      if check.areBool {
        types[SQLName(column.name)] = SwiftType(
          "Bool", raw: "Int", in: column, isStrict: table.isStrict)
        continue
      }
      guard let found = SwiftEnum(typeNames.unused(SwiftName(property).type), check) else {
        continue
      }
      enums.append(found)
      types[SQLName(column.name)] = SwiftType(
        found.name, raw: found.rawType, in: column, isStrict: table.isStrict)
    }
    key = Self.key(of: table, values)
    keepKeyFromRowID()
  }

  func property(_ column: String) -> String { properties[SQLName(column)] ?? column }

  func type(_ column: Schema.Column) -> SwiftType {
    types[SQLName(column.name)] ?? SwiftType(column, isStrict: table.isStrict)
  }

  func isInKey(_ column: String) -> Bool {
    table.primaryKey?.columns.contains { $0.column?.isSameName(as: column) == true } == true
  }

  /// Whether rows can be found by their key.
  var isKeyed: Bool { key == .marked || key == .written }

  /// Whether a column's property is optional.
  func isOptional(_ column: Schema.Column) -> Bool {
    if table.rowIDColumn.map({ $0.name.isSameName(as: column.name) }) == true { return true }
    if column.notNull != nil { return false }
    return !(isInKey(column.name) && (isKeyed || table.isWithoutRowID || table.isStrict))
  }

  // MARK: - The key

  private static func key(of table: Schema.Table, _ values: [SQLName: StoredValues]) -> Key {
    guard let key = table.primaryKey else { return .none }
    let columns = key.columns.compactMap { $0.column.flatMap(table.column) }
    let isPlain =
      (key.conflict ?? .abort) == .abort
      && key.columns.allSatisfy { $0.collation == nil && !$0.isDescending }
    if table.rowIDColumn != nil { return (key.conflict ?? .abort) == .abort ? .marked : .written }
    let areRefused = table.isStrict || table.isWithoutRowID
    if isPlain && (areRefused || columns.allSatisfy { $0.notNull != nil }) { return .marked }
    let haveNull = columns.contains { values[SQLName($0.name)]?.hasNull == true }
    // `WITHOUT ROWID` and `STRICT` tables refuse NULL in a key even without `NOT NULL`.
    let isUnsaid = columns.allSatisfy { $0.notNull == nil } && !haveNull
    return areRefused || isUnsaid ? .written : .constraint
  }

  /// An integer key that is not the rowid needs a declared type other than `INTEGER`.
  private mutating func keepKeyFromRowID() {
    guard let key = table.primaryKey, key.columns.count == 1, !table.isWithoutRowID,
      table.rowIDColumn == nil, let column = key.columns[0].column.flatMap(table.column),
      var type = types[SQLName(column.name)], type.helper == nil
    else { return }
    let stored = type.representation ?? type.rawName ?? type.name
    guard SwiftRepresentation.typeName(of: stored).hasSameBytes(as: "INTEGER") else { return }
    type.helper = .other(type.representation ?? type.name, value: type.name, type: "INT")
    type.representation = nil
    types[SQLName(column.name)] = type
  }
}
