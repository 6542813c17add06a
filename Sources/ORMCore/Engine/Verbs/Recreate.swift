extension SQLConnection {
  /// Replaces views by their current definitions: drops each that exists, and creates it again.
  ///
  /// ```swift
  /// try db.recreate(ArtistTotal.self)
  /// // DROP VIEW IF EXISTS "artistTotal"
  /// // CREATE VIEW "artistTotal" ("artist", "albums") AS SELECT …
  /// ```
  ///
  /// Runs in one transaction, so readers never find a view missing. Triggers of a view that its
  /// struct does not declare are dropped and created again with it.
  ///
  /// - Throws: The errors of `create`; nothing has changed then.
  public func recreate(_ views: any DatabaseView.Type...) throws { try recreate(views) }

  func recreate(_ views: [any DatabaseView.Type]) throws {
    try transaction {
      let triggers = try views.flatMap { try undeclaredTriggers(of: $0) }
      for view in views { try drop(view, ifExists: true) }
      try createSources(views, ifNotExists: false)
      for sql in triggers { try define(sql) }
    }
  }

  /// Replaces triggers by their current definitions: drops each that exists, and creates it again,
  /// in one transaction.
  ///
  /// - Throws: The errors of ``create(_:ifNotExists:)-(Trigger...,_)``; nothing has changed then.
  public func recreate(_ triggers: Trigger...) throws { try recreate(triggers) }

  func recreate(_ triggers: [Trigger]) throws {
    try transaction {
      for trigger in triggers { try drop(trigger) }
      try createTriggers(triggers, ifNotExists: false)
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Replaces views by their current definitions, as on a connection.
  public func recreate(_ views: any DatabaseView.Type...) async throws {
    try await writing { try $0.recreate(views) }
  }

  /// Replaces triggers by their current definitions; see
  /// ``SQLConnection/recreate(_:)-(Trigger...)``.
  public func recreate(_ triggers: Trigger...) async throws {
    try await writing { try $0.recreate(triggers) }
  }
}
