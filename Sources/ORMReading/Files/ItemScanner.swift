/// Splits a source file at its top-level declarations, without understanding them, and records the
/// types that each one names and whether it may use a macro of this package.
///
/// Parsing is the slow part, and most of a program has nothing to do with tables. If the scanner is
/// unsure, for example after an unterminated quote, the whole file is one item.
struct ItemScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  /// The position at which the line begins.
  private var lineStart = 0

  /// The number of open brackets, now and at each string whose interpolation is being read.
  private var depth = 0
  private var strings: [(depth: Int, hashes: Int, isLong: Bool)] = []
  private var conditions = 0

  private var items: [SourceItem] = []
  private var imports: Set<String> = []
  private var item: SourceItem?
  /// Whether the item's declaration keyword was read, so that a new line can begin another item.
  private var isComplete = false
  /// The hash of the last word, and the kind of word that is expected next.
  private var word: UInt64 = 0
  private var expectsName = false
  private var expectsImport = false
  private var isSure = true
  /// The last byte that is neither a blank nor in a comment.
  private var last: UInt8 = 0
  private var beginsLine = true

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the items of a file, in order, and the modules that it imports.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (items: [SourceItem], imports: Set<String>) {
    var scanner = ItemScanner(bytes)
    scanner.run()
    if !scanner.isSure || scanner.depth != 0 || !scanner.strings.isEmpty
      || scanner.conditions != 0
    {
      return ([.whole(scanner.items, count: bytes.count)], scanner.imports)
    }
    return (scanner.items, scanner.imports)
  }

  private mutating func run() {
    while position < bytes.count, isSure { step() }
    close(at: bytes.count)
  }

  private mutating func step() {
    let byte = bytes[position]
    switch byte {
    case Byte.newline:
      position += 1
      line += 1
      lineStart = position
      beginsLine = true
    case Byte.space, Byte.tab, Byte.carriageReturn: position += 1
    case Byte.slash where next == Byte.slash: skipLine()
    case Byte.slash where next == Byte.star: skipComment()
    case Byte.slash where mayBeginRegex: skipRegex(hashes: 0)
    case Byte.quote: skipString(hashes: 0)
    case Byte.hash: readHash()
    case Byte.backtick: readQuotedName()
    case Byte.openBrace, Byte.openParenthesis, Byte.openBracket: open()
    case Byte.closeBrace, Byte.closeParenthesis, Byte.closeBracket: closeBracket()
    case _ where byte.isWordStart: readWord()
    case _ where byte.isDigit: skipNumber()
    default:
      begin(mayDeclare: byte == Byte.at)
      if byte != Byte.dot { expectsName = false }
      note(byte)
    }
  }

  private var next: UInt8 { position + 1 < bytes.count ? bytes[position + 1] : 0 }

  private mutating func note(_ byte: UInt8) {
    last = byte
    beginsLine = false
    position += 1
  }
}

// MARK: - Items

extension ItemScanner {
  /// Marks the beginning of a token. It begins a new item if it is the first on its line, at the
  /// top level, and can begin a declaration.
  ///
  /// - Parameter mayDeclare: Whether a declaration can begin with it.
  private mutating func begin(mayDeclare: Bool) {
    if item == nil {
      item = SourceItem(start: position, line: line, column: position - lineStart + 1)
      isComplete = false
    } else if mayDeclare, isComplete, beginsLine, isOnTop, !Words.goingOn.contains(last) {
      close(at: position)
      item = SourceItem(start: position, line: line, column: position - lineStart + 1)
      isComplete = false
    }
  }

  /// Whether the position is outside of all declarations and conditions.
  private var isOnTop: Bool { depth == 0 && strings.isEmpty && conditions == 0 }

  private mutating func close(at end: Int) {
    guard var item else { return }
    item.end = end
    items.append(item)
    self.item = nil
  }

  private mutating func open() {
    begin(mayDeclare: false)
    expectsName = false
    depth += 1
    note(bytes[position])
  }

  private mutating func closeBracket() {
    begin(mayDeclare: false)
    expectsName = false
    if let string = strings.last, string.depth == depth {
      // This is the end of `\(…)`: the string continues after it.
      guard bytes[position] == Byte.closeParenthesis else { return isSure = false }
      strings.removeLast()
      position += 1
      return skipText(hashes: string.hashes, isLong: string.isLong)
    }
    depth -= 1
    if depth < 0 { isSure = false }
    note(bytes[position])
  }
}

// MARK: - Words

extension ItemScanner {
  private mutating func readWord() {
    let start = position
    var hash = Words.seed
    while position < bytes.count, bytes[position].isWord {
      hash = Words.combine(hash, bytes[position])
      position += 1
    }
    let end = position
    position = start
    begin(mayDeclare: Words.beginning.contains(hash))
    let before = last
    position = end
    last = bytes[end - 1]
    beginsLine = false
    if expectsImport {
      imports.insert(text(start, end))
      expectsImport = Words.importKinds.contains(hash)
    } else if expectsName {
      let name = text(start, end)
      item?.names.insert(name)
      expectsName = false
      // A name after a dot is part of the extended type's name.
      if position < bytes.count, bytes[position] == Byte.dot { expectsName = true }
    } else if before != Byte.dot {
      if Words.types.contains(hash) { expectsName = true }
      if depth == 0, Words.declarations.contains(hash) { isComplete = true }
      if depth == 0, hash == Words.importWord { expectsImport = true }
    }
    if before == Byte.at || before == Byte.dot {
      if Words.attributes.contains(hash) { item?.isOfTables = true }
    }
    if Words.protocols.contains(hash) { item?.isOfTables = true }
    if hash == Words.schema, position < bytes.count, bytes[position] == Byte.openParenthesis {
      item?.hasLists = true
    }
    if hash == Words.triggers, Words.variables.contains(word) { item?.isOfTables = true }
    word = hash
  }

