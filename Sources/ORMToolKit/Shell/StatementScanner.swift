import ORMCore

/// Finds the ends of statements, piece by piece, by the rules of `sqlite3_complete`: a semicolon in
/// a string, a comment or a trigger's body does not end a statement.
///
/// See <https://www.sqlite.org/c3ref/complete.html>.
struct StatementScanner {
  /// The state between two tokens, as in SQLite.
  private enum State { case blank, start, normal, explain, create, trigger, semicolon, end }
  /// The part of the text that the current byte is in.
  private enum Part: Equatable {
    case nothing, word, dash, slash, lineComment, comment, star
    case quoted(UInt8)
  }
  private enum Token { case semicolon, other, explain, create, temporary, trigger, end }

  private var state = State.blank
  private var part = Part.nothing
  /// The current word in upper case, up to the length of the longest keyword of interest.
  private var word: [UInt8] = []
  private static let longestWord = 9

  /// Whether only blanks and comments have followed the last statement.
  var isBetweenStatements: Bool {
    guard state == .blank || state == .start else { return false }
    return part == .nothing || part == .lineComment
  }

  /// Whether there was a statement, and all statements have ended.
  var isWhole: Bool { state == .start && isBetweenStatements }

  /// Scans bytes up to the end of a statement.
  ///
  /// - Returns: The place after its semicolon; nil if no statement ends in these bytes.
  mutating func end(in bytes: ArraySlice<UInt8>) -> Int? {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      guard let isEnd = read(byte) else {
        // The byte belongs to the next part.
        place -= 1
        continue
      }
      if isEnd { return place }
    }
    return nil
  }

  /// - Returns: Whether a statement ends with this byte; nil if the byte follows a part that has
  ///   ended, and has to be read again.
  private mutating func read(_ byte: UInt8) -> Bool? {
    switch part {
    case .nothing: return begin(byte)
    case .word:
      if byte.isInWord {
        if word.count <= Self.longestWord { word.append(byte & (byte > 0x60 ? 0xdf : 0xff)) }
        return false
      }
      part = .nothing
      take(tokenOfWord)
      return nil
    case .quoted(let end):
      if byte == end {
        part = .nothing
        take(.other)
      }
    case .dash, .slash:
      let isComment = byte == (part == .dash ? UInt8(ascii: "-") : UInt8(ascii: "*"))
      if isComment {
        part = part == .dash ? .lineComment : .comment
        return false
      }
      part = .nothing
      take(.other)
      return nil
    case .lineComment: if byte == 0x0a { part = .nothing }
    case .comment: if byte == UInt8(ascii: "*") { part = .star }
    case .star:
      if byte != UInt8(ascii: "*") { part = byte == UInt8(ascii: "/") ? .nothing : .comment }
    }
    return false
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ";"):
      let isInTrigger = state == .trigger || state == .semicolon
      take(.semicolon)
      return !isInTrigger
    case 0x20, 0x09, 0x0a, 0x0c, 0x0d: break
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): part = .quoted(byte)
    case UInt8(ascii: "["): part = .quoted(UInt8(ascii: "]"))
    case UInt8(ascii: "-"): part = .dash
    case UInt8(ascii: "/"): part = .slash
    case _ where byte.isInWord:
      part = .word
      word = [byte & (byte > 0x60 ? 0xdf : 0xff)]
    default: take(.other)
    }
    return false
  }

  private var tokenOfWord: Token {
    switch word.count {
    case 3 where word.elementsEqual("END".utf8): .end
    case 4 where word.elementsEqual("TEMP".utf8): .temporary
    case 6 where word.elementsEqual("CREATE".utf8): .create
    case 7 where word.elementsEqual("TRIGGER".utf8): .trigger
    case 7 where word.elementsEqual("EXPLAIN".utf8): .explain
    case 9 where word.elementsEqual("TEMPORARY".utf8): .temporary
    default: .other
    }
  }

  /// The state table of `complete.c`.
  private mutating func take(_ token: Token) {
    switch (state, token) {
    case (.blank, .semicolon), (.start, .semicolon), (.normal, .semicolon), (.explain, .semicolon),
      (.create, .semicolon), (.end, .semicolon):
      state = .start
    case (.trigger, .semicolon), (.semicolon, .semicolon): state = .semicolon
    case (.blank, .explain), (.start, .explain): state = .explain
    case (.blank, .create), (.start, .create), (.explain, .create): state = .create
    case (.explain, .other): state = .explain
    case (.create, .temporary): state = .create
    case (.create, .trigger): state = .trigger
    case (.semicolon, .end): state = .end
    case (.trigger, _), (.semicolon, _), (.end, _): state = .trigger
    default: state = .normal
    }
  }
}
