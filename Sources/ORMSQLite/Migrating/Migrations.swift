import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Steps by which a program changes its data, each run once in each database.
///
/// ```swift
/// let migrations = Migrations {
///   Step("2026-11 split names") { tx in
///     try tx.execute("UPDATE person SET first = substr(name, 1, instr(name, ' ') - 1)")
///   }
///   SQLFile(Bundle.module.url(forResource: "2026-12-genres", withExtension: "sql")!)
/// }
/// try await db.migrate(migrations)
/// ```
///
/// What the structs say needs no step:
/// ``Database/migrate(to:allowing:fill:converting:backup:progress:)`` brings tables to it. Steps
/// are for data that has to be computed, looked up or moved.
public struct Migrations: Sendable {
  /// The steps, in the order in which they run.
  public let steps: [Step]

  /// Migrations of these steps.
  public init(@MigrationsBuilder _ steps: () throws -> [Step]) rethrows { self.steps = try steps() }
}

/// One step of ``Migrations``.
///
/// Foreign keys are off while a step runs, and are checked before its commit: the tables that a
/// step rebuilds keep the rows that refer to them, and no row is deleted by `ON DELETE CASCADE`.
/// If the step leaves references to rows that are not there, beyond those that were broken before
/// it, it is undone and ``StepError`` reports them.
///
/// ```swift
/// Step("2027-01 rebuild artist", sql: """
///   CREATE TABLE new_artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT) STRICT;
///   INSERT INTO new_artist (id, name) SELECT id, name FROM artist;
///   DROP TABLE artist;
///   ALTER TABLE new_artist RENAME TO artist;
///   """)
/// ```
public struct Step: Sendable {
  /// How a step treats foreign keys.
  public enum ForeignKeys: Sendable, Hashable {
    /// They are off while the step runs, so that no row is deleted or changed by the references to
    /// it, and are checked before the step's commit.
    case checked
    /// They are on, with their actions: `ON DELETE CASCADE` deletes rows. A table that the step
    /// drops takes the rows that refer to it along.
    case enforced
  }

  /// What a step comes before.
  public enum Point: Sendable, Hashable {
    /// The tables being brought to the schema: the step finds them as they were.
    case schema
    /// What the schema no longer has being dropped: the step finds the tables and columns of the
    /// schema, and also those that will go.
    ///
    /// Only a version of a ``SchemaHistory`` can have this step, as its recorded schema says what
    /// goes. `NOT NULL` of new columns without a value, and new keys, checks, references, views and
    /// triggers of existing tables are added after the step.
    case removals
  }

  /// The name by which it is noted that the step has run. It is never changed.
  public let name: String
  let point: Point?
  let foreignKeys: ForeignKeys
  /// The SQL; nil of a closure.
  let sql: String?
  let body: @Sendable (isolated Connection) throws -> Void

  /// A step in Swift.
  ///
  /// - Parameters:
  ///   - name: The name by which it is noted that the step has run.
  ///   - point: What it comes before; by default it comes after the schema.
  ///   - foreignKeys: How it treats foreign keys. The default is `.checked`.
  ///   - body: Runs in a transaction, which is undone if it throws.
  public init(
    _ name: String, before point: Point? = nil, foreignKeys: ForeignKeys = .checked,
    _ body: @escaping @Sendable (isolated Connection) throws -> Void
  ) {
    self.name = name
    self.point = point
    self.foreignKeys = foreignKeys
    sql = nil
    self.body = body
  }

  /// A step in SQL, of one statement or several.
  ///
  /// Its text is noted by a checksum, for which it makes no difference how lines end.
  ///
  /// - Parameters:
  ///   - name: The name by which it is noted that the step has run.
  ///   - point: What it comes before; by default it comes after the schema.
  ///   - foreignKeys: How it treats foreign keys. The default is `.checked`.
  ///   - sql: The statements. `BEGIN`, `COMMIT` and `PRAGMA foreign_keys` are refused: the step
  ///     runs in a transaction, with foreign keys off.
  public init(
    _ name: String, before point: Point? = nil, foreignKeys: ForeignKeys = .checked, sql: String
  ) {
    self.name = name
    self.point = point
    self.foreignKeys = foreignKeys
    self.sql = sql
    body = { connection in try connection.execute(script: SQL(stringLiteral: sql)) }
  }
}

extension Step {
  /// The checksum of the SQL; nil of a closure.
  var checksum: String? { sql?.checksumOfLines }
}

/// A step whose SQL is in a file; its name is the file's, without what is behind the last point.
public struct SQLFile: Sendable {
  /// The step.
  public let step: Step

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - point: What the step comes before; by default it comes after the schema.
  ///   - foreignKeys: How the step treats foreign keys. The default is `.checked`.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if it can't be read as UTF-8.
  public init(
    _ url: URL, before point: Step.Point? = nil, foreignKeys: Step.ForeignKeys = .checked
  ) throws {
    guard let sql = try? String(contentsOf: url, encoding: .utf8) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the file of a step can't be read as UTF-8",
        path: url.path)
    }
    step = Step(
      url.deletingPathExtension().lastPathComponent, before: point, foreignKeys: foreignKeys,
      sql: sql)
  }
}

/// Collects the steps of ``Migrations``.
@_documentation(visibility: internal)
@resultBuilder
public enum MigrationsBuilder {
  /// A step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// A step in a file.
  public static func buildExpression(_ file: SQLFile) -> [Step] { [file.step] }
  /// Steps that are made elsewhere.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// The steps, one after the other.
  public static func buildBlock(_ steps: [Step]...) -> [Step] { steps.flatMap(\.self) }
  /// Steps if a condition holds.
  public static func buildOptional(_ steps: [Step]?) -> [Step] { steps ?? [] }
  /// Steps of one of two branches.
  public static func buildEither(first steps: [Step]) -> [Step] { steps }
  /// Steps of one of two branches.
  public static func buildEither(second steps: [Step]) -> [Step] { steps }
  /// Steps of a loop.
  public static func buildArray(_ steps: [[Step]]) -> [Step] { steps.flatMap(\.self) }
}

extension String {
  /// A number for the text that does not change with the ends of its lines.
  fileprivate var checksumOfLines: String {
    let bytes = Array(utf8)
    var lines: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      let isEnd =
        byte == UInt8(ascii: "\r") && place + 1 < bytes.count
        && bytes[place + 1] == UInt8(ascii: "\n")
      if !isEnd { lines.append(byte) }
    }
    return Step.checksum(of: String(decoding: lines, as: UTF8.self))
  }
}
