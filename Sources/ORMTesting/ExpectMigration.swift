import Foundation
public import ORM
public import Testing

/// Expects that a database of an older version migrates to a schema, and that a second migration
/// does nothing.
///
/// ```swift
/// try await expectMigration(
///   from: """
///     CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
///     INSERT INTO album VALUES (1, 'Promise');
///     """,
///   to: Schema(of: Album.self)
/// ) { db in
///   #expect(try await db.fetch(Album.self).map(\.title) == ["Promise"])
/// }
/// ```
///
/// The database is created in a temporary file, which is deleted afterwards. After the migration it
/// must match the schema, and pass the integrity check and the foreign key check.
///
/// - Parameters:
///   - older: The older version: SQL, which may also insert rows, or JSON from ``Schema/json()``.
///   - rows: SQL that inserts rows, if `older` does not. The default is empty.
///   - schema: The schema to migrate to.
///   - allowing: The data losses that are permitted. The default is none.
///   - fill: The values of new columns.
///   - converting: The conversions of the values of changed columns.
///   - configuration: The configuration that the database is opened with. The default trusts its
///     schema (``Configuration/trustedSchema``) and uses one reader.
///   - body: Checks the migrated database. The default does nothing.
/// - Returns: The plan of the migration.
/// - Throws: The errors of the migration and of `body`.
@discardableResult
public func expectMigration(
  from older: String, rows: String = "", to schema: Schema, allowing: [PermittedLoss] = [],
  fill: [ColumnRule] = [], converting: [ColumnRule] = [],
  configuration: Configuration? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (Database) async throws -> Void = { _ in }
) async throws -> MigrationPlan {
  let folder = NSTemporaryDirectory() + "orm-migration-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  var trusting = Configuration(readerCount: 1)
  trusting.trustedSchema = true
  let db = try Database(folder + "/older.sqlite", configuration: configuration ?? trusting)
  let isJSON = older.utf8.first { !$0.isBlank } == UInt8(ascii: "{")
  let statements = isJSON ? try Schema(json: older).statements : [older]
  for statement in statements + [rows] {
    try await db.execute(script: SQL(stringLiteral: statement))
  }
  let plan = try await db.migrate(
    to: schema, allowing: allowing, fill: fill, converting: converting)
  do {
    try await db.verify(schema)
  } catch let error as SchemaMismatchError {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  let again = try await db.migrate(
    to: schema, allowing: allowing, fill: fill, converting: converting)
  #expect(
    again.isEmpty, "a second migration to the same schema is not empty",
    sourceLocation: sourceLocation)
  let damage = try await db.checkIntegrity()
  #expect(damage == [], sourceLocation: sourceLocation)
  let dangling = try await db.checkForeignKeys()
  #expect(dangling == [], sourceLocation: sourceLocation)
  try await body(db)
  try await db.close()
  return plan
}

/// Expects that the last snapshot in a folder equals this schema, so that every version of the
/// structs is recorded.
///
/// ```swift
/// @Test("each version of the schema is kept")
/// func schemaIsKept() throws {
///   try expectSchema(Schema(of: Artist.self, Album.self), in: "Schemas")
/// }
/// ```
///
/// It fails if the structs have changed and no snapshot was added. With `ORM_RECORD=1` in the
/// environment, it writes a snapshot: `0001.json`, `0002.json` and so on. Commit the snapshots to
/// the repository. Each one can be the older version for
/// ``expectMigration(from:rows:to:allowing:fill:converting:configuration:sourceLocation:_:)``.
///
/// - Parameters:
///   - schema: The schema of the structs.
///   - folder: The folder of the snapshots. A relative path starts at the folder of the test's
///     file.
/// - Throws: File system errors; `DecodingError` if a file is not a snapshot.
public func expectSchema(
  _ schema: Schema, in folder: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let isRecording = ProcessInfo.processInfo.environment["ORM_RECORD"] == "1"
  try expectSchema(
    schema, in: folder, file: file, isRecording: isRecording, sourceLocation: sourceLocation)
}

/// The implementation, which takes the environment's flag as an argument, so that it can be tested.
package func expectSchema(
  _ schema: Schema, in folder: String, file: String, isRecording: Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let files = FileManager.default
  let path = URL(
    fileURLWithPath: folder, isDirectory: true,
    relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent())
  let names = ((try? files.contentsOfDirectory(atPath: path.path)) ?? [])
    .filter { $0.utf8.suffix(5).elementsEqual(".json".utf8) }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  let last = try names.last.map { name in
    try Schema(json: String(contentsOf: path.appendingPathComponent(name), encoding: .utf8))
  }
  if last == schema { return }
  if isRecording {
    try files.createDirectory(at: path, withIntermediateDirectories: true)
    let number = "\(names.count + 1)"
    let name = String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number + ".json"
    try (try schema.json() + "\n").write(
      to: path.appendingPathComponent(name), atomically: true, encoding: .utf8)
    return
  }
  let changes =
    last.map { schema.changes(from: $0).map { "- \($0)" } } ?? ["- there is no snapshot yet"]
  Issue.record(
    """
    the structs differ from the last snapshot in \(folder); set ORM_RECORD=1 to add one:
    \(changes.isEmpty ? "- only former names or spelling differ" : changes.joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
