import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Steps that change a program's data, each run once in each database.
///
/// ```swift
/// let migrations = MigrationList {
///   MigrationStep("2026-11 split names") { tx in
///     try tx.execute("UPDATE person SET first = substr(name, 1, instr(name, ' ') - 1)")
///   }
///   MigrationFile(Bundle.module.url(forResource: "2026-12-genres", withExtension: "sql")!)
/// }
/// try await db.migrate(migrations)
/// ```
///
/// The structs' tables and columns need no step:
/// ``Database/migrate(to:allowing:fill:converting:backup:progress:)`` migrates the database to
/// them. Steps are for data that must be computed, looked up or moved.
public struct MigrationList: Sendable {
  /// The steps, in the order in which they run.
  public let steps: [MigrationStep]

  /// Creates migrations from steps.
  public init(@MigrationListBuilder _ steps: () throws -> [MigrationStep]) rethrows {
    self.steps = try steps()
  }
}

/// One step of ``MigrationList``.
///
/// Foreign keys are off while a step runs and are checked before its commit: rows that refer to a
/// table that the step rebuilds are kept, and no row is deleted by `ON DELETE CASCADE`. If the step
/// leaves references to missing rows that were not broken before, it is rolled back and
/// ``StepError`` reports them.
///
/// ```swift
/// MigrationStep("2027-01 rebuild artist", sql: """
///   CREATE TABLE new_artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT) STRICT;
///   INSERT INTO new_artist (id, name) SELECT id, name FROM artist;
///   DROP TABLE artist;
///   ALTER TABLE new_artist RENAME TO artist;
///   """)
/// ```
public struct MigrationStep: Sendable {
  /// The handling of foreign keys in a step.
  public enum ForeignKeys: Sendable, Hashable {
    /// Foreign keys are off while the step runs, so that no row is deleted or changed by an action,
    /// and are checked before the step's commit.
    case checked
    /// Foreign keys are enforced, with their actions: `ON DELETE CASCADE` deletes rows. If the step
    /// drops a table, the rows that refer to it are deleted, too.
    case enforced
  }

  /// The transaction in which a step runs.
  public enum Transaction: Sendable, Hashable {
    /// The step's own transaction, which also records that the step has run.
    case own
    /// No transaction: SQLite can't run `VACUUM` and `PRAGMA page_size` or `journal_mode` in a
    /// transaction. The start of the step is recorded before it runs, and its end afterwards. If
    /// the program is stopped in between, the step runs again, so it must be repeatable. Foreign
    /// keys are enforced.
    case none
  }

  /// The phase of a migration before which a step runs.
  public enum Phase: Sendable, Hashable {
    /// Before the migration to the schema: the step sees the old tables.
    case schema
    /// Before tables and columns that the schema no longer has are dropped: the step sees them, and
    /// the tables and columns of the schema.
    ///
    /// Only a version of a ``SchemaHistory`` can have such a step, because the version's recorded
    /// schema determines what is dropped. `NOT NULL` of new columns without a value, and new keys,
    /// checks, foreign keys, views and triggers of existing tables are added after the step.
    case removals
  }

  /// The name with which the database records that the step has run. Never change it.
  public let name: String
  let phase: Phase?
  let foreignKeys: ForeignKeys
  let transaction: Transaction
  /// The lists of steps that this step replaces.
  private(set) var replaced: [[String]] = []
  /// The SQL; nil for a closure.
  package let sql: String?
  let body: @Sendable (isolated Connection) throws -> Void

  /// Creates a step with a closure.
  ///
  /// - Parameters:
  ///   - name: The name with which the database records that the step has run.
  ///   - phase: The phase before which the step runs. The default is nil: it runs after the
  ///     migration to the schema.
  ///   - foreignKeys: The handling of foreign keys. The default is `.checked`.
  ///   - transaction: The transaction in which it runs. The default is `.own`.
  ///   - body: The work of the step. If it throws, the transaction is rolled back.
  public init(
    _ name: String, before phase: Phase? = nil, foreignKeys: ForeignKeys = .checked,
    transaction: Transaction = .own,
    _ body: @escaping @Sendable (isolated Connection) throws -> Void
  ) {
    self.name = name
    self.phase = phase
    self.foreignKeys = foreignKeys
    self.transaction = transaction
    sql = nil
    self.body = body
  }

