import ORMCore

/// A conflict that prevents a change from being applied.
public struct ChangesetConflict: Sendable, Hashable {
  /// The kind of a conflict.
  public enum Kind: Sendable, Hashable {
    /// The row has different values than it had when the change was recorded.
    case differentValues
    /// The row to update or delete does not exist.
    case missingRow
    /// A row with the key of the row to insert exists already.
    case existingRow
    /// A constraint other than the key's forbids the change.
    case constraint
    /// After all changes have been applied, there are this many references to rows that do not
    /// exist.
    case foreignKey(count: Int)
  }

  /// The kind of the conflict.
  public let kind: Kind
  /// The change; nil for ``Kind/foreignKey(count:)``, which applies to all changes.
  public let operation: ChangesetOperation?
}

/// The action for a change that meets a conflict.
public enum ConflictAction: Sendable, Hashable {
  /// Rolls back all changes, including those that were applied already.
  case abort
  /// Skips the change. For ``ChangesetConflict/Kind/foreignKey(count:)``, keeps the references
  /// without parents.
  case omit
  /// Overwrites the existing row; only for ``ChangesetConflict/Kind/differentValues`` and
  /// ``ChangesetConflict/Kind/existingRow``.
  case replace
}

extension Connection {
  /// Runs `body` in a transaction, and records its changes to the rows of some tables.
  ///
  /// ```swift
  /// let (album, changes) = try tx.recordChanges(of: Album.self) {
  ///   try tx.insert(Album(title: "Promise"))
  /// }
  /// ```
  ///
  /// Without tables, it records changes of all tables with a key. Changes by triggers and cascades
  /// are recorded as well; rows with a NULL in their key are not, and tables with generated columns
  /// can't be recorded. While changes are recorded, SQLite does not report changed rows to
  /// observers: after the commit, each observed query runs again, and each ``ChangeStream`` gets an
  /// element that is not ``TableChanges/isComplete``.
  ///
  /// - Throws: The errors of `body`, after rolling back the transaction; ``DatabaseError``, with
  ///   the code `misuse` if SQLite was built without `SQLITE_ENABLE_SESSION`.
  public func recordChanges<Result>(
    of tables: any KeyedTable.Type..., during body: () throws -> Result
  ) throws -> (result: Result, changes: Changeset) {
    try ChangesetBytes.checkSessions()
    if !isLent { try checkLent() }
    // A statement that deletes all rows of a table at once was compiled without the hook.
    if !hooks.isInstalled {
      let keys = uniqueKeys
      forgetStatements()
      uniqueKeys = keys
    }
    hooks.suspendRows()
    defer { hooks.resumeRows(isInTransaction: isInTransaction) }
    return try transaction {
      let session = try RowSession(on: handle)
      for table in tables { try session.attach(table.tableName) }
      if tables.isEmpty { try session.attach(nil) }
      let result = try body()
      do {
        return (result, Changeset(data: try session.changeset()))
      } catch let error as DatabaseError where error.code == .schemaChanged {
        var error = error
        error.message = "SQLite can't record changes of tables with generated columns"
        throw error
      }
    }
  }

  /// Returns the changes of a changeset, with the column names of the tables in this database.
  ///
  /// ```swift
  /// for operation in try db.operations(of: changes) where operation.table == Album.tableName {
  ///   print(operation.kind, try operation.new(\.title, of: Album.self) ?? "")
  /// }
  /// ```
  ///
  /// The tables must have the columns that they had when the changes were recorded.
  ///
  /// - Throws: The errors of ``Changeset/operations()``.
  public func operations(of changeset: Changeset) throws -> [ChangesetOperation] {
    let names = try columnNames(of: changeset)
    var operations: [ChangesetOperation] = []
    try changeset.forEachOperation {
      operations.append(ChangesetOperation(try $0.change(), names: names))
    }
    return operations
  }

  /// The column names of each table of a changeset that exists.
  private func columnNames(of changeset: Changeset) throws -> [SQLName: [String]] {
    var names: [SQLName: [String]] = [:]
    try changeset.forEachOperation { iterator in
      let table = try iterator.table()
      if names[SQLName(table)] != nil { return }
      names[SQLName(table)] = try SchemaReader(values).columns(of: table)
        .filter { $0.kind == 0 }.map(\.name)
    }
    return names.filter { !$0.value.isEmpty }
  }

