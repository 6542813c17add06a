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

  /// The transaction in which a step runs.
  public enum Transaction: Sendable, Hashable {
    /// One of its own, in which it is recorded that the step has run.
    case own
    /// None, for `VACUUM` and `PRAGMA page_size` or `journal_mode`, which SQLite does not do in a
    /// transaction. It is recorded before the step that it has begun, and after the step that it
    /// has run. If the program is stopped in between, the step runs again, so it has to be one that
    /// can be repeated. Foreign keys are enforced.
    case none
  }

  /// The work that a step runs before.
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
  let transaction: Transaction
  /// The lists of steps in whose place it is.
  private(set) var replaced: [[String]] = []
  /// The SQL; nil of a closure.
  package let sql: String?
  let body: @Sendable (isolated Connection) throws -> Void

  /// A step in Swift.
  ///
  /// - Parameters:
  ///   - name: The name by which it is noted that the step has run.
  ///   - point: The work that the step runs before. The default is nil: it runs after the schema.
  ///   - foreignKeys: How it treats foreign keys. The default is `.checked`.
  ///   - transaction: The transaction in which it runs. The default is `.own`.
  ///   - body: Runs in a transaction, which is undone if it throws.
  public init(
    _ name: String, before point: Point? = nil, foreignKeys: ForeignKeys = .checked,
    transaction: Transaction = .own,
    _ body: @escaping @Sendable (isolated Connection) throws -> Void
  ) {
    self.name = name
    self.point = point
    self.foreignKeys = foreignKeys
    self.transaction = transaction
    sql = nil
    self.body = body
  }

  /// A step in SQL, of one statement or several.
  ///
  /// Its text is noted by a checksum, in which comments, white space and the case of words make no
  /// difference.
  ///
  /// - Parameters:
  ///   - name: The name by which it is noted that the step has run.
  ///   - point: The work that the step runs before. The default is nil: it runs after the schema.
  ///   - foreignKeys: How it treats foreign keys. The default is `.checked`.
  ///   - transaction: The transaction in which it runs. The default is `.own`.
  ///   - sql: The statements. `BEGIN`, `COMMIT` and `PRAGMA foreign_keys` are refused: the step
  ///     runs in a transaction, with foreign keys off. `PRAGMA legacy_alter_table` is set back when
  ///     the step ends.
  public init(
    _ name: String, before point: Point? = nil, foreignKeys: ForeignKeys = .checked,
    transaction: Transaction = .own, sql: String
  ) {
    self.name = name
    self.point = point
    self.foreignKeys = foreignKeys
    self.transaction = transaction
    self.sql = sql
    body = { connection in try connection.execute(script: SQL(stringLiteral: sql)) }
  }

  /// Returns the step as one into which earlier steps were merged, which are deleted from the list.
  ///
  /// A database that has run all of them skips the step, and one that has run none of them runs it.
  /// If the step is merged again later, call this once for each list of steps that a database may
  /// have run:
  ///
  /// ```swift
  /// Step("3-start", sql: start).replacing("1-names", "2-genres")
  /// Step("5-start", sql: start)
  ///   .replacing("1-names", "2-genres", "4-tags").replacing("3-start", "4-tags")
  /// ```
  public func replacing(_ first: String, _ others: String...) -> Self {
    replacing([[first] + others])
  }

  fileprivate func replacing(_ lists: [[String]]) -> Self {
    var step = self
    step.replaced += lists
    return step
  }
}

/// A step whose SQL is in a file; its name is the file name without the extension.
///
/// Comments at the beginning of the file can mark the step:
///
/// ```sql
/// -- orm: outside of a transaction
/// -- orm: replaces 2026-11-names, 2026-12-genres
/// ```
///
/// The first line means ``Step/Transaction/none``. The second lists the steps that were merged into
/// this one. If there are several such lines, each is a separate list.
public struct SQLFile: Sendable {
  /// The step.
  public let step: Step

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - point: What the step comes before; by default it comes after the schema.
  ///   - foreignKeys: How the step treats foreign keys. The default is `.checked`.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if it can't be read as UTF-8;
  ///   ``StepError`` if it begins with a mark that is not known.
  public init(
    _ url: URL, before point: Step.Point? = nil, foreignKeys: Step.ForeignKeys = .checked
  ) throws {
    guard let sql = try? String(contentsOf: url, encoding: .utf8) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the file of a step can't be read as UTF-8",
        path: url.path)
    }
    let name = url.deletingPathExtension().lastPathComponent
    let marks = try StepMarks(of: sql, in: name)
    step = Step(
      name, before: point, foreignKeys: foreignKeys,
      transaction: marks.isOutsideOfTransaction ? .none : .own, sql: sql
    ).replacing(marks.replaced)
  }

  /// Reads the files of a folder whose names end with `.sql`, in the order of their names, in which
  /// numbers count as numbers: `2-b.sql` comes before `10-a.sql`.
  ///
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if the folder or a file can't be read;
  ///   ``StepError`` if a file begins with a mark that is not known.
  public static func all(in folder: URL) throws -> [Step] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the folder of steps can't be read", path: folder.path)
    }
    return try names.filter { $0.utf8.suffix(4).elementsEqual(".sql".utf8) }
      .sorted { $0.comesNaturally(before: $1) }
      .map { try Self(folder.appendingPathComponent($0)).step }
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
  /// The text with the ends of lines that Unix has.
  var withUnixLines: String {
    let bytes = Array(utf8)
    var lines: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      let isEnd =
        byte == UInt8(ascii: "\r") && place + 1 < bytes.count
        && bytes[place + 1] == UInt8(ascii: "\n")
      if !isEnd { lines.append(byte) }
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
