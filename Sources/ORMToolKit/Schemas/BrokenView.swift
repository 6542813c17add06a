import ORMCore
import ORMSchema

/// A view that can't be read, for example because its table was dropped. No struct can declare it.
package struct BrokenView: Sendable {
  let name: String
  /// The message of SQLite.
  let reason: String

  /// Finds the views that SQLite can't compile.
  static func all(of views: [Schema.View], asking db: Questions) throws -> [Self] {
    try views.compactMap { view in
      try Task.checkCancellation()
      do {
        _ = try db.rows("EXPLAIN SELECT * FROM main.\(view.name.quotedIdentifier)")
        return nil
      } catch let error as DatabaseError where error.code == .error {
        return BrokenView(name: view.name, reason: error.message)
      }
    }
  }

  /// `the view names can't be read: no such table: main.album`
  var words: String { "the view \(name) can't be read: \(reason)" }
}
