import ORMCore

// Inserts of one row without `RETURNING`: the generated key is read afterwards.
@_documentation(visibility: internal)
extension Connection {
  @inlinable
  public func insertRow<T: DatabaseTable>(_ value: consuming T) throws -> T {
    let needsGeneratedKey = value.needsGeneratedKey
    let statement = try writingStatement(
      needsGeneratedKey ? .insertWithoutKey : .insert, for: T.self)
    if !value.roundTripsExactly || needsGeneratedKey && recentStatements.keyMayNotFit {
      return try insert(value, by: statement)
    }
    // The value itself is returned rather than a copy.
    guard try runUnlessTriggered(statement, writing: value) else {
      return try insertReadingBack(value)
    }
    if needsGeneratedKey { try value.acceptGeneratedKey(lastInsertRowID) }
    return value
  }

  /// Inserts a row whose stored values may differ from the value.
  @inlinable
  func insert<T: DatabaseTable>(_ value: T, by statement: PreparedStatement) throws -> T {
    try write(by: statement) {
      try undoingUnfitKey {
        try stored(value) {
          try run(statement, writing: value)
          return lastInsertRowID
        }
      }
    } triggered: {
      try insertReadingBack(value)
    }
  }

  @inlinable
  public func insertRow<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    let statement = try writingStatement(.insertWithoutKey, for: Draft.Target.self)
    return try write(by: statement) {
      try undoingUnfitKey {
        do {
          return try draft.stored {
            try statement.bind { try draft.bind(to: &$0) }
            try statement.run(refusingTriggers: authorizer)
            return lastInsertRowID
          }
        } catch {
          throw described(error, of: Draft.Target.self) { try draft.bind(to: &$0) }
        }
      }
    } triggered: {
      try insertReadingBack(draft)
    }
  }

  /// Runs an insert into the most recently used table, and rolls it back if the generated key does
  /// not fit its property.
  @inlinable
  func undoingUnfitKey<Result>(_ insert: () throws -> Result) throws -> Result {
    if recentStatements.keyMayNotFit { return try transaction(insert) }
    return try insert()
  }
}
