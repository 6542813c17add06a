/// What has a name in the database and rows to be fetched: a table, a view, a virtual table.
///
/// Every ``Table`` and every ``View`` is one, and so is each other ``Selection`` that says so, to be
/// read from what is there under its name:
///
/// ```swift
/// @Selection struct Sequence { let name: String; let seq: Int }
/// extension Sequence: NamedSource { static let tableName = "sqlite_sequence" }
///
/// let counters = try await db.fetch(Sequence.where { $0.seq > 100 })
/// // SELECT "name", "seq" FROM "sqlite_sequence" WHERE "seq" > $1
/// ```
public protocol NamedSource: Selection {
  /// The name in the database; without one of its own, the type's name with its first letters
  /// lowered (`ArtistTotal` is `artistTotal`).
  static var tableName: String { get }
  /// `SELECT` of every column that a fetch reads, in declared order, without a `WHERE`.
  static var selectSQL: String { get }
  /// The triggers that `create` makes with it; none, unless it says so.
  static var triggers: [Trigger] { get }
}

extension NamedSource {
  public static var triggers: [Trigger] { [] }

  public static var tableName: String { "\(Self.self)".withLoweredFirstLetters }

  public static var selectSQL: String {
    "SELECT \(selectedColumns.identifierList) FROM \(tableName.quotedIdentifier)"
  }
}

extension String {
  /// A type's name as that of a table: an acronym at the start is one word, and so is its plural.
  ///
  /// It is the rule by which `@Table` names a table.
  fileprivate var withLoweredFirstLetters: String {
    // What stands behind the name of a generic type belongs to no name of a table.
    let name = Array(prefix { $0 != "<" })
    let start = name.firstIndex { $0 != "_" } ?? 0
    let word = name[start...]
    let capitals = word.prefix { $0.isUppercase }
    guard capitals.count > 1 else {
      return String(name[..<start]) + capitals.map { $0.lowercased() }.joined()
        + String(word.dropFirst(capitals.count))
    }
    let rest = word.dropFirst(capitals.count)
    let isPlural = rest.first == "s" && rest.dropFirst().first?.isLowercase != true
    // The last capital begins the next word, unless a plural's `s` or nothing comes behind it.
    let count = rest.first?.isLowercase == true && !isPlural ? capitals.count - 1 : capitals.count
    return String(name[..<start]) + word.prefix(count).map { $0.lowercased() }.joined()
      + String(word.dropFirst(count))
  }
}
