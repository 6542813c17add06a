internal import CPlatform

// Text is compared here by its bytes, as by SQLite's collation BINARY. Swift's `==` considers two
// texts equal that differ in the encoding of a letter: `é` as one scalar, or as `e` followed by a
// combining mark.

/// A text as a dictionary key, compared by its bytes.
package struct ExactText: Hashable {
  private let text: String

  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package func isSame(as other: String) -> Bool { text.hasSameBytes(as: other) }

  package static func == (left: Self, right: Self) -> Bool { left.isSame(as: right.text) }

  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension String {
  /// Returns whether the texts are equal in SQLite.
  package func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.count == right.count
          && (left.baseAddress == right.baseAddress
            || orm_bytes_are_equal(left.baseAddress, right.baseAddress, left.count) != 0)
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Feeds the bytes of the text into a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in utf8 { hasher.combine(byte) } }
    // UTF-8 never contains this byte, so it separates texts that are hashed one after another.
    hasher.combine(UInt8.max)
  }

  /// Returns whether the text contains the bytes of the other text, ignoring the boundaries of
  /// Swift's Characters.
  package func contains(bytes other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }

  /// Whether the text contains a NUL, which would end it in C.
  package var hasNUL: Bool { self[...].hasNUL }

  /// Returns whether the text begins with the bytes of the other text.
  package func starts(withBytes other: String) -> Bool { utf8.starts(with: other.utf8) }
}

extension Substring {
  /// Whether the text contains a NUL, which would end it in C.
  package var hasNUL: Bool {
    // Searching the UTF-8 view takes thirty instructions a byte.
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }
}

extension String? {
  /// Returns whether both are nil, or both are equal texts in SQLite.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.hasSameBytes(as: other)
    default: false
    }
  }
}

extension [String] {
  /// Returns whether the texts are equal in SQLite, pair by pair.
  package func haveSameBytes(as others: [String]) -> Bool {
    if count != others.count { return false }
    // Two copies of one array are common, such as the columns of a table.
    let areOne = withUnsafeBufferPointer { names in
      // Characters: addresses of arrays
      others.withUnsafeBufferPointer { names.baseAddress == $0.baseAddress }
    }
    return areOne || elementsEqual(others) { $0.hasSameBytes(as: $1) }
  }
}
