/// A hash of texts and numbers that is the same in each process and on each machine.
///
/// It is not secure against texts that are made to collide. Words of eight bytes are multiplied
/// into it as FNV-1a does with single bytes (<https://www.rfc-editor.org/rfc/rfc9923.html>), and
/// the bits are mixed at the end.
package struct StableHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func combine(_ number: UInt64) {
    state = (state ^ number) &* 0x9e37_79b9_7f4a_7c15
    state ^= state >> 29
  }

  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position + 8 <= bytes.count {
      combine(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    combine(rest)
    // Two texts must not have the same hash as their concatenation.
    combine(UInt64(bytes.count))
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  package mutating func combine(_ text: String?) {
    if let text { combine(text) } else { combine(UInt64.max) }
  }

  package mutating func combine(_ isSo: Bool) { combine(isSo ? 1 : 2 as UInt64) }

  package mutating func combine(_ texts: [String]) {
    combine(UInt64(texts.count))
    for text in texts { combine(text) }
  }

  package mutating func combine<Part>(
    _ parts: [Part], _ combinePart: (inout StableHash, Part) -> Void
  ) {
    combine(UInt64(parts.count))
    for part in parts { combinePart(&self, part) }
  }

  package var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ mixed >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return mixed ^ mixed >> 33
  }

  package var text: String { String(value, radix: 16) }
}
