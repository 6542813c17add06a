import ORMCore

/// The storage of a type in a column, to the extent that tools need it.
struct ColumnStorage {
  /// A constant of the type as SQL.
  enum Literal {
    /// The SQL; nil if the value can't be stored and the column has no `DEFAULT`.
    case sql(String?)
    /// The reason why the sources don't determine it.
    case unknown(String)
  }

  var type: ColumnType
  var isNullable = false
  var isNumberAsText = false
  /// The stored form; nil if the sources alone don't determine it.
  var representation: RepresentationSchema?
  var literal: (SourceValue) -> Literal

  /// The storage of an optional of the type.
  var optional: ColumnStorage {
    var optional = self
    optional.isNullable = true
    optional.literal = { [literal] value in
      if value == .none { return .sql(SQLValue.null.literal) }
      if case .member("none", of: nil) = value { return .sql(SQLValue.null.literal) }
      return literal(value)
    }
    return optional
  }
}

/// The reason why something can't be known.
struct Unknown: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

extension ColumnStorage {
  /// Creates the storage of a type that this program contains, too, by running the type's code.
  init<Known: ColumnRepresentation>(
    of type: Known.Type, _ value: @escaping (SourceValue) -> Known.Value?
  ) {
    self.init(
      type: Known.columnType, isNullable: Known.isNullable,
      isNumberAsText: Known.isNumberAsText, representation: RepresentationSchema(of: Known.self)
    ) { source in
      guard let value = value(source) else {
        return .unknown("the value of its default '\(source.spelling)' can't be determined")
      }
      return .sql((try? Known.sqlValue(of: value)).map(\.literal))
    }
  }
}

extension [SourceArgument] {
  fileprivate var spelling: String { isEmpty ? "()" : "(…)" }
}

extension SourceValue {
  /// The expression in messages.
  var spelling: String {
    switch self {
    case .integer(let text), .real(let text), .other(let text): text
    case .text(let text): "\"\(text)\""
    case .truth(let truth): truth ? "true" : "false"
    case .none: "nil"
    case .array(let elements): elements.isEmpty ? "[]" : "[…]"
    case .dictionary(let elements): elements.isEmpty ? "[:]" : "[…]"
    case .member(let name, let type): "\(type ?? "").\(name)"
    case .call("init", let type, let arguments): "\(type ?? ".init")\(arguments.spelling)"
    case .call(let name, let type, let arguments): "\(type ?? "").\(name)\(arguments.spelling)"
    case .operation(let sign, let left, let right):
      "\(left.spelling) \(sign) \(right.spelling)"
    case .negative(let value): "-\(value.spelling)"
    }
  }
}
