import ORMCore
import ORMSQLite
import ORMSchema

/// The findings of a check: what is wrong with a database, or could be better.
package struct CheckReport: Sendable {
  package private(set) var findings: [Finding]

  /// Whether the file is damaged. Nothing else is checked then.
  package var isDamaged: Bool { findings.contains { $0.name.hasSameBytes(as: "damaged") } }

  /// Whether there is an error or a warning, rather than only notes.
  package var isSerious: Bool { findings.contains { $0.severity != .note } }

  /// Checks a database that this process does not have open.
  ///
  /// - Throws: ``ToolError`` if there is no such file; ``DatabaseError`` if it can't be read at
  ///   all.
  package static func read(_ path: String) async throws -> Self {
    let log = FileFindings.log(beside: path)
    let report = try await read(DatabaseFile(path))
    return Self(findings: report.findings + (log.map { [$0] } ?? []))
  }

  /// Checks a database. The whole file is read.
  ///
  /// - Throws: ``DatabaseError`` if it can't be read at all.
  package static func read(_ file: DatabaseFile) async throws -> Self {
    var damages = try await damages(file)
    var findings: [Finding] = []
    if let schema = try? await file.database.schema() {
      findings += FileFindings.violations(in: &damages, schema)
    }
    findings += damages.map { damage in
      Finding(
        "damaged", .error, of: file.path, damage,
        cure: "restore a backup, or save what can be read:"
          + " orm recover \(file.path.shellWord) SAVED")
    }
    // Nothing else about a damaged file is certain.
    if !damages.isEmpty { return Self(findings: findings) }
    let schema = try await file.database.schema()
    for object in schema.unreadable {
      findings.append(
        Finding(
          "unreadable", .note, of: object.name,
          "the SQL of the \(object.type) can't be read: "
            + object.reason, cure: nil))
    }
    findings += try await file.database.doubleQuotedStrings().map { string in
      Finding(
        "double-quoted-string", .warning, of: string.name,
        "the \(string.type) has a string in double quotes, which the library accepts only with"
          + " Configuration.allowsDoubleQuotedStrings: \(string.message)",
        cure: "create it again with the string in single quotes")
    }
    do {
      findings += try await brokenReferences(file)
    } catch let error as DatabaseError where ReferenceFindings.isMismatch(error) {
      // A reference to columns that are not a key ends the check of all tables.
      findings += try await file.reading { try ReferenceFindings.of(schema, asking: $0) }
    }
    findings += try await UnknownFindings.of(schema, in: file)
    findings += SchemaFindings.of(schema)
    findings += try await file.reading { db in
      try BrokenView.all(of: schema.views, asking: db).map { view in
        Finding(
          "broken-view", .warning, of: view.name, view.words,
          cure: "DROP VIEW \(view.name.quotedIdentifier);")
      }
    }
    findings += try await file.reading { try StoredFindings.of(schema, asking: $0) }
    return Self(findings: findings)
  }

  /// Adds the differences of the database from declarations.
  ///
  /// - Parameters:
  ///   - name: The path of the declarations, for the cure.
  ///   - part: The part of the package that was compared, for the cure.
  package mutating func compare(
    _ file: DatabaseFile, with wanted: SchemaFile, named name: String,
    _ part: SourcePart = SourcePart()
  ) async throws {
    let arguments = ([file.path, name] + part.arguments).map(\.shellWord).joined(separator: " ")
    let found = try await SchemaFile.database(file)
    findings += try await file.reading {
      try UnreadableFindings.of(found.schema, declared: wanted.schema, asking: $0)
    }
    let difference = SchemaDifference(from: found, to: wanted)
    findings += difference.changes.map { change in
      if change.isStayingConstraint {
        return Finding(
          "undeclared-constraint", .warning, of: change.object, change.remark,
          cure: "declare it, or drop it with"
            + " orm migrate \(arguments) --allow \(change.dropping.argument.shellWord)")
      }
      let isExtra = change.action == .extra
      return Finding(
        isExtra ? "undeclared" : "differs", isExtra ? .note : .warning, of: change.object,
        change.remark, cure: isExtra ? nil : "orm plan \(arguments)")
    }
  }

  private static func damages(_ file: DatabaseFile) async throws -> [String] {
    do {
      return try await file.database.checkIntegrity()
    } catch let error as DatabaseError where error.extendedCode.primary == .corrupt {
      // The check failed because of the damage.
      return [error.message]
    }
  }

  private static func brokenReferences(_ file: DatabaseFile) async throws -> [Finding] {
    struct Place: Hashable {
      var table: SQLName
      var columns: [SQLName]
      var parent: SQLName
    }
    var counts: [(place: Place, count: Int)] = []
    var numbers: [Place: Int] = [:]
    let (broken, unchecked) = try await file.database.checkKnownForeignKeys()
    for broken in broken {
      let place = Place(
        table: SQLName(broken.table), columns: broken.columns.map(SQLName.init),
        parent: SQLName(broken.parentTable))
      if let known = numbers[place] {
        counts[known].count += 1
      } else {
        numbers[place] = counts.count
        counts.append((place, 1))
      }
    }
    let notes = unchecked.map { table in
      Finding(
        "unchecked-reference", .note, of: table,
        "its references were not checked, because they refer to a key with a collation that orm"
          + " does not have", cure: nil)
    }
    return notes
      + counts.map { place, count in
        let rows = count == 1 ? "1 row refers" : "\(count) rows refer"
        return Finding(
          "broken-reference", .error, of: place.table.text,
          "\(rows) by \(place.columns.map(\.text).joined(separator: ", ")) to a missing row of "
            + "\(place.parent.text)",
          cure: "PRAGMA foreign_key_check(\(place.table.text.quotedIdentifier));")
      }
  }

  /// One or two lines for each finding, errors first.
  package func text(_ style: Style) -> String {
    if findings.isEmpty { return style.green("no problems were found") + "\n" }
    return Finding.Severity.allCases.flatMap { severity in
      findings.filter { $0.severity == severity }
    }.map { $0.text(style) }.joined()
  }

  package var json: JSONValue { .array(findings.map(\.json)) }
}
