/// The SQL of an engine, as data: a renderer looks up the text of an operator, a function, a type
/// or a clause. An element without an entry is written as in SQLite.
@_documentation(visibility: internal)
public struct SQLDialect: Sendable {
  /// The engine's name, for errors. Dialects with one name must write the same SQL, because a
  /// prepared query keeps its text by this name.
  public let engine: String
  /// Whether it is SQLite's own dialect.
  package let isSQLite: Bool

  // MARK: Expressions

  /// The equality operator that treats NULL like any other value.
  public var same = "IS"
  public var notSame = "IS NOT"
  /// The operator that matches a text with a pattern, ignoring the case of ASCII letters.
  public var like = "LIKE"
  /// The templates of operators by SQLite's symbols, such as `/`: `%1` and `%2` are the operands.
  public var operators: [String: SQLTemplate] = [:]
  /// The templates of functions by SQLite's names, such as `instr`, or by the name and the number
  /// of arguments, such as `max/2`.
  public var functions: [String: SQLTemplate] = [:]
  /// The templates of text tests. A test without a template is written with SQLite's functions.
  public var textTests: [TextTest: SQLTemplate] = [:]
  /// The templates of casts. A type without a template is written as `CAST(… AS …)`.
  public var casts: [ColumnType: SQLTemplate] = [:]
  /// The collations by SQLite's names; nil for a collation that the engine does not need.
  public var collations: [String: String?] = [:]
  /// The functions, operators and clauses that the engine does not have, by SQLite's names.
  public var unsupported: Set<String> = []
  /// Whether the engine has the functions that check a computed value before it is written.
  public var checksValues = true

  // MARK: Lists and rows

  /// The binding of a list of more than a few values.
  public var longList = LongList.json

  public enum LongList: Sendable {
    /// As one JSON array, or as one ``ValueList``.
    case json
    /// Each value as a parameter.
    case parameters
  }

  /// Whether parameters may be written as `?`.
  public var hasUnnumberedParameters = true
  /// Whether NULL sorts before all other values; if false, it sorts after them.
  public var nullsAreLeast = true

  // MARK: Statements

  /// Whether `INSERT` and `UPDATE` accept an `OR` clause. If not, `OR IGNORE` of an insert is
  /// written as `ON CONFLICT DO NOTHING`, and other clauses throw.
  public var hasConflictResolutions = true
  /// Whether an upsert's update qualifies the existing row's columns with the table's name, because
  /// they are ambiguous without it.
  public var qualifiesUpsertedColumns = false

  // MARK: Definitions

  /// Returns the name of a type in `CREATE TABLE` and `CAST`.
  public var typeName: @Sendable (ColumnType) -> String = { $0.description }
  /// The text after the type of a key that the database generates.
  public var generatedKey = " PRIMARY KEY"
  public var generatedKeyWithoutReuse = " PRIMARY KEY AUTOINCREMENT"
  /// Whether a table has the options `STRICT` and `WITHOUT ROWID`.
  public var hasTableOptions = true
  /// The literals of the defaults 0 and 1 of a Boolean column.
  public var falseLiteral = "0"
  public var trueLiteral = "1"
  /// Whether the engine has virtual generated columns, which are computed when they are read.
  public var hasVirtualColumns = true

  /// Creates a dialect that is SQLite's except for the engine's name.
  public init(engine: String) { self.init(engine: engine, isSQLite: false) }

  private init(engine: String, isSQLite: Bool) {
    self.engine = engine
    self.isSQLite = isSQLite
  }

  /// SQLite's dialect; see <https://www.sqlite.org/lang_expr.html>.
  public static let sqlite = SQLDialect(engine: "SQLite", isSQLite: true)
}

/// A test whether a text contains, starts with or ends with another text.
@_documentation(visibility: internal)
public struct TextTest: Sendable, Hashable {
  public enum Place: UInt8, Sendable, Hashable {
    case anywhere, start, end
  }

  public let place: Place
  /// Whether the case of ASCII letters is ignored.
  public let ignoresCase: Bool

  public init(_ place: Place, ignoringCase: Bool = false) {
    self.place = place
    ignoresCase = ignoringCase
  }
}

/// A template of an expression with placeholders for its operands: `strpos(%1, %2)`.
///
/// `%1` to `%9` are operands, and `%*` is all operands with commas between them. In a call of an
/// aggregate function, `%d` is replaced by `DISTINCT`, and `%o` by `ORDER BY`. `%%` is a percent
/// sign.
@_documentation(visibility: internal)
public struct SQLTemplate: Sendable, ExpressibleByStringLiteral {
  public enum Part: Sendable {
    case text(String)
    case operand(Int)
    case operands
    case distinct
    case ordering
  }

  public let parts: [Part]
  /// Whether the expression is a function call or is in parentheses, so that it can be an operand
  /// without further parentheses.
  public let isPrimary: Bool

  public init(stringLiteral text: String) {
    var parts: [Part] = []
    var written: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    func end() {
      if !written.isEmpty { parts.append(.text(String(decoding: written, as: UTF8.self))) }
      written = []
    }
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%"), let next = bytes.next() else {
        written.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "*"):
        end()
        parts.append(.operands)
      case UInt8(ascii: "d"):
        end()
        parts.append(.distinct)
      case UInt8(ascii: "o"):
        end()
        parts.append(.ordering)
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        end()
        parts.append(.operand(Int(next - UInt8(ascii: "1"))))
      case byte: written.append(next)
      default: written += [byte, next]
      }
    }
    end()
    self.parts = parts
    isPrimary = Self.isClosed(text)
  }

  /// Whether the first parenthesis closes at the end, as in `f(…)` and `(…)`.
  private static func isClosed(_ text: String) -> Bool {
    var depth = 0
    var closed = false
    for byte in text.utf8 {
      if closed { return false }
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        closed = depth == 0
      case UInt8(ascii: " ") where depth == 0: return false
      default: break
      }
    }
    return closed
  }
}