  /// Applies changes that were recorded elsewhere, or undoes changes with an inverted changeset.
  ///
  /// ```swift
  /// try db.apply(changes) { conflict in
  ///   conflict.kind == .existingRow ? .replace : .abort
  /// }
  /// ```
  ///
  /// The changes are applied in one transaction. Changes of a table that does not exist here, or
  /// has another key, are skipped; see
  /// <https://www.sqlite.org/session/sqlite3changeset_apply.html>. A change that a trigger or a
  /// foreign key made in the recorded database is also skipped, if an earlier change has already
  /// had the same effect here.
  ///
  /// - Parameter onConflict: Returns the action for a change that can't be applied.
  /// - Throws: The errors of `onConflict`; ``DatabaseError``: `abort` if `onConflict` returns
  ///   ``ConflictAction/abort``; `corrupt` if the data is not a changeset; `misuse` if `onConflict`
  ///   returns ``ConflictAction/replace`` for a row that can't be replaced, or if SQLite was built
  ///   without `SQLITE_ENABLE_SESSION`. In each case nothing is applied.
  public func apply(
    _ changeset: Changeset,
    onConflict: (ChangesetConflict) throws -> ConflictAction = { _ in .abort }
  ) throws {
    try ChangesetBytes.checkSessions()
    try transaction {
      let names = try columnNames(of: changeset)
      try withoutActuallyEscaping(onConflict) { onConflict in
        let rules = ConflictRules(names, onConflict)
        let failure = try changeset.withBytes {
          $0.apply(to: handle, answering: rules.answer)
        }
        if let error = rules.error { throw error }
        guard let failure else { return }
        guard let conflict = rules.aborted else { throw failure }
        throw DatabaseError(extendedCode: .abort, message: conflict.message)
      }
    }
  }
}

/// Decides the actions for conflicts, while changes are applied.
private final class ConflictRules {
  private let names: [SQLName: [String]]
  private let decide: (ChangesetConflict) throws -> ConflictAction
  private(set) var error: (any Error)?
  private(set) var aborted: ChangesetConflict?

  init(
    _ names: [SQLName: [String]], _ decide: @escaping (ChangesetConflict) throws -> ConflictAction
  ) {
    self.names = names
    self.decide = decide
  }

  func answer(
    _ conflict: ChangesetBytes.Conflict, _ iterator: ChangesetIterator
  ) -> ChangesetBytes.Answer {
    do {
      let conflict = try ChangesetConflict(conflict, iterator, names)
      if conflict.isDone(iterator) { return .omit }
      switch try decide(conflict) {
      case .abort:
        aborted = conflict
        return .abort
      case .omit: return .omit
      case .replace: return .replace
      }
    } catch {
      self.error = error
      return .abort
    }
  }
}

extension ChangesetConflict {
  fileprivate init(
    _ conflict: ChangesetBytes.Conflict, _ iterator: ChangesetIterator,
    _ names: [SQLName: [String]]
  ) throws {
    switch conflict {
    case .differentValues: kind = .differentValues
    case .missingRow: kind = .missingRow
    case .existingRow: kind = .existingRow
    case .constraint: kind = .constraint
    case .foreignKey:
      kind = .foreignKey(count: iterator.foreignKeyConflictCount)
      operation = nil
      return
    }
    operation = ChangesetOperation(try iterator.change(), names: names)
  }

  /// Whether a trigger or a foreign key has made the same change here as in the database in which
  /// the change was recorded.
  fileprivate func isDone(_ iterator: ChangesetIterator) -> Bool {
    guard let operation, operation.isIndirect else { return false }
    switch kind {
    case .missingRow: return operation.kind == .delete
    case .existingRow, .differentValues:
      guard operation.kind != .delete else { return false }
      return operation.new.enumerated().allSatisfy { column, value in
        guard let value else { return true }
        return iterator.conflictingValue(at: column) == value
      }
    case .constraint, .foreignKey: return false
    }
  }

  fileprivate var message: String {
    let change = operation.map { "a change (\($0.kind)) of \($0.table) can't be applied: " } ?? ""
    return switch kind {
    case .differentValues: change + "the row has different values"
    case .missingRow: change + "the row does not exist"
    case .existingRow: change + "a row with this key exists already"
    case .constraint: change + "a constraint forbids it"
    case .foreignKey(let count): "the changes leave \(count) references without a parent"
    }
  }
}

// MARK: - On the database

extension Database {
  /// Returns the changes of a changeset, with the column names of the tables in this database; see
  /// ``Connection/operations(of:)``.
  public func operations(of changeset: Changeset) async throws -> [ChangesetOperation] {
    try await reading { try $0.operations(of: changeset) }
  }

  /// Applies changes that were recorded elsewhere, or undoes changes with an inverted changeset;
  /// see ``Connection/apply(_:onConflict:)``.
  public func apply(
    _ changeset: Changeset,
    onConflict: @Sendable (ChangesetConflict) throws -> ConflictAction = { _ in .abort }
  ) async throws {
    try await transaction { try $0.apply(changeset, onConflict: onConflict) }
  }
}
