/// An error that the engine reported, or that this library reports with the engine's code for it.
///
/// ``kind`` is the same for every engine. The engine's own code is more precise.
///
/// ```swift
/// do {
///   try await db.insert(Album(title: "Diamond Life"))
/// } catch let error as DatabaseError where error.kind == .unique {
///   print(error.violation?.columns ?? [])       // ["title"]
/// }
/// ```
public struct DatabaseError: Error, Sendable, Hashable {  // Characters: an error's words
  /// SQLite's primary result code. An error of another engine has SQLite's code for its ``kind``.
  public var code: ResultCode { extendedCode.primary }
  /// SQLite's extended result code. An error of another engine has SQLite's code for its ``kind``.
  public var extendedCode: ResultCode { didSet { foreign = nil } }
  var foreign: ForeignCode?
  /// The error message. It contains no values of rows.
  public var message: String
  /// A possible remedy, if one is known: `create(Shelf.self) creates it` for a missing table, the
  /// most similar existing name for an unknown one, or the setting that would have opened the file.
  public var hint: String?
  /// The SQL of the statement that failed.
  public var sql: String?
  /// The path of the database's file, if the file could not be opened, read or written, stayed
  /// locked, or was already closed.
  public var path: String?
  /// The step of ``MigrationList`` that ran the statement.
  public var step: String?
  /// How long the call waited for a lock that another connection held.
  public var waited: Duration?
  /// The constraint that was violated, if any.
  public var violation: ConstraintViolation?
  /// The error thrown by a Swift function that the statement called; see ``DatabaseFunction``.
  public var underlyingError: (any Error)? {
    get { underlying?.error }
    set { underlying = newValue.map(UnderlyingError.init) }
  }

  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current
  private var underlying: UnderlyingError?

  /// Creates an error as SQLite would report it.
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

/// An error of any type, equal to another of the same type with the same description.
private struct UnderlyingError: Sendable, Hashable {
  let error: any Error

  private var words: String { "\(type(of: error)): \(error)" }

  // Characters: an error's words
  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

@_documentation(visibility: internal)
extension DatabaseError: CustomStringConvertible {
  /// The message, with the foreign key, the hint, the code's name, the path, the step, the call
  /// site and the SQL, if they are known. If a Swift function threw a ``RowDecodingError`` or a
  /// ``ValueEncodingError``, its description is included.
  ///
  /// ```
  /// FOREIGN KEY constraint failed: album (artistID) REFERENCES "artist" ("id")
  ///   [SQLITE_CONSTRAINT_FOREIGNKEY] in: …
  /// no such table: shelf; create(Shelf.self) creates it [SQLITE_ERROR] in: SELECT id FROM shelf
  /// ```
  public var description: String {
    var text = message
    // For other constraints, SQLite's own message contains this.
    if let violation, violation.kind == .foreignKey, let table = violation.table {
      text += ": \(table) (\(violation.columns.joined(separator: ", ")))"
      if let constraint = violation.constraint { text += " \(constraint)" }
    }
    switch underlyingError {
    // These contain no values; an error of the program might.
    case let error as RowDecodingError: text += ": \(error)"
    case let error as ValueEncodingError: text += ": \(error)"
    default: break
    }
    if let hint { text += "; \(hint)" }
    text += " [\(codeName)]"
    if let path { text += " at \(path)" }
    if let step { text += " in the step \(step)" }
    text += site.suffix
    if let sql { text += " in: \(sql)" }
    return text
  }
}
