internal import CPlatform

// Text is compared here as SQLite's BINARY does it: by its bytes. Swift's `==` takes two texts for
// one that differ in how a letter is encoded: `é` as one scalar, or as `e` with a mark behind it.

/// A text as a key: the same as another where its bytes are.
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
  /// Whether the texts are the same to SQLite.
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
    // No UTF-8 has it, so that texts that follow one another keep their ends.
    hasher.combine(UInt8.max)
  }

  /// Whether the text has the other one in it, wherever Swift sees Characters begin.
  package func contains(bytes other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }

  /// Whether a byte 0 is in the text, at which C would end it.
  package var hasNUL: Bool { self[...].hasNUL }

  /// Whether the text begins with the other one.
  package func starts(withBytes other: String) -> Bool { utf8.starts(with: other.utf8) }
}

extension Substring {
  /// Whether a byte 0 is in the text, at which C would end it.
  package var hasNUL: Bool {
    // A view of the text is looked through at thirty instructions a byte.
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }
}

extension String? {
  /// Whether there is a text in neither, or the same one in both.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.hasSameBytes(as: other)
    default: false
    }
  }
}

extension [String] {
  /// Whether the texts are the same to SQLite, one by one.
  package func haveSameBytes(as others: [String]) -> Bool {
    if count != others.count { return false }
    // Two copies of one array are common: of the columns of a table, for one.
    let areOne = withUnsafeBufferPointer { names in
      // Characters: addresses of arrays
      others.withUnsafeBufferPointer { names.baseAddress == $0.baseAddress }
    }
    return areOne || elementsEqual(others) { $0.hasSameBytes(as: $1) }
  }
}