  private mutating func readQuotedName() {
    begin(mayDeclare: false)
    let start = position + 1
    position = start
    while position < bytes.count, bytes[position] != Byte.backtick,
      bytes[position] != Byte.newline
    { position += 1 }
    guard position < bytes.count, bytes[position] == Byte.backtick else { return isSure = false }
    let name = text(start, position)
    if expectsName { item?.names.insert(name) }
    expectsName = false
    note(Byte.backtick)
  }

  private mutating func skipNumber() {
    begin(mayDeclare: false)
    expectsName = false
    while position < bytes.count, bytes[position].isWord { position += 1 }
    last = bytes[position - 1]
    beginsLine = false
  }

  /// Reads `#if`, `#endif`, a macro, or the hashes of a raw string or regular expression.
  private mutating func readHash() {
    let start = position
    var end = position
    while end < bytes.count, bytes[end] == Byte.hash { end += 1 }
    let hashes = end - start
    if end < bytes.count, bytes[end] == Byte.quote {
      begin(mayDeclare: false)
      position = end
      return skipString(hashes: hashes)
    }
    if end < bytes.count, bytes[end] == Byte.slash, mayBeginRegex {
      begin(mayDeclare: false)
      position = end
      return skipRegex(hashes: hashes)
    }
    var hash = Words.seed
    while end < bytes.count, bytes[end].isWord {
      hash = Words.combine(hash, bytes[end])
      end += 1
    }
    begin(mayDeclare: true)
    expectsName = false
    if depth == 0, strings.isEmpty {
      if hash == Words.ifWord {
        conditions += 1
        isComplete = true
      } else if hash == Words.endifWord {
        conditions -= 1
        if conditions < 0 { isSure = false }
      }
    }
    position = end
    last = bytes[end - 1]
    beginsLine = false
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

// MARK: - Texts, comments, and regular expressions

extension ItemScanner {
  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != Byte.newline { position += 1 }
  }

  private mutating func skipComment() {
    var nesting = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Byte.slash, next == Byte.star {
        nesting += 1
        position += 2
      } else if byte == Byte.star, next == Byte.slash {
        nesting -= 1
        position += 2
        if nesting == 0 { return }
      } else {
        if byte == Byte.newline {
          line += 1
          lineStart = position + 1
        }
        position += 1
      }
    }
    isSure = false
  }

  private mutating func skipString(hashes: Int) {
    begin(mayDeclare: false)
    expectsName = false
    let isLong =
      position + 2 < bytes.count && next == Byte.quote && bytes[position + 2] == Byte.quote
    // Two quotes alone are an empty string.
    position += isLong ? 3 : 1
    skipText(hashes: hashes, isLong: isLong)
  }

  /// Skips to the end of a string, or to the code of an interpolation.
  private mutating func skipText(hashes: Int, isLong: Bool) {
    while position < bytes.count {
      switch bytes[position] {
      case Byte.quote where ends(isLong: isLong, hashes: hashes):
        position += (isLong ? 3 : 1) + hashes - 1
        return note(Byte.quote)
      case Byte.backslash where isFollowed(by: hashes, from: position + 1):
        let escaped = position + 1 + hashes
        if escaped < bytes.count, bytes[escaped] == Byte.openParenthesis {
          position = escaped + 1
          strings.append((depth, hashes, isLong))
          last = Byte.openParenthesis
          return
        }
        // The line may end after the backslash.
        position = escaped < bytes.count && bytes[escaped] != Byte.newline ? escaped + 1 : escaped
      case Byte.newline:
        if !isLong { return isSure = false }
        position += 1
        line += 1
        lineStart = position
      default: position += 1
      }
    }
    isSure = false
  }

  private func ends(isLong: Bool, hashes: Int) -> Bool {
    guard isLong else { return isFollowed(by: hashes, from: position + 1) }
    return position + 2 < bytes.count && next == Byte.quote && bytes[position + 2] == Byte.quote
      && isFollowed(by: hashes, from: position + 3)
  }

  private func isFollowed(by hashes: Int, from start: Int) -> Bool {
    start + hashes <= bytes.count && bytes[start..<(start + hashes)].allSatisfy { $0 == Byte.hash }
  }

  /// Whether a slash begins a regular expression, because an operand is expected.
  private var mayBeginRegex: Bool {
    if bytes[position] == Byte.hash { return true }
    guard next != Byte.space, next != Byte.newline, next != Byte.tab else { return false }
    return last == 0 || Words.beforeOperand.contains(last)
  }

  private mutating func skipRegex(hashes: Int) {
    begin(mayDeclare: false)
    expectsName = false
    let start = position
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case Byte.backslash: position += 1
      case Byte.slash where isFollowed(by: hashes, from: position + 1):
        position += hashes
        return note(Byte.slash)
      case Byte.newline:
        if hashes == 0 {
          // It was an operator, such as the slash of `{ $0 / 2 }` without blanks.
          position = start
          return note(Byte.slash)
        }
        line += 1
        lineStart = position + 1
      default: break
      }
      position += 1
    }
    isSure = false
  }
}
