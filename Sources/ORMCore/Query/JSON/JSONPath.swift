/// A path from the outermost value of JSON to a value inside of it, with the Swift type of that
/// value.
///
/// A struct's key paths don't contain its `CodingKeys`, so you declare a path once, by the names in
/// the JSON:
///
/// ```swift
/// struct Settings: Codable { var theme: String; var owner: Owner? }
///
/// extension JSONPath where Root == Settings, Value == String {
///   static var theme: Self { Self("theme") }
///   static var ownerName: Self { Self("owner", "name") }
/// }
///
/// User.where { $0.settings[.theme] == "dark" }
/// // … WHERE ("settings" ->> '$.theme') IS $1
/// ```
///
/// See <https://www.sqlite.org/json1.html#path_arguments>.
public struct JSONPath<Root, Value>: Sendable, Hashable {
  let steps: [JSONStep]

  init(_ steps: [JSONStep]) { self.steps = steps }

  /// Creates a path from keys and positions in arrays. A path without steps leads to the whole
  /// value.
  public init(_ steps: JSONStep...) { self.init(steps) }

  /// Returns this path followed by another path.
  public func appending<Next>(_ path: JSONPath<Value, Next>) -> JSONPath<Root, Next> {
    JSONPath<Root, Next>(steps + path.steps)
  }
}

/// One step of a path in JSON: the key of an object, or a position in an array.
///
/// ```swift
/// $0.settings["sizes", 0, as: Int.self]            // "settings" ->> '$.sizes[0]'
/// $0.settings["sizes", -1, as: Int.self]           // "settings" ->> '$.sizes[#-1]'
/// $0.settings["words", .key(word), as: Int.self]   // "settings" ->> $1
/// ```
///
/// A literal is part of the SQL, so that an index on the same expression can be used. The arguments
/// of `key` and `index` are bound, so the SQL is the same for every argument.
public struct JSONStep: Sendable, Hashable {
  enum Place: Hashable {
    case key(String)
    case index(Int)
    case end

    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.key(let key), .key(let other)): key.hasSameBytes(as: other)
      case (.index(let index), .index(let other)): index == other
      case (.end, .end): true
      default: false
      }
    }
  }

  let place: Place
  let isConstant: Bool

  /// The value of a key that is known only at run time.
  public static func key(_ key: String) -> Self { Self(place: .key(key), isConstant: false) }

  /// The element at a position that is known only at run time. A negative position counts from the
  /// end.
  public static func index(_ index: Int) -> Self { Self(place: .index(index), isConstant: false) }

  /// The position after the last element, at which `jsonInsert` appends.
  public static let end = JSONStep(place: .end, isConstant: true)
}

extension JSONStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The value of a key.
  public init(stringLiteral key: String) { self.init(place: .key(key), isConstant: true) }

  /// The element at a position. A negative position counts from the end: -1 is the last element.
  public init(integerLiteral index: Int) { self.init(place: .index(index), isConstant: true) }
}

extension [JSONStep] {
  /// The path as an argument of a function; nil for the whole value.
  var argument: SQLNode? { isEmpty ? nil : node }

  /// The path in SQLite's syntax: `'$.owner."first name"'`.
  var node: SQLNode {
    var path = "$"
    for step in self {
      switch step.place {
      case .key(let key) where key.isPlainKey: path += ".\(key)"
      case .key(let key):
        guard key.canBeQuoted else { return .unencodable(.unreachableKey) }
        path += ".\"\(key)\""
      case .index(let index): path += index < 0 ? "[#\(index)]" : "[\(index)]"
      case .end: path += "[#]"
      }
    }
    return allSatisfy(\.isConstant) ? .text(path) : .value(.text(path))
  }
}

extension String {
  /// Whether every version of SQLite accepts the key without quotes in a path.
  fileprivate var isPlainKey: Bool {
    utf8.first?.isDigit == false
      && utf8.allSatisfy {
        $0.isDigit || $0 == UInt8(ascii: "_")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
  }

  /// Whether SQLite accepts the key in quotes in a path: it has no escapes there, and no empty key.
  fileprivate var canBeQuoted: Bool {
    !isEmpty
      && utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

extension ValueEncodingError {
  fileprivate static var unreachableKey: Self {
    Self(
      type: "JSONPath",
      reason: .invalid(
        description: "SQLite has no path to a key that is empty or contains a quote, a backslash "
          + "or a control character"))
  }
}
