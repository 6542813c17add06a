extension SQLConnection {
  /// Replaces views with their current definitions: drops each view if it exists, and creates it
  /// again.
  ///
  /// ```swift
  /// try db.recreate(ArtistTotal.self)
  /// // DROP VIEW IF EXISTS "artistTotal"
  /// // CREATE VIEW "artistTotal" ("artist", "albums") AS SELECT …
  /// ```
  ///
  /// This runs in one transaction, so readers never find a view missing. A trigger that the
  /// database has on a view, but that the view's struct does not declare, is dropped and created
  /// again too.
  ///
  /// - Throws: The errors of `create`. If it throws, nothing has changed.
  public func recreate(_ views: any DatabaseView.Type...) throws { try recreate(views) }

  func recreate(_ views: [any DatabaseView.Type]) throws {
    try transaction {
      let triggers = try views.flatMap { try undeclaredTriggers(of: $0) }
      for view in views { try drop(view, ifExists: true) }
      try createSources(views, ifNotExists: false)
      for sql in triggers { try define(sql) }
    }
  }

  /// Replaces triggers with their current definitions: drops each trigger if it exists, and creates
  /// it again, in one transaction.
  ///
  /// - Throws: The errors of ``create(_:ifNotExists:)-(Trigger...,_)``. If it throws, nothing has
  ///   changed.
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
  /// Replaces views with their current definitions, in one transaction.
  public func recreate(_ views: any DatabaseView.Type...) async throws {
    try await writing { try $0.recreate(views) }
  }

  /// Replaces triggers with their current definitions; see
  /// ``SQLConnection/recreate(_:)-(Trigger...)``.
  public func recreate(_ triggers: Trigger...) async throws {
    try await writing { try $0.recreate(triggers) }
  }
}
