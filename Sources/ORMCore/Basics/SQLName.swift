/// The name of a table, a column, an index or a function in SQL.
///
/// SQLite considers two names the same if their bytes are equal except for the case of ASCII
/// letters. Swift's `lowercased()` also lowers `É`, and its `==` treats different encodings of an
/// accented letter as equal. See <https://www.sqlite.org/lang_corefunc.html#lower> for SQLite's
/// lower case.
///
/// The macro plugin compiles this file too, through a symbolic link.
@usableFromInline
package struct SQLName: Hashable, Sendable {
  @usableFromInline package let text: String

  @usableFromInline package init(_ text: String) { self.text = text }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool { left.text.isSameName(as: right.text) }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte.loweredInASCII) }
    // UTF-8 never contains this byte, so it separates names that are hashed one after another.
    hasher.combine(UInt8.max)
  }
}

extension String {
  /// Returns whether this and the other text are the same name in SQLite.
  package func isSameName(as other: String) -> Bool {
    // Most names differ in length, which is stored, or in the first letter.
    guard utf8.count == other.utf8.count,
      utf8.first?.loweredInASCII == other.utf8.first?.loweredInASCII
    else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.elementsEqual(right) { $0.loweredInASCII == $1.loweredInASCII }
      }
    }
    return (isSame ?? nil)
      ?? utf8.elementsEqual(other.utf8) { $0.loweredInASCII == $1.loweredInASCII }
  }

  /// The text with its ASCII letters in lower case, as SQLite lowers names.
  package var loweredInASCII: String { String(decoding: utf8.map(\.loweredInASCII), as: UTF8.self) }

  /// The text with its ASCII letters in upper case.
  package var raisedInASCII: String { String(decoding: utf8.map(\.raisedInASCII), as: UTF8.self) }
}

extension Sequence<String> {
  /// Returns whether one of the elements is this name in SQLite.
  package func contains(name: String) -> Bool { contains { $0.isSameName(as: name) } }
}

extension Collection<String> {
  /// Returns the index of the first element that is this name in SQLite.
  package func firstIndex(ofName name: String) -> Index? { firstIndex { $0.isSameName(as: name) } }
}

extension UInt8 {
  package var loweredInASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  var raisedInASCII: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self
  }
}
