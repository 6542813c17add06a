/// The SQL of an engine, where engines differ in the SQL of the same query.
///
/// A dialect is data: a renderer asks it for the text of an operator, a function, a type or a
/// clause. What has no entry is written as SQLite writes it.
@_documentation(visibility: internal)
public struct SQLDialect: Sendable {
  /// The engine's name, for errors. Dialects with one name must write the same SQL, because a
  /// prepared query keeps its text by this name.
  public let engine: String
  /// Whether it is SQLite's own dialect.
  package let isSQLite: Bool

  // MARK: Expressions

  /// The operator of equality that treats NULL like any other value.
  public var same = "IS"
  public var notSame = "IS NOT"
  /// The operator that compares a text with a pattern, in which ASCII letters match in either case.
  public var like = "LIKE"
  /// The templates of operators by SQLite's symbols, such as `/`: `%1` and `%2` are the operands.
  public var operators: [String: SQLTemplate] = [:]
  /// The templates of functions by SQLite's names, such as `instr`, or by the name and the number
  /// of arguments, such as `max/2`.
  public var functions: [String: SQLTemplate] = [:]
  /// The templates of tests of texts; those without one are written with SQLite's functions.
  public var textTests: [TextTest: SQLTemplate] = [:]
  /// The templates of casts; a type without one is cast by `CAST(… AS …)`.
  public var casts: [ColumnType: SQLTemplate] = [:]
  /// The collations by SQLite's names: nil for one that the engine does not need.
  public var collations: [String: String?] = [:]
  /// The functions, operators and clauses that the engine does not have, by SQLite's names.
  public var unsupported: Set<String> = []
  /// Whether the engine has the functions that check a computed value before it is written.
  public var checksValues = true

  // MARK: Lists and rows

  /// How a list of more than a few values is bound.
  public var longList = LongList.json

  public enum LongList: Sendable {
    /// As one JSON array, or as one ``ValueList``.
    case json
    /// Each value as a parameter.
    case parameters
  }

  /// Whether parameters may be written as `?`.
  public var hasUnnumberedParameters = true
  /// Whether NULL is less than every other value in an order; otherwise, it is greater.
  public var nullsAreLeast = true

  // MARK: Statements

  /// Whether `INSERT` and `UPDATE` take an `OR` clause; if not, `OR IGNORE` of an insert is `ON
  /// CONFLICT DO NOTHING`, and other clauses are refused.
  public var hasConflictResolutions = true
  /// The name by which an upsert's update names the existing row, if columns without a table's name
  /// are ambiguous there.
  public var qualifiesUpsertedColumns = false

  // MARK: Definitions

  /// Returns the name of a type in `CREATE TABLE` and `CAST`.
  public var typeName: @Sendable (ColumnType) -> String = { $0.description }
  /// The text after the type of a key that the database generates.
  public var generatedKey = " PRIMARY KEY"
  public var generatedKeyWithoutReuse = " PRIMARY KEY AUTOINCREMENT"
  /// Whether a table has the options `STRICT` and `WITHOUT ROWID`.
  public var hasTableOptions = true
  /// The literals of the defaults 0 and 1 of a column of truth values.
  public var falseLiteral = "0"
  public var trueLiteral = "1"
  /// Whether a generated column can be computed when it is read.
  public var hasVirtualColumns = true

  /// Creates a dialect that differs from SQLite's in nothing but the engine's name.
  public init(engine: String) { self.init(engine: engine, isSQLite: false) }

  private init(engine: String, isSQLite: Bool) {
    self.engine = engine
    self.isSQLite = isSQLite
  }

  /// SQLite's dialect; see <https://www.sqlite.org/lang_expr.html>.
  public static let sqlite = SQLDialect(engine: "SQLite", isSQLite: true)
}

/// A test of a text for a part of it.
@_documentation(visibility: internal)
public struct TextTest: Sendable, Hashable {
  public enum Place: UInt8, Sendable, Hashable {
    case anywhere, start, end
  }

  public let place: Place
  /// Whether ASCII letters match in either case.
  public let ignoresCase: Bool

  public init(_ place: Place, ignoringCase: Bool = false) {
    self.place = place
    ignoresCase = ignoringCase
  }
}

/// The text of an expression with places for its operands: `strpos(%1, %2)`.
///
/// `%1` to `%9` are operands, and `%*` is all operands with commas between them. In a call of an
/// aggregate function, `%d` is the place of `DISTINCT`, and `%o` that of `ORDER BY`. `%%` is a
/// percent sign.
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
  /// Whether the whole is a function call, or is in parentheses, so that it is an operand of every
  /// operator.
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
