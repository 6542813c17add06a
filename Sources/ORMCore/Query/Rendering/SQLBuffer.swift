/// The text of a statement while it is written, as UTF-8.
///
/// A statement is some hundred short pieces, each of which costs a `String` several times what copying its
/// bytes does.
struct SQLBuffer {
  private var bytes: [UInt8] = []

  init(_ text: String = "", capacity: Int) {
    bytes.reserveCapacity(capacity)
    append(text)
  }

  var count: Int { bytes.count }

  /// What was written.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) {
    // A text that is not UTF-8 inside comes from Foundation on Apple's platforms.
    let copied: Void? = text.utf8.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: $0)
    }
    if copied == nil { bytes.append(contentsOf: Array(text.utf8)) }
  }

  /// Writes the name in double quotes, with those inside doubled.
  mutating func append(identifier name: String) {
    let quote = UInt8(ascii: "\"")
    let start = bytes.count
    bytes.append(quote)
    append(name)
    // Hardly a name has one, and it is found sooner in bytes than in a String.
    if bytes[(start + 1)...].contains(quote) {
      bytes.removeSubrange(start...)
      append(name.quotedIdentifier)
    } else {
      bytes.append(quote)
    }
  }

  /// Writes `$1`, `$2`, ….
  mutating func append(parameter number: Int) {
    bytes.append(UInt8(ascii: "$"))
    if number < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(String(number))
    }
  }
}
