/// A buffer of UTF-8 into which a statement is written.
///
/// A statement consists of about a hundred short pieces. Appending one to a `String` takes several
/// times as long as copying its bytes.
struct SQLBuffer {
  /// The written bytes, followed by unused capacity.
  private var bytes: [UInt8]
  /// The number of written bytes.
  private(set) var count = 0

  private static let quote = UInt8(ascii: "\"")

  init(_ text: String = "") {
    // Most statements fit, so that the buffer need not grow.
    bytes = Array(repeating: 0, count: 960)
    append(text)
  }

  /// The written text.
  var string: String { String(decoding: bytes[..<count], as: UTF8.self) }

  /// Removes the last bytes that were written.
  mutating func removeLast(_ number: Int) { count -= number }

  mutating func append(_ text: String) {
    // On Apple platforms, a text from Foundation may not be stored as UTF-8.
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0) } }
  }

  /// Writes the name in double quotes; quotes inside are doubled.
  mutating func append(identifier name: String) {
    // Most names contain no quotes.
    let isWritten = name.utf8.withContiguousStorageIfAvailable { utf8 in
      if utf8.contains(Self.quote) { return false }
      append(Self.quote)
      append(utf8)
      append(Self.quote)
      return true
    }
    if isWritten != true { append(name.quotedIdentifier) }
  }

  /// The last parameter that is named `$n`. SQLite looks up each of these names in a list, which
  /// takes most of a minute for a hundred thousand and can't be interrupted. Later parameters are
  /// `?n`, which SQLite looks up by number. See <https://www.sqlite.org/lang_expr.html#varparam>.
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
