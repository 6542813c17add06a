/// A statement reads a common table expression, and another source with the same name.
///
/// ```swift
/// let years = TableExpression(values: [1985], as: "album") { Year.select(year: $0) }
/// Album.join(source: years) { $0.year == $1.year }      // "album" is also the name of a table
/// ```
///
/// In SQL, the name of a common table expression hides a table of this name in the whole statement:
/// the statement would read the expression instead of the table. Names that differ only in the case
/// of ASCII letters are the same. See <https://www.sqlite.org/lang_with.html>.
public struct CommonTableNameError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The name of the common table expression.
  public var name: String
  /// Whether the other source is a table; if false, it is another common table expression.
  public var isTable: Bool
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a common table expression of this name.
  public init(name: String, isTable: Bool) {
    self.name = name
    self.isTable = isTable
  }
}

@_documentation(visibility: internal)
extension CommonTableNameError: CustomStringConvertible {
  public var description: String {
    let problem =
      isTable
      ? "the common table expression \"\(name)\" has the name of a table that the statement reads, "
        + "and would hide the table; give the expression another name"
      : "two different common table expressions of the statement have the name \"\(name)\"; give "
        + "one of them another name"
    return problem + site.suffix
  }
}
