/// The values of a ``PreparedQuery`` while its rows and their lists are fetched: the text of a list
/// depends on the rows, and is not written before.
package struct PlaceholderValues: Sendable {
  @TaskLocal static var current: PlaceholderValues?

  let query: PreparedQueryID
  /// The value of each placeholder.
  let values: [SQLValue]

  /// The value of a placeholder of the query whose lists are fetched.
  package static func value(of placeholder: Int, in query: PreparedQueryID) -> SQLValue? {
    guard let current, current.query == query, current.values.indices.contains(placeholder) else {
      return nil
    }
    return current.values[placeholder]
  }
}
