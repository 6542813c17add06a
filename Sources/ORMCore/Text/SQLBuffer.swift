/// The text of a statement while it is written, as UTF-8.
///
/// A statement is some hundred short pieces, each of which costs a `String` several times what
/// copying its bytes does.
struct SQLBuffer {
  /// What was written, and the room behind it.
  private var bytes: [UInt8]
  /// How many bytes were written.
  private(set) var count = 0

  private static let quote = UInt8(ascii: "\"")

  init(_ text: String = "") {
    // Most statements fit, and none is moved as it grows from nothing.
    bytes = Array(repeating: 0, count: 960)
    append(text)
  }

  /// What was written.
  var string: String { String(decoding: bytes[..<count], as: UTF8.self) }

  /// Takes back the last bytes that were written.
  mutating func removeLast(_ number: Int) { count -= number }

  mutating func append(_ text: String) {
    // A text that is not UTF-8 inside comes from Foundation on Apple's platforms.
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0) } }
  }

  /// Writes the name in double quotes, with those inside doubled.
  mutating func append(identifier name: String) {
    // Hardly a name has one.
    let isWritten = name.utf8.withContiguousStorageIfAvailable { utf8 in
      if utf8.contains(Self.quote) { return false }
      append(Self.quote)
      append(utf8)
      append(Self.quote)
      return true
    }
    if isWritten != true { append(name.quotedIdentifier) }
  }

  /// The last parameter that is called `$n`. SQLite looks each of these up among all that it has
  /// met, which for a hundred thousand takes most of a minute that nothing can interrupt; those
  /// behind it are `?n`, which are looked up by number. See
  /// <https://www.sqlite.org/lang_expr.html#varparam>.
  private static let lastNamedParameter = 1000

  /// Writes `$1`, `$2`, ….
  mutating func append(parameter number: Int) {
    append(UInt8(ascii: number <= Self.lastNamedParameter ? "$" : "?"))
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(String(number))
    }
  }

  private mutating func append(_ byte: UInt8) {
    if count == bytes.count { makeRoom(for: 1) }
    bytes[count] = byte
    count += 1
  }

  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    let start = count
    if utf8.count > bytes.count - start { makeRoom(for: utf8.count) }
    bytes.withUnsafeMutableBytes { room in
      UnsafeMutableRawBufferPointer(rebasing: room[start...]).copyMemory(
        from: UnsafeRawBufferPointer(utf8))
    }
    count = start + utf8.count
  }

  private mutating func makeRoom(for more: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, more)))
  }
}
