/// Builds a ``Trigger``'s body from the lines of its closure, each of which is a statement.
///
/// ```swift
/// Trigger("song_removed", after: .delete(Song.self)) { old in
///   "UPDATE \(Album.self) SET songs = songs - 1 WHERE id = \(old.albumID)"
///   Listing.where { $0.songID == old.id }.delete()
/// }
/// ```
@_documentation(visibility: internal)
@resultBuilder
public enum TriggerBodyBuilder {
  /// Builds the steps of a typed write.
  public static func buildExpression<Target: DatabaseTable>(
    _ write: some WriteStatement<Target>
  ) -> [TriggerStep] {
    do {
      return try write.node.batches(of: Target.self, isTrigger: true)
        .map { batch in TriggerStep { batch.statement } }
    } catch {
      return [TriggerStep { throw error }]
    }
  }

  /// Builds the step of a statement.
  public static func buildExpression(_ statement: Statement) -> [TriggerStep] {
    [TriggerStep { statement }]
  }

  /// Builds the step of a statement in raw SQL.
  public static func buildExpression(_ sql: SQL) -> [TriggerStep] {
    [TriggerStep { try sql.statement() }]
  }

  /// Builds a `SELECT` of an expression, for its side effects: ``SQLFunction/raise(_:)``, or a
  /// custom function.
  public static func buildExpression(_ expression: some SQLExpressible) -> [TriggerStep] {
    [
      TriggerStep {
        var renderer = SQLRenderer("SELECT ")
        try renderer.append(expression.node)
        return renderer.statement
      }
    ]
  }

  /// Builds the step of a query, for the side effects of its functions.
  public static func buildExpression(_ query: some ComposableSelect) -> [TriggerStep] {
    [TriggerStep { try query.flatStatement() }]
  }

  public static func buildBlock(_ steps: [TriggerStep]...) -> [TriggerStep] {
    steps.flatMap(\.self)
  }

  public static func buildOptional(_ steps: [TriggerStep]?) -> [TriggerStep] { steps ?? [] }

  public static func buildEither(first steps: [TriggerStep]) -> [TriggerStep] { steps }

  public static func buildEither(second steps: [TriggerStep]) -> [TriggerStep] { steps }

  public static func buildArray(_ steps: [[TriggerStep]]) -> [TriggerStep] {
    steps.flatMap(\.self)
  }
}

/// A statement of a ``Trigger``'s body.
public struct TriggerStep: Sendable {
  /// The SQL, with its values as literals; or the error if one of them can't be stored.
  let sql: Result<String, any Error>

  init(_ statement: () throws -> Statement) { sql = Result { try statement().literalSQL } }
}
