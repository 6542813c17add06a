import ORMCore
import ORMSQLite

/// The line of a statement with an error, and a mark under its place.
enum StatementMark {
  /// The place of an error. SQLite reports most places; for a missing table or column, the name is
  /// searched for in the statement.
  static func place(
    of error: DatabaseError, in sql: [UInt8], from start: Int, on handle: OpaquePointer
  ) -> Int? {
    guard error.extendedCode.primary == .error else { return nil }
    if let place = DynamicStatement.placeOfError(in: sql, from: start, on: handle) { return place }
    guard let name = missingName(error.message) else { return nil }
    var place = start
    for token in SQLTokens(String(decoding: sql[start...], as: UTF8.self)) {
      let isName = token.kind == .word || token.kind == .quotedName
      if isName, token.unquoted.isSameName(as: name) { return place }
      place += token.text.utf8.count
    }
    return nil
  }

  /// The last part of the name in `no such table: main.album`.
  private static func missingName(_ message: String) -> String? {
    guard message.starts(withBytes: "no such "),
      let end = message.utf8.firstRange(of: Array(": ".utf8))?.upperBound
    else { return nil }
    let last = message.utf8[end...].split(separator: UInt8(ascii: ".")).last
    return last.map { String(Substring($0)) }
  }

  /// Two lines: the line, or if it is long, the part around the place, and the mark.
  static func lines(_ sql: [UInt8], at place: Int, width: Int) -> [String] {
    guard place <= sql.count else { return [] }
    let first = sql[..<place].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let start = sql[first..<place].firstIndex { !$0.isSpace } ?? place
    let end = sql[place...].firstIndex(of: 0x0a) ?? sql.count
    let room = max(8, width - 4)
    var before = SafeText.line(text(sql[max(start, place - room)..<place]))
    // Show the end of the part before the place, and the beginning of the part after it.
    let share = room / 2
    if SafeText.width(before) > share {
      var scalars = Substring(before).unicodeScalars
      while SafeText.width(String(scalars)) > share - 1 { scalars.removeFirst() }
      before = "…" + String(scalars)
    }
    let behind = SafeText.line(text(sql[place..<min(end, place + room)]))
    let margin = String(repeating: " ", count: SafeText.width(before))
    return [
      "  " + before + SafeText.cut(behind, to: max(1, room - SafeText.width(before))),
      "  " + margin + "^",
    ]
  }

  /// The text without the rest of a character that was cut.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.drop { $0 & 0xc0 == 0x80 }, as: UTF8.self)
  }
}
