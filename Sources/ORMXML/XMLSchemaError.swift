/// An error in an XML schema, with its place in the text.
///
/// ```swift
/// do {
///   schema = try Schema(xml: text)
/// } catch {
///   print(error)
///   // line 4, column 13: column has no attribute uniqe; it has name, old_names, type, …
/// }
/// ```
public struct XMLSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// The text is not well-formed XML: a tag is not closed, an attribute has no quotes, or a
    /// character is not allowed.
    case notWellFormed
    /// The bytes are not valid in their encoding, or the encoding is not one of UTF-8, UTF-16 and
    /// ISO-8859-1.
    case encoding
    /// The text has a `<!DOCTYPE …>`, which is not supported.
    case documentType
    /// The text has more than 10,000,000 bytes, the SQL of an element more than 1,000,000, or a
    /// table has more columns than SQLite allows.
    case tooLarge
    /// Elements are nested more than 100 levels deep.
    case tooDeep
    /// A tag has more than 100 attributes.
    case tooManyAttributes
    /// An element is not allowed in this place.
    case unexpectedElement
    /// Text is not allowed in this place.
    case unexpectedText
    /// The element has no such attribute; its name may be misspelled.
    case unknownAttribute
    /// A table or a column has no name, or a column has no type.
    case missingAttribute
    /// The value of an attribute is invalid: neither yes nor no, not a type, or not a name.
    case invalidAttribute
    /// A table has no columns.
    case emptyTable
    /// Two tables or two columns have names that SQLite does not distinguish, or a table has a
    /// second primary key.
    case duplicate
    /// A name is reserved for SQLite or for migrations.
    case reservedName
    /// The SQL of a constraint, a default or a statement can't be read, or is more than one
    /// statement.
    case invalidSQL
  }

  /// The kind of the error.
  public var reason: Reason
  /// The line of the tag or the attribute, counted from 1.
  public var line: Int
  /// The column in UTF-8 bytes, counted from 1.
  public var column: Int
  /// The message, with the names concerned.
  public var message: String

  init(_ reason: Reason, at place: Place, _ message: String) {
    self.reason = reason
    self.line = place.line
    self.column = place.column
    self.message = message
  }

  /// The place and the message.
  public var description: String { "line \(line), column \(column): \(message)" }

  /// Whether both are equal, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.reason == right.reason && left.line == right.line && left.column == right.column
      && left.message.utf8.elementsEqual(right.message.utf8)
  }

  /// Hashes the reason and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(line)
    hasher.combine(column)
  }
}

/// A place in a text.
struct Place: Sendable, Hashable {
  var line: Int
  /// In UTF-8 bytes, counted from 1.
  var column: Int
}
