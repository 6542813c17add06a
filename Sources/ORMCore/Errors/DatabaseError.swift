/// An error that SQLite reports.
///
/// ```swift
/// do {
///   try await db.insert(Album(title: "Diamond Life"))
/// } catch let error as DatabaseError where error.violation?.kind == .unique {
///   print(error.violation?.columns ?? [])       // ["title"]
/// }
/// ```
public struct DatabaseError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The primary result code.
  public var code: ResultCode { extendedCode.primary }
  /// The extended result code.
  public var extendedCode: ResultCode
  /// What went wrong, in words. No values of rows are in it.
  public var message: String
  /// What may cure it, if known: `create(Shelf.self) makes it` if a table is missing,
  /// the name that comes nearest to one that is not there, the setting that would have opened the
  /// file.
  public var hint: String?
  /// The statement that met the error.
  public var sql: String?
  /// The database's file, where opening it, reading or writing it, waiting for it or its having
  /// been closed met the error.
  public var path: String?
  /// The step of ``Migrations`` that ran the statement.
  public var step: String?
  /// How long a lock was waited for that another connection held.
  public var waited: Duration?
  /// The constraint that was violated, if any.
  public var violation: ConstraintViolation?
  /// What a function in Swift threw that the statement called; see ``DatabaseFunction``.
  public var underlyingError: (any Error)? {
    get { underlying?.error }
    set { underlying = newValue.map(UnderlyingError.init) }
  }

  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current
  private var underlying: UnderlyingError?

  /// An error as SQLite would report it.
  public init(
    extendedCode: ResultCode, message: String, hint: String? = nil, sql: String? = nil,
    path: String? = nil, violation: ConstraintViolation? = nil
  ) {
    self.extendedCode = extendedCode
    self.message = message
    self.hint = hint
    self.sql = sql
    self.path = path
    self.violation = violation
  }
}

/// An error of any type, equal to one of the same type with the same words.
private struct UnderlyingError: Sendable, Hashable {
  let error: any Error

  private var words: String { "\(type(of: error)): \(error)" }

  // Characters: an error's words
  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

@_documentation(visibility: internal)
extension DatabaseError: CustomStringConvertible {
  /// The words, with the foreign key, the hint, the code's name, the path, the step, the call site
  /// and the SQL, if they are known; of a ``RowDecodingError`` or a ``ValueEncodingError`` that a
  /// function threw, the words too.
  ///
  /// ```
  /// FOREIGN KEY constraint failed: album (artistID) REFERENCES "artist" ("id")
  ///   [SQLITE_CONSTRAINT_FOREIGNKEY] in: …
  /// no such table: shelf; create(Shelf.self) makes it [SQLITE_ERROR] in: SELECT "id" FROM "shelf"
  /// ```
  public var description: String {
    var text = message
    // Of the other constraints SQLite's own message says as much.
    if let violation, violation.kind == .foreignKey, let table = violation.table {
      text += ": \(table) (\(violation.columns.joined(separator: ", ")))"
      if let constraint = violation.constraint { text += " \(constraint)" }
    }
    switch underlyingError {
    // These hold no value, where an error of the program's own may.
    case let error as RowDecodingError: text += ": \(error)"
    case let error as ValueEncodingError: text += ": \(error)"
    default: break
    }
    if let hint { text += "; \(hint)" }
    text += " [\(extendedCode.name)]"
    if let path { text += " at \(path)" }
    if let step { text += " in the step \(step)" }
    text += site.suffix
    if let sql { text += " in: \(sql)" }
    return text
  }
}
