/// The name of a type in source: `Outer.Tagged<Album, Int>?`.
struct TypeName {
  /// The names, from the outermost type to the type itself.
  var names: [String] = []
  /// The generic arguments of the last name.
  var arguments: [String] = []
  var isOptional = false

  /// Parses a type; arrays and dictionaries become `Array` and `Dictionary`.
  ///
  /// If the source is anything else, `names` is empty.
  init(_ source: String) {
    var text = source.utf8[...]
    while let last = text.last, last == UInt8(ascii: "?") || last == UInt8(ascii: "!") {
      text.removeLast()
      isOptional = true
    }
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
      let inner = Self.parts(of: text.dropFirst().dropLast(), at: UInt8(ascii: ":"))
      names = [inner.count > 1 ? "Dictionary" : "Array"]
      arguments = inner
      return
    }
    for part in Self.parts(of: text, at: UInt8(ascii: ".")) {
      let bytes = part.utf8
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "<")) else {
        names.append(part.withoutBackticks)
        arguments = []
        continue
      }
      guard bytes.last == UInt8(ascii: ">") else {
        names = []
        return
      }
      names.append(String(part[..<bracket]).withoutBackticks)
      let inner = bytes[bytes.index(after: bracket)...].dropLast()
      arguments = Self.parts(of: inner, at: UInt8(ascii: ","))
    }
    let isName = names.allSatisfy { $0.utf8.allSatisfy(\.isWord) && !$0.isEmpty }
    if !isName { names = [] }
    if names.last == "Optional" || names == ["Swift", "Optional"], let wrapped = arguments.first {
      self = TypeName(wrapped)
      isOptional = true
    }
  }

  /// Returns the parts between separators outside of brackets, without blanks.
  private static func parts(of text: Substring.UTF8View, at separator: UInt8) -> [String] {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ">"), UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if byte == separator, depth == 0 {
        parts.append([])
      } else if byte != UInt8(ascii: " ") || depth > 0 {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
