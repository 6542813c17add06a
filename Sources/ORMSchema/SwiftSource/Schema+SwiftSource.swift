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
  /// as a comment: views, triggers, indexes of expressions, what a column does in a conflict. See
  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  public func swiftSource() -> String {
    var names = SwiftNames.types
    var typeNames: [SQLName: String] = [:]
    for table in tables {
      typeNames[SQLName(table.name)] = names.unused(SwiftName(table.name).type)
    }
    var parts = ["import Foundation\nimport ORM"]
    var helpers: Set<SwiftType.Helper> = []
    var unsaid: [String] = []
    for table in tables {
      var source = StructSource(table, in: self, typeNames: typeNames)
      parts.append(source.source())
      helpers.formUnion(source.helpers)
      unsaid += source.unsaid.map { "\(table.name): \($0)" }
    }
    parts += SwiftType.Helper.allCases.filter(helpers.contains).map(\.source)
    unsaid += indexes.filter { table($0.table) == nil }.map(\.sql)
    unsaid += virtualTables.map(\.sql) + views.map(\.sql) + triggers.map(\.sql)
    unsaid += unreadable.map { "\($0)" }
    if !unsaid.isEmpty {
      let lines = unsaid.map { "// \($0.inSwiftComment)" }
      parts.append("// These structs do not say:\n//\n" + lines.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
