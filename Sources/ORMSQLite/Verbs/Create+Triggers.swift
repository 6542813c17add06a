import ORMCore

extension Connection {
  /// Makes the triggers, all or none of them.
  ///
  /// ```swift
  /// try db.create(
  ///   Trigger("song_kept", before: .delete(Song.self), when: { $0.isKept }) { _ in
  ///     SQLFunction.raise(.abort("the song is to be kept"))
  ///   })
  /// // CREATE TRIGGER IF NOT EXISTS "song_kept" BEFORE DELETE ON "song" WHEN "old"."isKept"
  /// //   BEGIN SELECT RAISE(ABORT, 'the song is to be kept'); END
  /// ```
  ///
  /// Those that a table or a view declares as its `triggers` are made with it. A trigger that is
  /// there is left as it is; ``recreate(_:)-(Trigger...)`` gives it its new body.
  ///
  /// - Parameter ifNotExists: Whether a trigger that is there is passed over; otherwise it is an
  ///   error.
  /// - Throws: ``DatabaseError``, also where the body names what is not there;
  ///   ``ValueEncodingError`` where a value in it can't be stored.
  public func create(_ triggers: Trigger..., ifNotExists: Bool = true) throws {
    try create(triggers, ifNotExists: ifNotExists)
  }

  func create(_ triggers: [Trigger], ifNotExists: Bool) throws {
    try transaction { try createAll(triggers, ifNotExists: ifNotExists) }
  }

  /// Makes the triggers, in a transaction that is open.
  func createAll(_ triggers: [Trigger], ifNotExists: Bool) throws {
    for trigger in triggers { try prepare(trigger.createSQL(ifNotExists: ifNotExists)).run() }
    // SQLite looks into a trigger when a statement fires it first, which is late for a mistake.
    for trigger in triggers { _ = try prepare("EXPLAIN \(trigger.firingSQL)") }
  }

  /// Gives triggers their bodies of now: drops each that is there, and makes it, in one
  /// transaction.
  ///
  /// - Throws: as ``create(_:ifNotExists:)-(Trigger...,_)``; nothing has changed then.
  public func recreate(_ triggers: Trigger...) throws { try recreate(triggers) }

  func recreate(_ triggers: [Trigger]) throws {
    try transaction {
      for trigger in triggers { try drop(trigger) }
      try create(triggers, ifNotExists: false)
    }
  }

  /// Drops the trigger.
  ///
  /// - Parameter ifExists: Whether a trigger that is not there is passed over.
  /// - Throws: ``DatabaseError``
  public func drop(_ trigger: Trigger, ifExists: Bool = true) throws {
    try checkWriting(sql: "DROP TRIGGER")
    let condition = ifExists ? "IF EXISTS " : ""
    // A name alone is that of the temporary one, where there are two.
    let schema = trigger.isTemporary ? "temp" : "main"
    try prepare("DROP TRIGGER \(condition)\(schema).\(trigger.name.quotedIdentifier)").run()
  }
}

// MARK: - On the database

extension Database {
  /// Makes the triggers, all or none of them; see
  /// ``Connection/create(_:ifNotExists:)-(Trigger...,_)``.
  public func create(_ triggers: Trigger..., ifNotExists: Bool = true) async throws {
    try await writing { try $0.create(triggers, ifNotExists: ifNotExists) }
  }

  /// Gives triggers their bodies of now; see ``Connection/recreate(_:)-(Trigger...)``.
  public func recreate(_ triggers: Trigger...) async throws {
    try await writing { try $0.recreate(triggers) }
  }

  /// Drops the trigger; see ``Connection/drop(_:ifExists:)-(Trigger,_)``.
  public func drop(_ trigger: Trigger, ifExists: Bool = true) async throws {
    try await writing { try $0.drop(trigger, ifExists: ifExists) }
  }
}