  /// Creates a step with one or several SQL statements.
  ///
  /// The SQL is recorded as a checksum that ignores comments, white space and the case of words.
  ///
  /// - Parameters:
  ///   - name: The name with which the database records that the step has run.
  ///   - phase: The phase before which the step runs. The default is nil: it runs after the
  ///     migration to the schema.
  ///   - foreignKeys: The handling of foreign keys. The default is `.checked`.
  ///   - transaction: The transaction in which it runs. The default is `.own`.
  ///   - sql: The statements. `BEGIN`, `COMMIT` and `PRAGMA foreign_keys` are refused: the step
  ///     runs in a transaction, with foreign keys off. `PRAGMA legacy_alter_table` is restored when
  ///     the step ends.
  public init(
    _ name: String, before phase: Phase? = nil, foreignKeys: ForeignKeys = .checked,
    transaction: Transaction = .own, sql: String
  ) {
    self.name = name
    self.phase = phase
    self.foreignKeys = foreignKeys
    self.transaction = transaction
    self.sql = sql
    body = { connection in try connection.execute(script: SQL(stringLiteral: sql)) }
  }

  /// Returns the step as a replacement for earlier steps, which were merged into it and deleted
  /// from the list.
  ///
  /// A database that has run all of the earlier steps skips this step, and a database that has run
  /// none of them runs it. If the step is merged again later, call this once for each list of steps
  /// that a database may have run:
  ///
  /// ```swift
  /// MigrationStep("3-start", sql: start).replacing("1-names", "2-genres")
  /// MigrationStep("5-start", sql: start)
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

/// A step whose SQL is in a file. Its name is the file name without the extension.
///
/// Comments at the beginning of the file can mark the step:
///
/// ```sql
/// -- orm: outside of a transaction
/// -- orm: replaces 2026-11-names, 2026-12-genres
/// ```
///
/// The first line means ``MigrationStep/Transaction/none``. The second line lists the steps that
/// were merged into this one. If there are several such lines, each is a separate list.
public struct MigrationFile: Sendable {
  /// The step.
  public let step: MigrationStep

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - phase: The phase before which the step runs. The default is nil: it runs after the
  ///     migration to the schema.
  ///   - foreignKeys: The handling of foreign keys. The default is `.checked`.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if the file can't be read as UTF-8;
  ///   ``StepError`` if it begins with an unknown mark.
  public init(
    _ url: URL, before phase: MigrationStep.Phase? = nil,
    foreignKeys: MigrationStep.ForeignKeys = .checked
  ) throws {
    guard let sql = try? String(contentsOf: url, encoding: .utf8) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the file of a step can't be read as UTF-8",
        path: url.path)
    }
    let name = url.deletingPathExtension().lastPathComponent
    let marks = try StepMarks(of: sql, in: name)
    step = MigrationStep(
      name, before: phase, foreignKeys: foreignKeys,
      transaction: marks.isOutsideOfTransaction ? .none : .own, sql: sql
    ).replacing(marks.replaced)
  }

  /// Reads the files of a folder whose names end with `.sql`, in the order of their names. Numbers
  /// in names are compared as numbers: `2-b.sql` comes before `10-a.sql`.
  ///
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if the folder or a file can't be read;
  ///   ``StepError`` if a file begins with an unknown mark.
  public static func all(in folder: URL) throws -> [MigrationStep] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the folder of steps can't be read", path: folder.path)
    }
    return try names.filter { $0.utf8.suffix(4).elementsEqual(".sql".utf8) }
      .sorted { $0.comesNaturally(before: $1) }
      .map { try Self(folder.appendingPathComponent($0)).step }
  }
}

/// Collects the steps of ``MigrationList``.
@_documentation(visibility: internal)
@resultBuilder
public enum MigrationListBuilder {
  /// A step.
  public static func buildExpression(_ step: MigrationStep) -> [MigrationStep] { [step] }
  /// A step in a file.
  public static func buildExpression(_ file: MigrationFile) -> [MigrationStep] { [file.step] }
  /// Steps from elsewhere.
  public static func buildExpression(_ steps: [MigrationStep]) -> [MigrationStep] { steps }
  /// Several steps in order.
  public static func buildBlock(_ steps: [MigrationStep]...) -> [MigrationStep] {
    steps.flatMap(\.self)
  }
  /// Steps in an `if` without `else`.
  public static func buildOptional(_ steps: [MigrationStep]?) -> [MigrationStep] { steps ?? [] }
  /// Steps in the first branch.
  public static func buildEither(first steps: [MigrationStep]) -> [MigrationStep] { steps }
  /// Steps in the second branch.
  public static func buildEither(second steps: [MigrationStep]) -> [MigrationStep] { steps }
  /// Steps in a loop.
  public static func buildArray(_ steps: [[MigrationStep]]) -> [MigrationStep] {
    steps.flatMap(\.self)
  }
}

extension String {
  /// The text with Unix line endings.
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
