extension Trigger {
  /// A trigger that runs after the row is written, whose statements are a text.
  ///
  /// ```swift
  /// Trigger(
  ///   "song_added", after: .insert(Song.self),
  ///   action: "BEGIN UPDATE album SET songs = songs + 1 WHERE id = new.albumID; END")
  /// ```
  ///
  /// - Parameters:
  ///   - temporary: Whether the trigger is of this connection alone and ends with it.
  ///   - action: The rest of its SQL: `BEGIN … END`, with the `WHEN` before it if there is one.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, after event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    action: String
  ) {
    self.init(name, "AFTER", event, temporary, action)
  }

  /// A trigger that runs before the row is written, whose statements are a text; see
  /// ``init(_:after:temporary:action:)``.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, before event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    action: String
  ) {
    self.init(name, "BEFORE", event, temporary, action)
  }

  /// A trigger that runs instead of a write to a view, whose statements are a text; see
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
