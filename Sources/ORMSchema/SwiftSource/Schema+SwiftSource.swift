import ORMCore

extension Schema {
  /// The tables as structs of Swift: a file that compiles as it is.
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
  /// Names are Swift's (`objectID` of `object_id`), types are those of the columns' affinities, and
  /// columns that take NULL are optional. A type that the library has no representation of, such
  /// as `NUMERIC` or `TIMESTAMP`, gets one at the end of the file. What structs can't say is there
  /// as a comment: views, what a column does in a conflict. See
  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  ///
  /// The tool's `orm generate` knows what is stored, too: its types are narrower, and it writes
  /// views, enums and relations.
  public func swiftSource() -> String { swiftSource(SwiftSourceOptions()) }

  /// The tables, and what else is asked for, as structs of Swift.
  package func swiftSource(_ options: SwiftSourceOptions) -> String {
    var names = options.isFull ? SwiftNames.allTypes : .types
    if let namespace = options.namespace { _ = names.unused(namespace) }
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
    unsaid += indexes.filter { table($0.table) == nil }.map(\.sql)
    unsaid += virtualTables.filter { !known.contains(SQLName($0.name)) }.map(\.sql)
    unsaid += self.views.filter { !known.contains(SQLName($0.name)) }.map(\.sql)
    unsaid += triggers.filter { table($0.table) == nil && !known.contains(SQLName($0.table)) }
      .map(\.sql)
    unsaid += unreadable.map { "\($0)" }
    if !unsaid.isEmpty {
      let lines = unsaid.map { "// \($0.inSwiftComment)" }
      end.append("// These structs do not say:\n//\n" + lines.joined(separator: "\n"))
    }
    if let namespace = options.namespace { parts = [Self.namespace(namespace, around: parts)] }
    let heading = options.heading.map { "// \($0.inSwiftComment)\n" }.joined()
    let imports = (heading.isEmpty ? "" : heading + "\n") + "import Foundation\nimport ORM"
    return ([imports] + parts + end).joined(separator: "\n\n") + "\n"
  }

  /// The structs of views and virtual tables, in the order of the schema.
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

  /// An enum around types, each line of which is moved to the right.
  private static func namespace(_ name: String, around parts: [String]) -> String {
    let lines = parts.joined(separator: "\n\n").lines
    let body = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    return "enum \(name) {\n\(body)\n}"
  }
}
