import ORMCore

/// Writes the source of a table's struct.
struct StructSource {
  /// Descriptions of everything that the struct can't express.
  private(set) var unsaid: [String] = []
  private(set) var helpers: Set<SwiftRepresentation> = []

  private let plan: StructPlan
  private let schema: Schema
  private let plans: [SQLName: StructPlan]
  private let options: SwiftSourceOptions
  private var constraints: [String] = []
  private var table: Schema.Table { plan.table }

  init(
    _ plan: StructPlan, in schema: Schema, plans: [SQLName: StructPlan], options: SwiftSourceOptions
  ) {
    self.plan = plan
    self.schema = schema
    self.plans = plans
    self.options = options
  }

  private func property(_ column: String) -> String { plan.property(column) }

  /// Returns the source of the struct.
  mutating func source() -> String {
    let columns = orderedColumns.map { self.source(of: $0) }
    addConstraints()
    let indexes = schema.indexes(of: table.name).map { self.source(of: $0) }
    let triggers = TriggerSource(schema.triggers(of: table.name), of: plan.typeName) { column in
      table.column(column).map { self.property($0.name) }
    }
    unsaid += triggers.unsaid
    var members = columns
    for part in [indexes, triggers.lines] + plan.enums.map({ [$0.source] }) where !part.isEmpty {
      members += [""] + part
    }
    var arguments = [table.name.swiftLiteral]
    if !table.formerNames.isEmpty { arguments.append(table.formerNames.renamedFrom) }
    if !table.isStrict { arguments.append("strict: false") }
    if table.isWithoutRowID { arguments.append("withoutRowID: true") }
    var list = arguments.joined(separator: ", ")
    if !constraints.isEmpty {
      let texts = constraints.map(\.swiftLiteral).joined(separator: ",\n  ")
      list = "\n  \(list),\n  constraints: \(texts)\n"
    }
    let isIdentifiable =
      plan.isKeyed && table.primaryKey?.columns.count == 1
      && table.primaryKey?.columns[0].column.map { property($0).hasSameBytes(as: "id") } == true
    return """
      /// The table `\(table.name.inSwiftComment)`.
      @Table(\(list))
      struct \(plan.typeName): \(isIdentifiable ? "Identifiable, " : "")Sendable {
      \(members.joined(separator: "\n"))
      }
      """
  }

  /// The columns; if they are not in the key's order, the key's columns come first, in its order.
  private var orderedColumns: [Schema.Column] {
    guard plan.key == .marked, let key = table.primaryKey else { return table.columns }
    let places = key.columns.compactMap { part in
      table.columns.firstIndex { $0.name.isSameName(as: part.text) }
    }
    if places == places.sorted() { return table.columns }
    return places.map { table.columns[$0] }
      + table.columns.indices.filter { !places.contains($0) }.map { table.columns[$0] }
  }

  // MARK: - Columns

  private mutating func source(of column: Schema.Column) -> String {
    let type = plan.type(column)
    if let helper = type.helper { helpers.insert(helper) }
    let isInKey = plan.isInKey(column.name)
    let isOptional = plan.isOptional(column)
    let name = property(column.name)
    var arguments: [String] = []
    if !name.hasSameBytes(as: column.name) { arguments.append(column.name.swiftLiteral) }
    if !column.formerNames.isEmpty { arguments.append(column.formerNames.renamedFrom) }
    if isInKey { arguments += keyArguments(isNamedID: name.hasSameBytes(as: "id")) }
    if takeUnique(of: column) { arguments.append("unique: true") }
    var initial = ""
    if let value = column.defaultValue {
      if !isOptional, let literal = value.expression.swiftValue(of: type) {
        initial = " = \(literal)"
      } else {
        let kind = isOptional ? "database" : "sql"
        arguments.append("default: .\(kind)(\(value.expression.swiftLiteral))")
      }
    }
    if let collation = column.collation { arguments.append("collate: \(collation.swiftCollation)") }
    let check = table.checks.first { $0.column.map { $0.isSameName(as: column.name) } ?? false }
    if let check, isSaid(check) { arguments.append("check: \(check.expression.swiftLiteral)") }
    if let generated = column.generated {
      let kind = generated.isStored ? "stored" : "virtual"
      arguments.append("generated: .\(kind)(\(generated.expression.swiftLiteral))")
    }
    if let argument = type.asArgument { arguments.append("as: \(argument).self") }
    if let meaning = column.representation?.meaning {
      arguments.append("meaning: \(meaning.swiftLiteral)")
    }
    if let reference = table.references.first(where: { isSimple($0, of: column, type) }) {
      arguments += self.arguments(of: reference)
    }
    if let conflict = column.notNull?.conflict, conflict != .abort {
      unsaid.append("column \(column.name): NOT NULL ON CONFLICT \(conflict.rawValue)")
    }
    let property = "var \(name): \(type.name)\(isOptional ? "?" : "")\(initial)"
    let reason = type.reason.map { "  // Inferred from the stored values: \($0).\n" } ?? ""
    if arguments.isEmpty { return reason + "  \(property)" }
    let attribute = "  @Column(\(arguments.joined(separator: ", ")))"
    let isShort = attribute.utf8.count + property.utf8.count < 100
    return reason + attribute + (isShort ? " " : "\n  ") + property
  }

