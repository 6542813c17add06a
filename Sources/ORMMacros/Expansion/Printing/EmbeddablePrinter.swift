import ORMDeclarations

/// Prints the extension that makes a struct a group of columns.
struct EmbeddablePrinter {
  let group: StructModel
  /// Whether the extension declares the conformance because the struct does not.
  let statesConformance: Bool
  /// Whether the extension shows the group without the values of redacted columns, because the
  /// struct does not describe itself.
  let printsMirror: Bool
  private let root: String
  private let row: String
  private let parameters: String

  init(_ group: StructModel, statesConformance: Bool = true, printsMirror: Bool = true) {
    self.group = group
    self.statesConformance = statesConformance
    self.printsMirror = printsMirror
    let names = group.members.typeNames
    root = "Root".unlike(names)
    row = "Row".unlike(names)
    parameters = "Parameters".unlike(names)
  }

  private var access: String { group.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Address: ORMCore.Embeddable {
  ///   …
  /// }
  /// ```
  var source: String {
    let mirror = printsMirror ? group.members.mirror(access: access) : []
    let names =
      (statesConformance ? ["\(coreModule).Embeddable"] : [])
      + (mirror.isEmpty ? [] : ["\(swift)CustomReflectable"])
    let conformance = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    let lines =
      group.availability
      + ["nonisolated extension \(group.extendedName)\(conformance) {"]
      + [group.columnTypes, columnsType, count, schema, rowInitializer, binding, stored, mirror]
      .flatMap { $0 }.indented
      + ["}"]
    return lines.joined(separator: "\n")
  }

  /// ```swift
  /// struct Columns<Root>: ORM.EmbeddedColumns {
  ///   private let prefix: String
  ///   private let source: ORM.TableSource
  ///   init(prefix: String, in source: ORM.TableSource) {
  ///     self.prefix = prefix
  ///     self.source = source
  ///   }
  ///   static func nodes(of columns: Self) -> [ORM.SQLNode] {
  ///     Address.nodes(prefix: columns.prefix, in: columns.source)
  ///   }
  ///   var city: ORM.Column<Root, String> { ORM.Column(prefix + "city", in: source) }
  /// }
  /// ```
  private var columnsType: [String] {
    let taken = Set(group.members.map { $0.property.withoutBackticks[...] })
    let prefix = "prefix".unlike(taken)
    let source = "source".unlike(taken)
    var lines = [
      "private let \(prefix): \(swift)String",
      "private let \(source): \(orm)TableSource",
      "\(access)init(prefix: \(swift)String, in source: \(orm)TableSource) {",
      "  self.\(prefix) = prefix",
      "  self.\(source) = source",
      "}",
      "\(access)static func nodes(of columns: Self) -> [\(orm)SQLNode] {",
      "  \(group.typeName).nodes(prefix: columns.\(prefix), in: columns.\(source))",
      "}",
    ]
    lines += group.members.onTheirLines { member in
      let access = member.access.prefix(within: group.access)
      let (type, value) = member.column(root: root, source: source) { "\(prefix) + \($0)" }
      return "\(access)var \(member.property): \(type) { \(value) }"
    }
    return ["\(access)struct Columns<\(root)>: \(orm)EmbeddedColumns {"] + lines.indented + ["}"]
  }

  /// ```swift
  /// static var columnCount: Int { 2 }
  /// ```
  private var count: [String] {
    var position = Position(0)
    group.members.forEach { position.advance(by: $0) }
    return ["\(access)static var columnCount: \(swift)Int { \(position) }"]
      + group.members.nullability(access: access)
  }

  /// ```swift
  /// static func addColumns(to schema: inout ORM.TableSchema, prefix: String) {
  ///   schema.add(prefix + "street", String.self)
  ///   schema.add(prefix + "city", String.self)
  ///   schema.index(prefix + "city")
  /// }
  /// ```
  private var schema: [String] {
    let statements = group.members.flatMap { member -> [String] in
      switch member {
      case .column(let column):
        let source = { (name: String) in "prefix + \(name.swiftLiteral)" }
        let name = source(column.name)
        return column.schemaStatements(name: name, source: source)
          + (column.hasIndex ? ["schema.index(\(name))"] : [])
      case .embedded(let group):
        return [group.schemaStatement(prefix: "prefix + \(group.prefix.swiftLiteral)")]
      }
    }
    return [
      "\(access)static func addColumns(to schema: inout \(orm)TableSchema, "
        + "prefix: \(swift)String) {"
    ] + statements.indented + ["}"]
  }

  /// ```swift
  /// init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row, at index: Int) throws {
  ///   let street = try String.read(from: row, at: index)
  ///   let city = try String.read(from: row, at: index + 1)
  ///   self.init(street: street, city: city)
  /// }
  /// ```
  private var rowInitializer: [String] {
    let reads = readingBody(
      positions(from: "index").map { ($0, $1) },
      hasMemberwiseInitializer: group.hasMemberwiseInitializer, besides: ["row", "index"])
    return [
      "\(access)init<\(row): \(orm)RowReader & ~\(swift)Copyable>(row: borrowing \(row), "
        + "at index: \(swift)Int) throws {"
    ] + reads.indented + ["}"]
  }

  /// ```swift
  /// func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
  ///   to parameters: inout Parameters, at position: Int
  /// ) throws {
  ///   try String.write(self.street, to: &parameters, at: position)
  ///   try String.write(self.city, to: &parameters, at: position + 1)
  /// }
  /// ```
  private var binding: [String] {
    let writes = positions(from: "position").flatMap { $0.write(at: $1) }
    return [
      "\(access)func bind<\(parameters): \(orm)ParameterWriter & ~\(swift)Copyable>(",
      "  to parameters: inout \(parameters), at position: \(swift)Int",
      ") throws {",
    ] + writes.indented + ["}"]
  }

  /// ```swift
  /// init(stored value: Address) throws {
  ///   self = value
  /// }
  /// ```
  private var stored: [String] {
    let values = group.members.map { ($0, $0.asStored("value.\($0.property)")) }
    let readBack = group.members.readBack.map {
      ["\(access)static var needsReadBack: \(swift)Bool { \($0) }"]
    }
    return ["\(access)init(stored value: \(group.typeName)) throws {"]
      + storedBody(values, hasIgnoredVariables: group.hasIgnoredVariables).indented + ["}"]
      + (readBack ?? [])
  }

  private func positions(from start: String) -> [(member: TableModel.Member, Position)] {
    var position = Position(0, from: start)
    return group.members.map { member in
      defer { position.advance(by: member) }
      return (member, position)
    }
  }
}
