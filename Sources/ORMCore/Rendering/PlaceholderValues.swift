/// The values of a ``PreparedQuery`` while its rows and their lists are fetched: the SQL of a list
/// depends on the rows, so it is rendered after they are read.
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

  /// Returns the value of a placeholder of the query whose lists are fetched.
  package static func value(
    of placeholder: Int, in query: PreparedQueryID, isBound: Bool = false
  ) -> SQLValue? {
    guard let current, current.query == query, current.values.indices.contains(placeholder) else {
      return nil
    }
    return isBound ? current.bounds[placeholder] : current.values[placeholder]
  }

  /// Returns the value of a placeholder if that value is the same whether or not the placeholder is
  /// a bound; otherwise nil.
  package static func value(anywhere placeholder: Int, in query: PreparedQueryID) -> SQLValue? {
    let value = value(of: placeholder, in: query)
    return value == self.value(of: placeholder, in: query, isBound: true) ? value : nil
  }
}
