import ORMCore
import ORMSQLite
import ORMSchema

/// Findings about collations, and modules and tokenizers of virtual tables, that only the program
/// of the database has.
enum UnknownFindings {
  static func of(_ schema: Schema, in file: DatabaseFile) async throws -> [Finding] {
    let (names, orders) = try await file.unknownCollations()
    let modules = try await file.reading { db in
      schema.virtualTables.compactMap { table in db.problem(of: table).map { (table, $0) } }
    }
    return collations(schema, Set(names.map { SQLName($0) }), orders)
      + modules.map { table, problem in
        Finding(
          "unknown-module", .note, of: table.name,
          "its rows were not read, because only the database's program can read the virtual table: "
            + problem,
          cure: nil)
      }
  }

  /// A finding for each table and each collation.
  private static func collations(
    _ schema: Schema, _ names: Set<SQLName>, _ orders: [UnknownCollations.Order]
  ) -> [Finding] {
    if names.isEmpty { return [] }
    let orders = Dictionary(grouping: orders) { SQLName($0.table) }
    return schema.tables.flatMap { table -> [Finding] in
      let columns = table.columns.filter { column in
        column.collation.map { names.contains(SQLName($0)) } ?? false
      }
      let here = orders[SQLName(table.name)] ?? []
      var found: [SQLName] = []
      for name in columns.compactMap(\.collation) + here.map(\.collation)
      where !found.contains(SQLName(name)) {
        found.append(SQLName(name))
      }
      return found.map { name in
        let columns = columns.filter { $0.collation.map { SQLName($0) } == name }.map(\.name)
        let indexes = here.filter { SQLName($0.collation) == name }.map(\.words)
        let place = columns.isEmpty ? "" : " of \(columns.joined(separator: ", "))"
        let unchecked =
          indexes.isEmpty
          ? "" : ", and the order of \(indexes.joined(separator: ", ")) was not checked"
        return Finding(
          "unknown-collation", .note, of: table.name,
          "orm does not have the collation \(name.text)\(place): text was compared by bytes"
            + unchecked, cure: nil)
      }
    }
  }
}

extension UnknownCollations.Order {
  fileprivate var words: String { isTable ? "the table" : "the index \(index)" }
}

extension Questions {
  /// The reason why a virtual table can't be read; nil if it can be.
  func problem(of table: Schema.VirtualTable) -> String? {
    do {
      _ = try rows("SELECT * FROM main.\(table.name.quotedIdentifier) LIMIT 0")
      return nil
    } catch {
      return (error as? DatabaseError)?.message ?? "\(error)"
    }
  }
}
