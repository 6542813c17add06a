import ORMSchema

/// What is known of a source file as long as it stays as it is.
struct FileRecord: Sendable, Hashable, Codable {
  /// No file that someone writes is longer.
  static let sizeLimit = 32 << 20

  var size: Int
  /// The hash of its bytes, and of the flags that they were read with.
  var hash: UInt64
  var items: [SourceItem] = []
  /// The modules that it imports.
  var imports: Set<String> = []
  /// Why nothing of it is known.
  var failure: String?

  init(size: Int, hash: UInt64) {
    self.size = size
    self.hash = hash
  }

  /// Reads nothing but which declarations there are.
  init(scanning bytes: [UInt8], hash: UInt64) {
    self.init(size: bytes.count, hash: hash)
    if String(validating: bytes, as: UTF8.self) == nil {
      failure = "the file is no UTF-8"
      return
    }
    (items, imports) = bytes.withUnsafeBufferPointer { ItemScanner.scan($0) }
  }

  static func hash(of bytes: [UInt8], _ flags: BuildFlags) -> UInt64 {
    var hash = StableHash()
    for (name, isSet) in flags.defined.sorted(by: { $0.key < $1.key }) {
      hash.combine(name)
      hash.combine(isSet)
    }
    hash.combine(flags.system)
    for module in flags.modules.sorted() { hash.combine(module) }
    bytes.withUnsafeBytes { hash.combine($0) }
    return hash.value
  }

  /// Reads an item, unless it was read before.
  ///
  /// If an item is no whole Swift, the scanner may have cut the file at a wrong place: the file is
  /// then one item.
  mutating func read(_ index: Int, of bytes: () -> [UInt8]?, _ flags: BuildFlags) -> ItemFacts {
    guard items.indices.contains(index) else { return ItemFacts() }
    if let facts = items[index].facts { return facts }
    guard let bytes = bytes(), bytes.count == size else { return ItemFacts() }
    let (facts, hasError) = bytes.withUnsafeBufferPointer { buffer in
      let item = items[index]
      let reader = ItemReader(
        UnsafeBufferPointer(rebasing: buffer[item.start..<min(item.end, buffer.count)]),
        at: Spot(line: item.line, column: item.column), flags)
      return (reader.facts(), reader.hasError)
    }
    items[index].facts = facts
    if hasError, items.count > 1 {
      items = [.whole(items, count: bytes.count)]
      return read(0, of: { bytes }, flags)
    }
    return facts
  }
}
