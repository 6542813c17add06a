extension Trigger {
  /// Creates a trigger in raw SQL that runs after the row is written.
  ///
  /// ```swift
  /// Trigger(
  ///   "song_added", after: .insert(Song.self),
  ///   action: "BEGIN UPDATE album SET songs = songs + 1 WHERE id = new.albumID; END")
  /// ```
  ///
  /// - Parameters:
  ///   - temporary: Whether the trigger exists only on the writer's connection, and is dropped when
  ///     that connection closes. The default is false.
  ///   - action: The rest of the trigger's SQL: an optional `WHEN`, then `BEGIN … END`.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, after event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    action: String
  ) {
    self.init(name, "AFTER", event, temporary, action)
  }

  /// Creates a trigger in raw SQL that runs before the row is written; see
  /// ``init(_:after:temporary:action:)``.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, before event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    action: String
  ) {
    self.init(name, "BEFORE", event, temporary, action)
  }

  /// Creates a trigger in raw SQL that runs instead of a write to a view; see
  /// ``init(_:after:temporary:action:)``.
  public init<Source: TableOrView, Scope>(
    _ name: String, insteadOf event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    action: String
  ) {
    self.init(name, "INSTEAD OF", event, temporary, action)
  }

  private init<Source, Scope>(
    _ name: String, _ timing: String, _ event: TriggerEvent<Source, Scope>, _ isTemporary: Bool,
    _ action: String
  ) {
    self.init(
      name: name, isTemporary: isTemporary,
      definition: .success(
        "\(timing) \(event.sql) ON \(Source.tableName.quotedIdentifier) \(action)"),
      firingSQL: event.firingSQL)
  }
}
