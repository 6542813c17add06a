extension SQLConnection {
  /// Creates the triggers, all or none of them.
  ///
  /// ```swift
  /// try db.create(
  ///   Trigger("song_kept", before: .delete(Song.self), when: { $0.isKept }) { _ in
  ///     SQLFunction.raise(.abort("the song is kept"))
  ///   })
  /// // CREATE TRIGGER IF NOT EXISTS "song_kept" BEFORE DELETE ON "song" WHEN "old"."isKept"
  /// //   BEGIN SELECT RAISE(ABORT, 'the song is kept'); END
  /// ```
  ///
  /// Triggers that a table or a view declares as its `triggers` are created with it. An existing
  /// trigger is not changed; ``recreate(_:)-(Trigger...)`` replaces it.
  ///
  /// - Parameter ifNotExists: Whether to leave existing triggers alone; if false, an existing
  ///   trigger is an error. The default is true.
  /// - Throws: ``DatabaseError``, for example if a trigger's body names a table or a column that
  ///   does not exist; ``ValueEncodingError`` if a value in the body can't be stored.
  public func create(_ triggers: Trigger..., ifNotExists: Bool = true) throws {
    try transaction { try createTriggers(triggers, ifNotExists: ifNotExists) }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Creates the triggers, all or none of them; see
  /// ``SQLConnection/create(_:ifNotExists:)-(Trigger...,_)``.
  public func create(_ triggers: Trigger..., ifNotExists: Bool = true) async throws {
    try await writing { db in
      try db.transaction { try db.createTriggers(triggers, ifNotExists: ifNotExists) }
    }
  }
}
