/// Makes a ``Trigger``'s body of the lines of its closure, each of which is a statement.
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
  /// A write as a value.
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

  /// A write as its statement.
  public static func buildExpression(_ statement: Statement) -> [TriggerStep] {
    [TriggerStep { statement }]
  }

  /// A statement in SQL.
  public static func buildExpression(_ sql: SQL) -> [TriggerStep] {
    [TriggerStep { try sql.statement() }]
  }

  /// `SELECT` of an expression, for what it does: ``SQLFunction/raise(_:)``, or a function of
  /// yours.
  public static func buildExpression(_ expression: some SQLExpressible) -> [TriggerStep] {
    [
      TriggerStep {
        var renderer = SQLRenderer("SELECT ")
        try renderer.append(expression.node)
        return renderer.statement
      }
    ]
  }

  /// A query, for what the functions in it do.
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

/// One statement of a ``Trigger``'s body.
public struct TriggerStep: Sendable {
  /// Its text, with its values as literals; or why one of them can't be stored.
  let sql: Result<String, any Error>

  init(_ statement: () throws -> Statement) { sql = Result { try statement().literalSQL } }
}
