import Foundation
import ORM
import ORMReading
import ORMSchema
import Testing

/// The folder of this package.
private let package = String(
  #filePath.dropLast("/Tests/ORMReadingTests/Package/SameAsBuiltTests.swift".count))

#if os(Linux)
  /// Reads the sources of this program, and compares each table with the one that was built.
  @Suite("Schemas read from sources equal those of the built program")
  struct SameAsBuiltTests {
    /// The modules of this program with tables, and the tables that can't be read from sources.
    static let modules: [(module: String, open: Set<String>)] = [
      ("ORMTests", []), ("PublicTables", []), ("ORMCoreTests", []), ("OlderMapperTests", []),
      ("ORMMigrationTests", []), ("ORMXMLTests", []), ("MainActorTests", []),
      ("ORMReadingTests", []),
    ].filter { module in
      // `Tools/quick.sh` builds one test target.
      ProcessInfo.processInfo.environment["ORM_TESTS"].map { $0 == module.module } ?? true
    }

    @Test("Every table of a module is read as in the built program", arguments: modules)
    func tables(module: String, open: Set<String>) throws {
      let built = BuiltTables.of(module)
      let read = try SourcePackage(at: package).schema(of: module)
      var expected: [String: [Schema]] = [:]
      for (name, type) in built {
        var schema = Schema(of: [type])
        // The program can't create it either.
        if schema.unreadable.contains(where: { $0.type == "table" }) { continue }
        schema.triggers = []
        schema.unreadable = []
        expected[name, default: []].append(schema)
      }
      for declaration in read.declarations where declaration.kind != .trigger {
        guard let statements = declaration.createSQL else { continue }
        var schema = Schema(
          reading: statements.map {
            Schema.Entry(type: "table", name: "", table: "", sql: $0)
          })
        declaration.table.map { schema.addDeclared(of: $0) }
        let candidates = expected[declaration.typeName] ?? []
        let place = candidates.firstIndex(of: schema)
        if let place {
          expected[declaration.typeName]?.remove(at: place)
        } else {
          Issue.record(
            "\(declaration.place): \(statements), but \(candidates.flatMap(\.tables).map(\.sql))")
        }
      }
      let tables = Set(built.filter { $0.type is any DatabaseTable.Type }.map(\.name))
      let missing = tables.intersection(expected.filter { !$0.value.isEmpty }.keys)
      let problems = read.problems.filter { problem in
        missing.contains { problem.subject?.hasPrefix($0) ?? false }
      }
      #expect(missing == open, "\(problems.map(\.description).joined(separator: "\n"))")
    }

    @Test(
      "Every trigger with literal statements is read as in the built program", arguments: modules)
    func triggers(module: String, open: Set<String>) throws {
      let built = Dictionary(grouping: BuiltTables.of(module), by: \.name)
      let read = try SourcePackage(at: package).schema(of: module)
      for declaration in read.declarations where declaration.kind == .trigger {
        guard let statements = declaration.createSQL else { continue }
        let schema = Schema(
          reading: statements.map { Schema.Entry(type: "trigger", name: "", table: "", sql: $0) })
        let candidates = (built[declaration.typeName] ?? [])
          .flatMap { Schema(of: [$0.type]).triggers }
        #expect(
          schema.triggers.count == 1 && schema.triggers.allSatisfy(candidates.contains),
          "\(declaration.place): \(statements), but \(candidates.map(\.sql))")
      }
    }
  }
#endif
