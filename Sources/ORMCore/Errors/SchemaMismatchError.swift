/// A table that `create` found is not as its struct describes it.
///
/// ```swift
/// do {
///   try await db.create(Album.self)
/// } catch let error as SchemaMismatchError {
///   print(error)
///   // "album" is not as Album describes it: it has no column "plays"; "year" is TEXT and not INTEGER
/// }
/// ```
///
/// `create` has changed nothing then. What the struct can't tell from what it describes is none of
/// the differences: see ``Difference``.
public struct SchemaMismatchError: Error, Sendable, Hashable {  // Characters: an error's words
  /// One thing in which a table and its struct differ so that reads or writes would fail.
  ///
  /// More columns, where they may be left out of an insert, are no difference, nor are another
  /// spelling of the same type (`VARCHAR(40)`, `INT`), a table that is not `STRICT`, and other
  /// defaults, checks, collations, references and indexes.
  public enum Difference: Sendable, Hashable {  // Characters: an error's words
    /// The struct has the column, and the table has not.
    case missingColumn(String)
    /// The table has the column, and the struct has not, so that no row could be inserted: it is
    /// `NOT NULL`, and has no default.
    case extraColumn(String)
    /// The column of the table turns values into those of another type, or refuses them.
    case type(column: String, expected: ColumnType, found: String)
    /// The column of the table may be NULL, where the property is not optional, or the other way
    /// round.
    case nullability(column: String, isNullable: Bool)
    /// The value is computed by the table and written by the struct, or the other way round.
    case generation(column: String, isGenerated: Bool)
    /// The columns of the struct's key are none of the table's, and no `UNIQUE` index has them.
    case key(expected: [String], found: [String])
    /// The struct's key is not `INTEGER PRIMARY KEY`, so the database does not give it.
    case notRowID(column: String)
    /// There is a view of the name, or a virtual table, or the other way round.
    case kind(expected: String, found: String)
  }

  /// The name of the table.
  public var table: String
  /// The name of the struct.
  public var type: String
  /// What is different, column by column.
  public var differences: [Difference]
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// An error with what is different.
  public init(table: String, type: String, differences: [Difference]) {
    self.table = table
    self.type = type
    self.differences = differences
  }
}

extension SchemaMismatchError: CustomStringConvertible {
  public var description: String {
    "\(table.quotedIdentifier) is not as \(type) describes it: "
      + differences.map(\.description).joined(separator: "; ") + site.suffix
  }
}

extension SchemaMismatchError.Difference: CustomStringConvertible {
  /// What is different, in words.
  public var description: String {
    // Characters: whether there is a key
    switch self {
    case .missingColumn(let name): "it has no column \(name.quotedIdentifier)"
    case .extraColumn(let name):
      "it has a column \(name.quotedIdentifier), which is NOT NULL and has no default"
    case .type(let column, let expected, let found):
      "\(column.quotedIdentifier) is \(found) and not \(expected)"
    case .nullability(let column, true): "\(column.quotedIdentifier) may be NULL"
    case .nullability(let column, false): "\(column.quotedIdentifier) is NOT NULL"
    case .generation(let column, true): "\(column.quotedIdentifier) is generated"
    case .generation(let column, false): "\(column.quotedIdentifier) is not generated"
    case .key(let expected, []): "it has no key, and not (\(expected.identifierList))"
    case .key(let expected, let found):
      "its key is (\(found.identifierList)) and not (\(expected.identifierList))"
    case .notRowID(let column): "\(column.quotedIdentifier) is not INTEGER PRIMARY KEY"
    case .kind(let expected, let found): "it is a \(found) and not a \(expected)"
    }
  }
}
