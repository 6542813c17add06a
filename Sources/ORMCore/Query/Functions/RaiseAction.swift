/// The action of a trigger on the write that fired it.
public enum RaiseAction: Sendable, Hashable {
  /// Undoes the statement, with an error.
  case abort(String)
  /// Ends the statement with an error, and keeps its changes so far.
  case fail(String)
  /// Rolls the whole transaction back, with an error.
  case rollback(String)
  /// Skips the row and the rest of the trigger, without an error.
  case ignore

  public static func == (left: RaiseAction, right: RaiseAction) -> Bool {
    switch (left, right) {
    case (.abort(let message), .abort(let other)), (.fail(let message), .fail(let other)),
      (.rollback(let message), .rollback(let other)):
      message.hasSameBytes(as: other)
    case (.ignore, .ignore): true
    default: false
    }
  }
}

extension SQLFunction {
  /// Ends the write that fired a ``Trigger`` with an error, or skips its row.
  ///
  /// ```swift
  /// Trigger("song_kept", before: .delete(Song.self), when: { $0.isKept }) { _ in
  ///   SQLFunction.raise(.abort("the song is kept"))
  /// }
  /// // … WHEN "old"."isKept" BEGIN SELECT RAISE(ABORT, 'the song is kept'); END
  /// ```
  ///
  /// Except with `ignore`, the write throws a ``DatabaseError`` with the action's message. The kind
  /// of its violation is `trigger`. See
  /// <https://www.sqlite.org/lang_createtrigger.html#the_raise_function>.
  public static func raise(_ action: RaiseAction) -> SQLExpression<Int?> {
    switch action {
    case .abort(let message): raise("ABORT", message)
    case .fail(let message): raise("FAIL", message)
    case .rollback(let message): raise("ROLLBACK", message)
    case .ignore: SQLExpression(.function("RAISE", [.literal("IGNORE")]))
    }
  }

  private static func raise(_ action: String, _ message: String) -> SQLExpression<Int?> {
    // SQLite accepts only a text literal here, and ends it at a NUL.
    let message = String(message.unicodeScalars.prefix { $0 != "\0" })
    return SQLExpression(.function("RAISE", [.literal(action), .text(message)]))
  }
}
