/// The way from the outermost value of some JSON to one inside of it, with the Swift type that it
/// has there.
///
/// A struct's key paths don't know what its `CodingKeys` call its properties, so a path is declared
/// by the names in the JSON, once:
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

  /// A path by the names of keys and the positions in arrays on it; without any, the whole value.
  public init(_ steps: JSONStep...) { self.init(steps) }

  /// The path to what the other one leads to from here.
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
/// A literal belongs to the statement's text, as an index on an expression has it. What `key` and
/// `index` are given varies, and is bound, so that one text serves all of it.
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

  /// The value of a key that is known at run time only.
  public static func key(_ key: String) -> Self { Self(place: .key(key), isConstant: false) }

  /// The element at a position that is known at run time only; below 0, it counts from the end.
  public static func index(_ index: Int) -> Self { Self(place: .index(index), isConstant: false) }

  /// The place behind the last element, where `jsonInsert` appends.
  public static let end = JSONStep(place: .end, isConstant: true)
}

extension JSONStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The value of a key.
  public init(stringLiteral key: String) { self.init(place: .key(key), isConstant: true) }

  /// The element at a position; below 0, it counts from the end: -1 is the last one.
  public init(integerLiteral index: Int) { self.init(place: .index(index), isConstant: true) }
}

extension [JSONStep] {
  /// The path as an argument of a function; nil for the whole value.
  var argument: SQLNode? { isEmpty ? nil : node }

  /// The path as SQLite writes it: `'$.owner."first name"'`.
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
  /// Whether a path takes the key without quotes, in every version of SQLite.
  fileprivate var isPlainKey: Bool {
    utf8.first?.isDigit == false
      && utf8.allSatisfy {
        $0.isDigit || $0 == UInt8(ascii: "_")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
  }

  /// Whether a path takes the key in quotes: SQLite knows no escape in them, and no empty key.
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
        description: "SQLite has no path to a key that is empty or has a quote, a backslash or a "
          + "control character in it"))
  }
}
