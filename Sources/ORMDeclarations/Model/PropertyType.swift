/// The declared type of a property, as the macro understands it.
package struct PropertyType: Equatable {
  /// The type without its optionality and without `Lazy`, as Swift source.
  package var base: String
  /// Whether the value is optional: `T?`, `T!` or `Optional<T>`.
  package var isOptional = false
  /// Whether the type is `Lazy<…>`.
  package var isLazy = false
  /// Whether the type is not written, but inferred from a literal.
  package var isOfLiteral = false

  package init(
    base: String, isOptional: Bool = false, isLazy: Bool = false, isOfLiteral: Bool = false
  ) {
    self.base = base
    self.isOfLiteral = isOfLiteral
    self.isOptional = isOptional
    self.isLazy = isLazy
  }

  /// The type of the column's value: `Int?`
  package var value: String { isOptional ? "\(base)?" : base }
  /// The type of the property: `Lazy<Int?>`
  package var source: String { isLazy ? "ORM.Lazy<\(value)>" : value }

  /// The type without the name of a known module: `Int` for `Swift.Int`.
  package var name: String {
    for module in ["Swift", "Foundation", "FoundationEssentials", "ORM", "ORMCore"]
    where base.hasPrefix(module) {
      let rest = base.dropFirst(module.count)
      for selector in ["::", "."] where rest.hasPrefix(selector) {
        return String(rest.dropFirst(selector.count))
      }
    }
    return base
  }

  /// Whether the type is known to be an integer.
  package var isInteger: Bool { Self.integers.contains(name) }
  /// Whether a fetched value of the type equals the written one exactly.
  package var isExact: Bool { isInteger || Self.exact.contains(name) }
  /// Whether the type is visible everywhere under this name.
  package var isKnown: Bool { isExact || Self.others.contains(name) }
  /// Whether the type is a collection of the standard library, other than bytes.
  package var isCollection: Bool {
    base != "[UInt8]" && base != "Array<UInt8>"
      && ["[", "Array<", "Dictionary<", "Set<"].contains(where: base.hasPrefix)
  }
  /// Whether the type is an array, other than of bytes.
  var isArray: Bool {
    guard isCollection else { return false }
    return base.hasPrefix("[") ? !base.hasKeyType : base.hasPrefix("Array<")
  }
  /// Whether the type consists only of known types, so that it can be stored as JSON.
  package var isMadeOfKnown: Bool {
    base.split { !($0.isLetter || $0.isNumber || $0 == "_") }.allSatisfy {
      PropertyType(base: String($0)).isKnown
        || ["Array", "Dictionary", "Set", "Optional"].contains($0)
    }
  }
  /// Whether the type is an array or a set of values that JSON is known to keep exactly.
  package var isExactAsJSON: Bool {
    !base.utf8.contains(UInt8(ascii: "?")) && !base.utf8.contains(UInt8(ascii: ":"))
      && base.split { !($0.isLetter || $0.isNumber || $0 == "_") }.allSatisfy {
        $0 != "Data" && PropertyType(base: String($0)).isExact || ["Array", "Set"].contains($0)
      }
  }
  /// Whether the type is known not to be stored as INTEGER.
  package var isKnownNonInteger: Bool {
    !isInteger && name != "Bool" && isKnown
  }

  private static let integers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  private static let exact: Set = ["Bool", "String", "Data", "[UInt8]", "UUID"]
  // `Double` and `Float` lose the sign of zero.
  private static let others: Set = [
    "Double", "Float", "Date", "URL", "Decimal",
  ]
}

extension String {
  /// Whether a type in brackets is a dictionary: only its brackets contain a colon directly.
  fileprivate var hasKeyType: Bool {
    var depth = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ">"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: return true
      default: break
      }
    }
    return false
  }
}
