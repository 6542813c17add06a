/// The bytes that the fuzzer made up, taken from the front. Behind the last one come zeros.
struct Input {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func number(below count: Int) -> Int { Int(byte()) % count }

  mutating func element<Element>(of list: [Element]) -> Element { list[number(below: list.count)] }

  mutating func integer() -> Int64 {
    var value: UInt64 = 0
    for _ in 0..<8 { value = value << 8 | UInt64(byte()) }
    return Int64(bitPattern: value)
  }

  /// So many bytes as the next one says, or as are left.
  mutating func run() -> [UInt8] {
    let count = Int(byte())
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
