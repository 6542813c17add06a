/// The values of a ``PreparedQuery`` while its rows and their lists are fetched: the text of a list
/// depends on the rows, and is not written before.
package struct PlaceholderValues: Sendable {
  @TaskLocal static var current: PlaceholderValues?

  let query: PreparedQueryID
  /// The stored form of each placeholder's value.
  let values: [SQLValue]
  /// The value of each placeholder as a bound.
  let bounds: [SQLValue]

  package init(query: PreparedQueryID, values: [SQLValue], bounds: [SQLValue]? = nil) {
    (self.query, self.values, self.bounds) = (query, values, bounds ?? values)
  }

  /// The value of a placeholder of the query whose lists are fetched.
  package static func value(
    of placeholder: Int, in query: PreparedQueryID, isBound: Bool = false
  ) -> SQLValue? {
    guard let current, current.query == query, current.values.indices.contains(placeholder) else {
      return nil
    }
    return isBound ? current.bounds[placeholder] : current.values[placeholder]
  }

  /// The value of a placeholder that is the same as a bound; nil if it is another one, so that the
  /// place in the query matters.
  package static func value(anywhere placeholder: Int, in query: PreparedQueryID) -> SQLValue? {
    let value = value(of: placeholder, in: query)
    return value == self.value(of: placeholder, in: query, isBound: true) ? value : nil
  }
}
