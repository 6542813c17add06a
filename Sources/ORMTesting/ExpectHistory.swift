public import ORM
public import Testing

/// Expects that a database of each version of a history migrates to the newest version, with rows
/// in every table.
///
/// ```swift
/// @Test("each version migrates to the newest one")
/// func history() async throws {
///   try await expectHistory(history)
/// }
/// ```
///
/// For each version, databases are created in memory and filled with rows generated from its
/// recorded schema: values of each column's representation, NULL in columns that accept it,
/// duplicates if no key forbids them, each case of an enum, and rows that refer to other rows. One
/// database is migrated to the newest version at once, and another one through each version in
/// turn. Both must end with the same rows, match the structs' schema, have values that the structs
/// can read, contain no broken reference, and be recorded as the newest version; a second migration
/// must do nothing. A version that deletes rows of a table needs `allowing: [.removingRows("…")]`.
///
/// Each failure is an issue that names the version and the table. Issues show no values except
/// keys. If a table can't be filled because no generated row satisfies a `CHECK`, an issue reports
/// it; then insert your own rows:
///
/// ```swift
/// try await expectHistory(
///   history, rows: ["first": "INSERT INTO coupon (code) VALUES ('A-1'), ('B-2')"])
/// ```
///
/// - Parameters:
///   - history: The versions of the program's schema.
///   - rows: SQL that inserts rows, by the name of the version. It also runs for later versions, up
///     to the next one with its own SQL. Tables that then have rows get no generated rows. The
///     default is empty.
///   - configuration: The configuration that the databases are opened with. The default trusts
///     their schemas (``Configuration/trustedSchema``) and uses one reader.
///   - body: Called with each database that was migrated at once, and the name of the version at
///     which the database was created. The default does nothing.
/// - Throws: The errors of `body`; ``DatabaseError`` if no database can be opened;
///   `CancellationError`.
public func expectHistory(
  _ history: SchemaHistory, rows: [String: String] = [:], configuration: Configuration? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ db: Database, _ version: String) async throws -> Void = { _, _ in }
) async throws {
  try await expectHistory(history, rows: rows, configuration: configuration, body) { issue in
    Issue.record(Comment(rawValue: issue), sourceLocation: sourceLocation)
  }
}

/// The implementation, which reports issues to a closure, so that it can be tested.
package func expectHistory(
  _ history: SchemaHistory, rows: [String: String], configuration: Configuration? = nil,
  _ body: (_ db: Database, _ version: String) async throws -> Void = { _, _ in },
  report: (String) -> Void
) async throws {
  let versions: [HistoryVersion]
  do {
    versions = try history.checkedVersions()
  } catch {
    return report("the history is not valid: \(error)")
  }
  for name in rows.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  where !versions.contains(where: { $0.name.hasSameBytes(as: name) }) {
    report("rows: names the version \(name.debugDescription), which the history does not have")
  }
  var trusting = Configuration(readerCount: 1)
  trusting.trustedSchema = true
  var trial = HistoryTrial(
    history: history, versions: versions, rows: rows, configuration: configuration ?? trusting)
  // Newest version first, so that a failing step is reported for the shortest way to it only.
  for start in versions.indices.reversed() {
    let db = try await trial.run(from: start)
    for issue in trial.takeIssues() { report(issue) }
    guard let db else { continue }
    try await body(db, versions[start].name)
    try await db.close()
  }
}
