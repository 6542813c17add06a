import ORMSchema

/// The facts in a source file, valid until the file changes.
struct FileRecord: Sendable, Hashable, Codable {
  /// The largest file that is read, in bytes; handwritten files are smaller.
  static let sizeLimit = 32 << 20

  var size: Int
  /// The hash of its bytes, and of the flags that they were read with.
  var hash: UInt64
  var items: [SourceItem] = []
  /// The modules that it imports.
  var imports: Set<String> = []
  /// The reason why nothing in it is known, and the line; nil if the file was read.
  var failure: String?
  var failureLine = 1

  init(size: Int, hash: UInt64) {
    self.size = size
    self.hash = hash
  }

  /// Finds the declarations of a file, without reading them.
  init(scanning bytes: [UInt8], hash: UInt64) {
    self.init(size: bytes.count, hash: hash)
    if String(validating: bytes, as: UTF8.self) == nil {
      failure = "the file is not UTF-8"
      return
    }
    if let line = Self.lineOfDeepCondition(bytes) {
      failure =
        "'#if' is nested more than \(Self.conditionLimit) levels deep, so the file is not read"
      failureLine = line
      return
    }
    if let line = NestingScanner.lineOfDeepNesting(bytes) {
      failure = "the code is nested too deeply, so the file is not read"
      failureLine = line
      return
    }
    (items, imports) = bytes.withUnsafeBufferPointer { ItemScanner.scan($0) }
  }

  /// The parser does not limit nested conditions, and would overflow the stack.
  private static let conditionLimit = 1_000

  /// Returns the line of the first condition that is nested too deeply. Comments and texts count
  /// too, because the scanner may have misunderstood the file.
  private static func lineOfDeepCondition(_ bytes: [UInt8]) -> Int? {
    var (depth, line) = (0, 1)
    for (place, byte) in bytes.enumerated() {
      if byte == Byte.newline { line += 1 }
      guard byte == Byte.hash else { continue }
      let word = bytes[(place + 1)...].prefix(5)
      if word.starts(with: "if".utf8) {
        depth += 1
        if depth > conditionLimit { return line }
      } else if word.starts(with: "endif".utf8) {
        depth -= 1
      }
    }
    return nil
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
  /// If an item is not complete Swift, the scanner may have split the file at a wrong place: the
  /// whole file then becomes one item.
  mutating func read(_ index: Int, of bytes: () -> [UInt8]?, _ flags: BuildFlags) -> ItemFacts {
    guard items.indices.contains(index) else { return ItemFacts() }
    if let facts = items[index].facts { return facts }
    guard let bytes = bytes(), bytes.count == size else { return ItemFacts() }
    let (facts, hasError) = bytes.withUnsafeBufferPointer { buffer in
      let item = items[index]
      let reader = ItemReader(
        UnsafeBufferPointer(rebasing: buffer[item.start..<min(item.end, buffer.count)]),
        at: Spot(line: item.line, column: item.column), flags, hasLists: item.hasLists)
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