  private func keyArguments(isNamedID: Bool) -> [String] {
    guard let key = table.primaryKey else { return [] }
    switch plan.key {
    case .none: return []
    case .constraint: return isNamedID ? ["primaryKey: false"] : []
    case .written: return isNamedID && key.columns.count == 1 ? [] : ["primaryKey: true"]
    case .marked:
      let autoincrement = key.isAutoincrement ? ["autoincrement: true"] : []
      return (isNamedID && key.columns.count == 1 ? [] : ["primaryKey: true"]) + autoincrement
    }
  }

  private func takeUnique(of column: Schema.Column) -> Bool {
    table.keys.contains { $0.isSimple && $0.columns[0].text.isSameName(as: column.name) }
  }

  // MARK: - References

  /// Whether `references:` can express the reference: it refers to the key, of the same type, of a
  /// table that has a struct.
  private func isSimple(
    _ reference: Schema.Reference, of column: Schema.Column, _ type: SwiftType
  ) -> Bool {
    guard reference.columns.count == 1, reference.columns[0].isSameName(as: column.name),
      case .none = reference.match, reference.deferral != .deferred,
      let parent = plans[SQLName(reference.table)], parent.isKeyed,
      let key = parent.table.primaryKey, key.columns.count == 1,
      let parentColumn = key.columns[0].column.flatMap(parent.table.column)
    else { return false }
    // The macro rejects an action that the column does not support.
    let writesNull = [reference.onDelete, reference.onUpdate].contains(.setNull)
    if writesNull && !plan.isOptional(column) { return false }
    let isToKey =
      reference.tableColumns.isEmpty
      || reference.tableColumns.count == 1
        && reference.tableColumns[0].isSameName(as: parentColumn.name)
    return isToKey && parent.type(parentColumn).isStoredAs(type)
      && (options.isFull || type.helper == nil)
  }

  private func arguments(of reference: Schema.Reference) -> [String] {
    guard let parent = plans[SQLName(reference.table)]?.typeName else { return [] }
    var arguments = ["references: \(parent).self"]
    if reference.onDelete != .noAction {
      arguments.append("onDelete: .\(reference.onDelete.swiftCase)")
    }
    if reference.onUpdate != .noAction {
      arguments.append("onUpdate: .\(reference.onUpdate.swiftCase)")
    }
    return arguments
  }

  // MARK: - Constraints and indexes of the table

  private mutating func addConstraints() {
    if let key = table.primaryKey, plan.key == .written || plan.key == .constraint {
      constraints.append(key.tableSQL)
    }
    constraints += table.keys.filter { $0.kind == .unique && !$0.isSimple }.map(\.tableSQL)
    var seen: Set<SQLName> = []
    for reference in table.references {
      let column = reference.columns.count == 1 ? table.column(reference.columns[0]) : nil
      let isSaid = column.map {
        isSimple(reference, of: $0, plan.type($0))
          && seen.insert(SQLName($0.name)).inserted
      }
      if isSaid != true { constraints.append(reference.tableSQL) }
    }
    for check in table.checks where !isSaid(check) { constraints.append(check.sql) }
  }

  /// Whether `check:` can express the check: it is the only one of its column, and unnamed.
  private func isSaid(_ check: Schema.Check) -> Bool {
    guard case .none = check.name, let column = check.column else { return false }
    return table.checks.count { $0.column.map { $0.isSameName(as: column) } ?? false } == 1
  }

  private func source(of index: Schema.Index) -> String {
    let isPlain = index.columns.allSatisfy {
      !$0.isExpression && $0.collation == nil && !$0.isDescending && table.column($0.text) != nil
    }
    var arguments = index.columns.map {
      isPlain ? "\\.\(property($0.text))" : $0.sql.swiftLiteral
    }
    if !isPlain { arguments[0] = "terms: " + arguments[0] }
    if index.isUnique { arguments.append("unique: true") }
    if let condition = index.condition { arguments.append("where: \(condition.swiftLiteral)") }
    arguments.append("name: \(index.name.swiftLiteral)")
    return "  #Index<\(plan.typeName)>(\(arguments.joined(separator: ", ")))"
  }
}

extension Schema.Key {
  /// Whether `unique: true` can express the key.
  fileprivate var isSimple: Bool {
    kind == .unique && columns.count == 1 && (conflict ?? .abort) == .abort
      && columns[0].collation == nil && !columns[0].isExpression && !columns[0].isDescending
  }
}

extension Schema.Action {
  fileprivate var swiftCase: String {
    switch self {
    case .noAction: "noAction"
    case .restrict: "restrict"
    case .setNull: "setNull"
    case .setDefault: "setDefault"
    case .cascade: "cascade"
    }
  }
}

extension [String] {
  fileprivate var renamedFrom: String {
    "renamedFrom: " + map(\.swiftLiteral).joined(separator: ", ")
  }
}

extension String {
  fileprivate var swiftCollation: String {
    if isSameName(as: "BINARY") { return ".binary" }
    if isSameName(as: "NOCASE") { return ".noCase" }
    return isSameName(as: "RTRIM") ? ".rightTrim" : swiftLiteral
  }

  /// The literal as a value of the type, for which the macro generates the same default.
  fileprivate func swiftValue(of type: SwiftType) -> String? {
    let tokens = SQLTokens(self).map(\.self)
    guard tokens.count == 1, case .none = type.asArgument else { return nil }
    switch tokens[0].kind {
    case .string where type.name.hasSameBytes(as: "String"): return tokens[0].unquoted.swiftLiteral
    case .number where type.name.hasSameBytes(as: "Int"):
      return Int64(self).map { "\($0)" }
    case .number where type.name.hasSameBytes(as: "Double"):
      return Double(self).flatMap { "\($0)".hasSameBytes(as: self) ? self : nil }
    default: return nil
    }
  }
}
