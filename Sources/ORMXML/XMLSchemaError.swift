/// Why an XML text is no schema, with the place in it.
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
  /// What is wrong.
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// The text is no XML: a tag that is not closed, an attribute without quotes, a character that
    /// XML can't have.
    case notWellFormed
    /// The bytes are not of the encoding that they should have, or it is one that is not read:
    /// UTF-8, UTF-16 and ISO-8859-1 are.
    case encoding
    /// The text has a `<!DOCTYPE …>`. No entities are declared, and nothing is loaded.
    case documentType
    /// The text has more than 10,000,000 bytes, the SQL of an element more than 1,000,000, or a
    /// table more columns than SQLite can have.
    case tooLarge
    /// Elements are nested more than 100 deep.
    case tooDeep
    /// A tag has more than 100 attributes.
    case tooManyAttributes
    /// An element that is not expected in this place.
    case unexpectedElement
    /// Text between elements, in a place for elements alone.
    case unexpectedText
    /// An attribute that the element does not have, such as one with a spelling mistake.
    case unknownAttribute
    /// A table or a column without its name, or a column without its type.
    case missingAttribute
    /// A value of an attribute that is none of its values: neither yes nor no, no type, no name.
    case invalidAttribute
    /// A table without columns.
    case emptyTable
    /// Two tables or two columns with names that are the same to SQLite, or a second primary key.
    case duplicate
    /// A name that SQLite, or a migration, keeps for itself.
    case reservedName
    /// The SQL of a constraint, a default or a statement can't be read, or is more than one.
    case invalidSQL
  }

  /// What is wrong.
  public var reason: Reason
  /// The line, from 1: of the tag or of the attribute that it is about.
  public var line: Int
  /// The column in the line, from 1, in bytes of UTF-8.
  public var column: Int
  /// What is wrong in words, with names.
  public var message: String

  init(_ reason: Reason, at place: Place, _ message: String) {
    self.reason = reason
    self.line = place.line
    self.column = place.column
    self.message = message
  }

  /// The place and the message.
  public var description: String { "line \(line), column \(column): \(message)" }

  /// Whether both say the same, byte for byte.
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
  /// In bytes of UTF-8, from 1.
  var column: Int
}
