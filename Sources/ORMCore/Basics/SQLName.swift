/// A name in SQL: of a table, a column, an index, a function.
///
/// SQLite takes two names for one where their bytes are the same but for the case of ASCII's
/// letters. Swift's `==` and `lowercased()` would take `É` for `é`, and a letter for the same one
/// written with a mark of its own. See <https://www.sqlite.org/lang_corefunc.html#lower> for what
/// SQLite calls lower case.
///
/// The macros' plugin compiles this file as well, by a link to it.
@usableFromInline
package struct SQLName: Hashable, Sendable {
  @usableFromInline package let text: String

  @usableFromInline package init(_ text: String) { self.text = text }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool { left.text.isSameName(as: right.text) }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte.loweredInASCII) }
    // No UTF-8 has it, so that names that follow one another keep their ends.
    hasher.combine(UInt8.max)
  }
}

extension String {
  /// Whether SQLite takes both for one name.
  package func isSameName(as other: String) -> Bool {
    // Most names differ in length, which is known, or in the first letter.
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

  /// The text with ASCII's letters in lower case, and all others as they are: so SQLite lowers
  /// names.
  package var loweredInASCII: String { String(decoding: utf8.map(\.loweredInASCII), as: UTF8.self) }

  /// The text with ASCII's letters in upper case, and all others as they are.
  package var raisedInASCII: String { String(decoding: utf8.map(\.raisedInASCII), as: UTF8.self) }
}

extension Sequence<String> {
  /// Whether SQLite takes one of them for this name.
  package func contains(name: String) -> Bool { contains { $0.isSameName(as: name) } }
}

extension Collection<String> {
  /// Where the first of them stands that SQLite takes for this name.
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
