import ORMCore

extension Schema {
  /// Returns the tables as Swift structs: the source of a file that compiles unchanged.
  ///
  /// ```swift
  /// print(try await db.schema().swiftSource())
  /// // import Foundation
  /// // import ORM
  /// //
  /// // /// The table `artist`.
  /// // @Table("artist")
  /// // struct Artist: Identifiable, Sendable {
  /// //   var id: Int?
  /// //   var name: String
  /// // }
  /// ```
  ///
  /// Names follow Swift's conventions (`objectID` for `object_id`), types follow the columns'
  /// affinities, and columns that accept NULL are optional. If the library has no representation of
  /// a type, such as `NUMERIC` or `TIMESTAMP`, the file ends with one. Everything that structs
  /// can't express, such as views and a column's `ON CONFLICT`, is written as a comment. See
  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  ///
  /// The command `orm generate` also looks at the stored values: its types are narrower, and it
  /// writes views, enums and relations.
  public func swiftSource() -> String { swiftSource(SwiftSourceOptions()) }

  /// Returns the tables, and everything that the options ask for, as Swift structs.
  package func swiftSource(_ options: SwiftSourceOptions) -> String {
    var names = options.isFull ? SwiftNames.allTypes : .types
    if let namespace = options.namespace { _ = names.unused(namespace) }
    let tables = tables.filter(\.canBeStruct)
    let typeNames = tables.map { names.unused(SwiftName($0.name).type) }
    let views = options.isFull ? selections(options, &names) : []
    let plans = zip(tables, typeNames).map { table, name in
      StructPlan(table, typeName: name, types: names, options: options)
    }
    let plansByName = Dictionary(
      plans.map { (SQLName($0.table.name), $0) }, uniquingKeysWith: { first, _ in first })
    var parts: [String] = []
    var helpers: Set<SwiftRepresentation> = []
    var unsaid: [String] = []
    for plan in plans {
      var source = StructSource(plan, in: self, plans: plansByName, options: options)
      parts.append(source.source())
      helpers.formUnion(source.helpers)
      unsaid += source.unsaid.map { "\(plan.table.name): \($0)" }
    }
    for view in views {
      parts.append(view.source)
      unsaid += view.unsaid
      if view.needsUntyped { helpers.insert(.untyped) }
    }
    parts += helpers.map { (name: $0.name, source: $0.source, place: $0.place) }
      .sorted { ($0.place, $0.name) < ($1.place, $1.name) }.map(\.source)
    var end: [String] = []
    if options.isFull {
      end = RelationSource(plans, names: plansByName, in: options.namespace).extensions()
    }
    let known = Set(views.map { SQLName($0.tableName) })
    unsaid += self.tables.filter { !$0.canBeStruct }.map(\.sql)
    unsaid += indexes.filter { table($0.table)?.canBeStruct != true }.map(\.sql)
    unsaid += virtualTables.filter { !known.contains(SQLName($0.name)) }.map(\.sql)
    unsaid += self.views.filter { !known.contains(SQLName($0.name)) }.map(\.sql)
    unsaid += triggers.filter {
      table($0.table)?.canBeStruct != true && !known.contains(SQLName($0.table))
    }
    .map(\.sql)
    unsaid += unreadable.map { "\($0)" }
    if !unsaid.isEmpty {
      let lines = unsaid.map { "// \($0.inSwiftComment)" }
      end.append("// These structs do not declare:\n//\n" + lines.joined(separator: "\n"))
    }
    if let namespace = options.namespace { parts = [Self.namespace(namespace, around: parts)] }
    let heading = options.heading.map { "// \($0.inSwiftComment)\n" }.joined()
    let imports = (heading.isEmpty ? "" : heading + "\n") + "import Foundation\nimport ORM"
    return ([imports] + parts + end).joined(separator: "\n\n") + "\n"
  }

  /// Returns the structs of views and virtual tables, in the order of the schema.
  private func selections(
    _ options: SwiftSourceOptions, _ names: inout SwiftNames
  ) -> [SelectionSource] {
    let views = self.views.map {
      (name: $0.name, view: Optional($0), virtual: Schema.VirtualTable?.none)
    }
    let tables = virtualTables.map {
      (name: $0.name, view: Schema.View?.none, virtual: Optional($0))
    }
    return (views + tables).compactMap { name, view, virtual in
      guard let columns = options.selected[SQLName(name)], !columns.isEmpty else { return nil }
      let typeName = names.unused(SwiftName(name).type)
      return SelectionSource(
        name, typeName, columns, view: view, virtual: virtual, triggers: triggers(of: name),
        naming: options.naming)
    }
  }

  /// Returns an enum that contains types, with each line indented.
  private static func namespace(_ name: String, around parts: [String]) -> String {
    let lines = parts.joined(separator: "\n\n").lines
    let body = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    return "enum \(name) {\n\(body)\n}"
  }
}

extension Schema.Table {
  /// Whether a struct can declare the table. It can't name a column whose name is empty.
  package var canBeStruct: Bool { columns.allSatisfy { !$0.name.isEmpty } }
}
