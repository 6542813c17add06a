/// The name of a type, with its enclosing types and without its module: the default name of a
/// representation.
///
/// Two names are considered the same if one of them lacks the enclosing types: earlier versions of
/// this package recorded such names.
package enum TypeName {
  /// Returns the name of a type: `Money.Cents` for an enum in a struct.
  static func qualified(_ type: Any.Type) -> String {
    let short = String(describing: type)
    let name = rewritten(String(reflecting: type)) { Array($0.dropFirst()) }
    // If the module's name can't be separated from the type's, the short name is used.
    guard let name, unqualified(name).hasSameBytes(as: short) else { return short }
    return name
  }

  /// Returns a name without the types that enclose the type and its arguments.
  package static func unqualified(_ name: String) -> String {
    rewritten(name) { Array($0.suffix(1)) } ?? name
  }

  /// Returns whether two names can be of one type: they are the same, or one lacks the enclosing
  /// types.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    if left.hasSameBytes(as: right) { return true }
    // A name with a dot that the program has chosen itself need not be the name of a type.
    func isShort(_ name: String, of other: String) -> Bool {
      let isTypes = name.utf8.first.map { isLetter($0) && $0 & 0x20 == 0 || $0 >= 0x80 } ?? false
      return isTypes && unqualified(other).hasSameBytes(as: name)
    }
    return isShort(left, of: right) || isShort(right, of: left)
  }

  /// Returns a name with each of its dotted paths rewritten; nil if it has parts that are not
  /// paths.
  ///
  /// The name of a private type, or of a type in an extension, has a part in parentheses:
  /// `App.(unknown context at $7f01).Cents`, `(extension in App):Money.Wallet.Cents`.
  private static func rewritten(
    _ name: String, _ words: ([Substring]) -> [Substring]
  ) -> String? {
    var result = ""
    var rest = name.utf8[...]
    while let first = rest.first {
      guard isInPath(first) || first == UInt8(ascii: "(") else {
        result += String(decoding: [first], as: UTF8.self)
        rest = rest.dropFirst()
        continue
      }
      var path: [Substring] = []
      var isInner = false
      while let byte = rest.first {
        if byte == UInt8(ascii: "(") {
          guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
          let part = Substring(rest[...end])
          let isContext = ["(unknown context", "(extension in"].contains {
            part.utf8.starts(with: $0.utf8)
          }
          if !isContext { return nil }
          rest = rest[rest.index(after: end)...]
          if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
        } else if byte == UInt8(ascii: ".") {
          // The path continues after the arguments of a generic type.
          if path.isEmpty { isInner = true }
          rest = rest.dropFirst()
        } else if isInPath(byte) {
          let end = rest.firstIndex { !isInPath($0) || $0 == UInt8(ascii: ".") } ?? rest.endIndex
          path.append(Substring(rest[..<end]))
          rest = rest[end...]
        } else {
          break
        }
      }
      let kept = isInner || path.count < 2 ? path : words(path)
      result += (isInner ? "." : "") + kept.joined(separator: ".")
    }
    return result
  }

  private static func isInPath(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
  }
}
