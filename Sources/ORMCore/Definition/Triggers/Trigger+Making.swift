extension Trigger {
  /// Creates a trigger that runs after the row is written.
  ///
  /// - Parameters:
  ///   - temporary: Whether the trigger exists only on the writer's connection, and is dropped when
  ///     that connection closes. The default is false.
  ///   - condition: The condition of the rows for which the trigger runs. By default, it runs for
  ///     every row.
  ///   - body: The trigger's statements.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, after event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    @ConditionBuilder when condition: (Scope) -> SQLExpression<Bool> = { _ in .everyRow },
    @TriggerBodyBuilder _ body: (Scope) throws -> [TriggerStep]
  ) {
    self.init(name, "AFTER", event, temporary, when: condition, body)
  }

  /// Creates a trigger that runs before the row is written, and can refuse the write; see
  /// ``SQLFunction/raise(_:)``.
  public init<Source: DatabaseTable, Scope>(
    _ name: String, before event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    @ConditionBuilder when condition: (Scope) -> SQLExpression<Bool> = { _ in .everyRow },
    @TriggerBodyBuilder _ body: (Scope) throws -> [TriggerStep]
  ) {
    self.init(name, "BEFORE", event, temporary, when: condition, body)
  }

  /// Creates a trigger that runs instead of a write to a view.
  public init<Source: TableOrView, Scope>(
    _ name: String, insteadOf event: TriggerEvent<Source, Scope>, temporary: Bool = false,
    @ConditionBuilder when condition: (Scope) -> SQLExpression<Bool> = { _ in .everyRow },
    @TriggerBodyBuilder _ body: (Scope) throws -> [TriggerStep]
  ) {
    self.init(name, "INSTEAD OF", event, temporary, when: condition, body)
  }

  private init<Source, Scope>(
    _ name: String, _ timing: String, _ event: TriggerEvent<Source, Scope>, _ isTemporary: Bool,
    when condition: (Scope) -> SQLExpression<Bool>, _ body: (Scope) throws -> [TriggerStep]
  ) {
    let condition = condition(event.scope).node
    let definition = Result {
      var renderer = SQLRenderer(
        "\(timing) \(event.sql) ON \(Source.tableName.quotedIdentifier)")
      if !condition.isAlways {
        renderer.append(" WHEN ")
        try renderer.append(condition)
      }
      let head = renderer.statement.literalSQL
      let statements = try body(event.scope).map { try $0.sql.get() }
      let problem: String? =
        if statements.isEmpty {
          "has no statement"
        } else if ([head] + statements).contains(where: \.beginsWithCommonTable) {
          "can't contain a common table expression; use the subquery "
            + "TableExpression(query, as: …) instead"
        } else {
          nil
        }
      if let problem {
        throw DatabaseError(extendedCode: .misuse, message: "the trigger \"\(name)\" \(problem)")
      }
      // A comment at the end of a statement would include the semicolon.
      let body = statements.map { " \($0)\($0.contains(bytes: "--") ? "\n" : "");" }.joined()
      return head + " BEGIN" + body + " END"
    }
    self.init(
      name: name, isTemporary: isTemporary, definition: definition, firingSQL: event.firingSQL)
  }
}

extension String {
  fileprivate var beginsWithCommonTable: Bool { firstKeyword.hasSameBytes(as: "WITH") }
}

extension SQLExpression<Bool> {
  /// The condition that every row meets.
  public static var everyRow: Self { SQLExpression(.always, canBeNull: false) }
}
