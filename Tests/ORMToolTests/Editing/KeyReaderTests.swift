@testable import ORMToolKit
import Testing

@Suite("Keys of a terminal")
struct KeyReaderTests {
  private func keys(_ text: String) -> [TypedKey] {
    var reader = KeyReader()
    return reader.keys(Array(text.utf8)) + (reader.isWaiting ? reader.keysAfterPause() : [])
  }

  @Test("Control characters and escape sequences are the usual keys")
  func known() {
    let expected: [(String, TypedKey)] = [
      ("\u{1}", .home), ("\u{5}", .end), ("\u{2}", .left), ("\u{6}", .right),
      ("\u{b}", .deleteToEnd),
      ("\u{15}", .deleteToStart), ("\u{17}", .deleteBackToBlank), ("\u{19}", .yank),
      ("\u{14}", .transpose), ("\u{c}", .clearScreen), ("\u{4}", .endOfInput),
      ("\u{3}", .interrupt),
      ("\u{1a}", .suspend), ("\u{12}", .search), ("\u{13}", .searchForward), ("\u{10}", .earlier),
      ("\u{e}", .later), ("\u{7f}", .backspace), ("\u{8}", .backspace), ("\t", .tab),
      ("\r", .enter),
      ("\n", .enter), ("\u{1f}", .undo), ("\u{7}", .escape),
      ("\u{1b}[A", .lineUp), ("\u{1b}[B", .lineDown), ("\u{1b}[C", .right), ("\u{1b}[D", .left),
      ("\u{1b}OA", .lineUp), ("\u{1b}OD", .left), ("\u{1b}OH", .home), ("\u{1b}OF", .end),
      ("\u{1b}[H", .home), ("\u{1b}[F", .end), ("\u{1b}[1~", .home), ("\u{1b}[7~", .home),
      ("\u{1b}[4~", .end), ("\u{1b}[8~", .end), ("\u{1b}[3~", .delete),
      ("\u{1b}[1;5C", .wordRight), ("\u{1b}[1;5D", .wordLeft), ("\u{1b}[1;3C", .wordRight),
      ("\u{1b}[1;2C", .right), ("\u{1b}[3;5~", .deleteWordRight), ("\u{1b}b", .wordLeft),
      ("\u{1b}f", .wordRight), ("\u{1b}d", .deleteWordRight), ("\u{1b}\u{7f}", .deleteWordLeft),
      ("\u{1b}\r", .lineBreak), ("\u{1b}", .escape),
    ]
    for (bytes, key) in expected { #expect(keys(bytes) == [key], "\(Array(bytes.utf8))") }
  }

  @Test("An unknown sequence is skipped as a whole, and the input after it is read")
  func unknown() {
    for sequence in [
      "\u{1b}[5~", "\u{1b}[?1;2c", "\u{1b}[200", "\u{1b}Oz", "\u{1b}[;;;;Q", "\u{0}",
    ] {
      #expect(
        !keys(sequence).contains { if case .text = $0 { true } else { false } }, "\(sequence)")
    }
    #expect(keys("\u{1b}[5~x") == [.text(Array("x".utf8))])
    #expect(keys("\u{1b}[1\u{3}x") == [.interrupt, .text(Array("x".utf8))])
    #expect(keys("\u{1b}\u{1b}[A") == [.escape, .lineUp])
    #expect(keys("\u{1b}[" + String(repeating: "1;", count: 100_000) + "A").count <= 1)
  }

  @Test("Characters and sequences that are split between reads are joined")
  func pieces() {
    let text = "sé日本😀\u{1b}[1;5Dx\u{1b}[200~a\nb\u{1b}[20é\u{1b}[201~y\u{1b}OH\r"
    var whole = KeyReader()
    let expected = Self.joined(whole.keys(Array(text.utf8)))
    for size in 1...7 {
      var reader = KeyReader()
      var keys: [TypedKey] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        keys += reader.keys(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(Self.joined(keys) == expected, "\(size)")
      #expect(!reader.isWaiting)
    }
    #expect(expected.contains(.paste(Array("a\nb\u{1b}[20é".utf8))))
  }

  /// Joins adjacent texts.
  private static func joined(_ keys: [TypedKey]) -> [TypedKey] {
    var joined: [TypedKey] = []
    for key in keys {
      if case .text(let new) = key, case .text(let old)? = joined.last {
        joined[joined.count - 1] = .text(old + new)
      } else {
        joined.append(key)
      }
    }
    return joined
  }

  @Test("Bytes that are not UTF-8 become replacement characters")
  func invalid() {
    var reader = KeyReader()
    let keys = Self.joined(reader.keys([0x61, 0xff, 0xc3, 0x28, 0x80, 0xf8, 0x62, 0xe2, 0x82]))
    #expect(reader.isWaiting)
    let all = Self.joined(keys + reader.keysAfterPause())
    guard all.count == 1, case .text(let bytes) = all[0] else {
      Issue.record("\(all)")
      return
    }
    #expect(
      String(validating: bytes, as: UTF8.self) == "a\u{fffd}\u{fffd}(\u{fffd}\u{fffd}b\u{fffd}")
  }

  @Test("An unfinished paste is not lost, and Ctrl-C ends it")
  func endlessPaste() {
    var reader = KeyReader()
    #expect(reader.keys(Array("\u{1b}[200~SELECT".utf8)) == [])
    #expect(reader.keysAfterPause() == [.paste(Array("SELECT".utf8))])
    #expect(reader.keys(Array(" 1\r".utf8)) == [])
    #expect(reader.keys([3]) == [.interrupt])
    #expect(reader.keys(Array("x".utf8)) == [.text(Array("x".utf8))])
  }

  @Test("A paste of 10 MiB in pieces is one paste")
  func longPaste() {
    var reader = KeyReader()
    var keys = reader.keys(Array("\u{1b}[200~".utf8))
    let piece = Array(repeating: UInt8(ascii: "x"), count: 65_536)
    for _ in 0..<160 { keys += reader.keys(piece) }
    keys += reader.keys(Array("\u{1b}[201~".utf8))
    #expect(keys == [.paste(Array(repeating: UInt8(ascii: "x"), count: 160 * 65_536))])
  }
}
