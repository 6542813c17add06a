import Foundation
public import ORM
public import Testing

/// Expects that a database of an older version comes to a schema, and that nothing is left to do
/// then.
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
/// The database is made in a temporary file and is gone with the call. After the migration it is as
/// the schema says, sound, and each reference leads somewhere; to migrate again does nothing.
///
/// - Parameters:
///   - older: The older version: SQL, with its rows if you like, or what ``Schema/json()`` wrote.
///   - rows: SQL that inserts rows, if `older` does not.
///   - schema: The aim.
///   - allowing: What may be lost.
///   - fill: Values of new columns.
///   - converting: Values of columns that change.
///   - configuration: How the database is opened; by default so that its schema is trusted.
///   - body: Looks at the migrated database.
/// - Returns: what was done.
/// - Throws: what the migration throws, and `body`.
@discardableResult
public func expectMigration(
  from older: String, rows: String = "", to schema: Schema, allowing: [AllowedLoss] = [],
  fill: [ColumnRule] = [], converting: [ColumnRule] = [],
  configuration: Configuration? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (Database) async throws -> Void = { _ in }
) async throws -> MigrationPlan {
  let folder = NSTemporaryDirectory() + "orm-migration-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  var trusting = Configuration(readerCount: 1)
  trusting.trustsSchema = true
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
  } catch let error as SchemaMismatch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  let again = try await db.migrate(
    to: schema, allowing: allowing, fill: fill, converting: converting)
  #expect(again.isEmpty, "there is more to do after it is done", sourceLocation: sourceLocation)
  let damage = try await db.checkIntegrity()
  #expect(damage == [], sourceLocation: sourceLocation)
  let dangling = try await db.checkForeignKeys()
  #expect(dangling == [], sourceLocation: sourceLocation)
  try await body(db)
  try await db.close()
  return plan
}

/// Expects that the last snapshot in a folder is of this schema, so that no version of the structs
/// is forgotten.
///
/// ```swift
/// @Test("each version of the schema is kept")
/// func schemaIsKept() throws {
///   try expectSchema(Schema(of: Artist.self, Album.self), in: "Schemas")
/// }
/// ```
///
/// It fails if the structs have changed and no snapshot was added. With `ORM_RECORD=1` in the
/// environment it writes one: `0001.json`, `0002.json` and so on, which belong into the repository.
/// Each of them is an older version for
/// ``expectMigration(from:rows:to:allowing:fill:converting:configuration:sourceLocation:_:)``.
///
/// - Parameters:
///   - schema: What the structs describe.
///   - folder: The folder of the snapshots; a relative path is beside the file of the test.
/// - Throws: an error of the file system; `DecodingError` if a snapshot is none.
public func expectSchema(
  _ schema: Schema, in folder: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let isRecording = ProcessInfo.processInfo.environment["ORM_RECORD"] == "1"
  try expectSchema(
    schema, in: folder, file: file, isRecording: isRecording, sourceLocation: sourceLocation)
}

/// The same for tests of it.
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
    the structs are not those of the last snapshot in \(folder); ORM_RECORD=1 adds one:
    \(changes.isEmpty ? "- former names, or how it is written" : changes.joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
