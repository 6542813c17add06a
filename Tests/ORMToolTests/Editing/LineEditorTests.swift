@testable import ORMToolKit
import Testing

@Suite("The line editor")
struct LineEditorTests {
  /// An editor after these bytes were typed, as a terminal sends them.
  private func typed(
    _ bytes: String, history: [String] = [],
    isWhole: @escaping (EditedText) -> Bool = { _ in true },
    complete: @escaping (EditedText) -> Completion? = { _ in nil }
  ) -> LineEditor {
    var editor = LineEditor(history: History(history), isWhole: isWhole, complete: complete)
    var reader = KeyReader()
    for key in reader.keys(Array(bytes.utf8)) + reader.keysAfterPause() { _ = editor.handle(key) }
    return editor
  }

  /// The text with `|` at the cursor.
  private func shown(_ editor: LineEditor) -> String {
    let (bytes, cursor) = (editor.text.bytes, editor.text.cursor)
    return String(decoding: bytes[..<cursor], as: UTF8.self) + "|"
      + String(decoding: bytes[cursor...], as: UTF8.self)
  }

  @Test("Keys move the cursor and edit as in other line editors")
  func keys() {
    let expected = [
      "abc": "abc|", "abc\u{1}": "|abc", "abc\u{1}x\u{5}y": "xabcy|",
      "abc\u{2}\u{2}\u{6}x": "abx|c",
      "abc\u{7f}": "ab|", "abc\u{1}\u{4}": "|bc", "abc\u{1}\u{1b}[3~": "|bc", "\u{7f}a": "a|",
      "one two\u{17}": "one |", "one two \u{17}": "one |", "one.two\u{17}": "|",
      "one.two\u{1b}\u{7f}": "one.|", "one two\u{1b}b\u{1b}b\u{1b}d": "| two",
      "one two\u{1b}[1;5D\u{b}": "one |", "one two\u{1b}[1;5D\u{15}": "|two",
      "one two\u{17}\u{17}\u{19}": "one two|",
      "one two\u{1}\u{1b}d\u{1b}d\u{5} \u{19}": " one two|",
      "ab\u{14}": "ba|", "abc\u{2}\u{14}": "acb|", "a\u{14}": "a|", "abc\u{1}\u{14}": "|abc",
      "ab\u{1}\u{1b}f x": "ab x|", "a\u{1b}\rb": "a\nb|",
      "ab\u{1b}\rcd\u{1b}[A\u{1b}[D": "a|b\ncd", "ab\u{1b}\rcd\u{1}\u{7f}": "ab|cd",
      "ab\u{1b}\rcd\u{1b}[Ax\u{1b}[B": "abx\ncd|", "ab\u{1b}\rcd\u{1b}[A\u{b}": "ab|cd",
    ]
    for (bytes, text) in expected {
      #expect(shown(typed(bytes)) == text, "\(bytes.debugDescription)")
    }
  }

  @Test("A character of several Unicode scalars is one step, and is deleted as a whole")
  func signs() {
    let family = "👨‍👩‍👧‍👦"
    #expect(shown(typed("ae\u{301}\u{7f}")) == "a|")
    #expect(shown(typed("a\(family)\u{7f}")) == "a|")
    #expect(shown(typed("a\(family)b\u{2}\u{2}")) == "a|\(family)b")
    #expect(shown(typed("日本\u{2}x")) == "日x|本")
    #expect(shown(typed("🇩🇪🇫🇷\u{2}")) == "🇩🇪|🇫🇷")
    #expect(shown(typed("日本\u{14}")) == "本日|")
    let marks = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(typed(marks + String(repeating: "\u{2}", count: 20_001)).text.cursor == 0)
  }

  @Test("Enter runs a complete statement, and begins a new line in an incomplete one")
  func enter() {
    let editor = typed("SELECT 1\r, 2", isWhole: Shell.isWhole)
    #expect(editor.text.text == "SELECT 1\n, 2")
    var whole = typed("SELECT 1\r, 2;\u{1b}[A", isWhole: Shell.isWhole)
    #expect(whole.handle(.enter) == .submit)
    #expect(whole.text.text == "SELECT 1\n, 2;")
  }

  @Test("Ctrl-C drops the text, Ctrl-D leaves only if it is empty, and Ctrl-Z suspends")
  func leaving() {
    var editor = typed("SELECT")
    #expect(editor.handle(.interrupt) == .drop)
    #expect(editor.handle(.endOfInput) == .beep)
    #expect(editor.handle(.suspend) == .suspend)
    #expect(editor.text.text == "SELECT")
    editor.reset()
    #expect(editor.handle(.endOfInput) == .leave)
    #expect(editor.handle(.hangUp) == .leave)
  }

  @Test("A paste is one text with any characters, and its line ends become line feeds")
  func paste() {
    let pasted = "\u{1b}[200~a\r\nb\rc\nd\u{3}\t\u{1b}[A\u{1b}[201~"
    #expect(typed(pasted).text.text == "a\nb\nc\nd\u{3}\t\u{1b}[A")
    #expect(typed("\u{1b}[200~\r\r\n\n\u{1b}[201~").text.text == "\n\n\n")
  }

  @Test("Up and Down go through the history, and return to the typed text")
  func history() {
    let old = ["one;", "two\nlines;", "three;"]
    #expect(shown(typed("\u{1b}[A", history: old)) == "three;|")
    #expect(shown(typed("x\u{1b}[A\u{1b}[B", history: old)) == "x|")
    #expect(shown(typed("\u{1b}[A\u{1b}[A", history: old)) == "two\nlines;|")
    #expect(shown(typed("\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A", history: old)) == "one;|")
    #expect(shown(typed("\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A", history: old)) == "one;|")
    #expect(shown(typed("\u{10}\u{10}\u{e}", history: old)) == "three;|")
    var editor = typed("\u{1b}[B", history: old)
    #expect(editor.handle(.lineDown) == .beep)
    // Editing an old entry does not change the entry.
    #expect(shown(typed("\u{1b}[Ax\u{1b}[A\u{1b}[B", history: ["a", "b"])) == "b|")
  }

  @Test("Ctrl-R finds earlier entries by a part of them, in either case")
  func search() {
    let old = ["SELECT a;", "select b;", "DELETE;"]
    #expect(typed("\u{12}sel", history: old).text.text == "select b;")
    #expect(typed("\u{12}SEL\u{12}", history: old).text.text == "SELECT a;")
    #expect(typed("\u{12}sel\u{12}\u{13}", history: old).text.text == "select b;")
    #expect(typed("x\u{12}sel\u{7}", history: old).text.text == "x")
    #expect(typed("x\u{12}sel\u{3}", history: old).text.text == "x")
    #expect(typed("\u{12}sel\u{5} -- x", history: old).text.text == "select b; -- x")
    #expect(typed("\u{12}selx\u{7f}", history: old).text.text == "select b;")
    #expect(typed("x\u{12}s\u{7f}", history: old).text.text == "x")
    #expect(typed("\u{12}sel\u{5}\u{1b}[A", history: old).text.text == "SELECT a;")
    var editor = typed("\u{12}none", history: old)
    #expect(editor.prompt(EditorView.Prompt("orm> ", rest: "")).first == "no match for none: ")
    editor = typed("\u{12}sel", history: old)
    #expect(editor.prompt(EditorView.Prompt("orm> ", rest: "")).first == "search sel: ")
    #expect(editor.handle(.enter) == .submit)
    #expect(editor.text.text == "select b;")
  }

  @Test("Tab inserts a unique completion, and offers several")
  func completion() {
    let words = ["album", "albums", "artist"]
    let complete: (EditedText) -> Completion? = { text in
      let found = words.filter { $0.utf8.starts(with: text.bytes) }
      return found.isEmpty ? nil : Completion(0..<text.bytes.count, found)
    }
    #expect(shown(typed("ar\t", complete: complete)) == "artist |")
    let common = typed("al\t", complete: complete)
    #expect(shown(common) == "album|")
    #expect(common.offered == ["album", "albums"])
    #expect(typed("al\tx", complete: complete).offered.isEmpty)
    var none = typed("x", complete: complete)
    #expect(none.handle(.tab) == .beep)
    #expect(Completion(0..<0, ["Été", "Éta"]).commonBeginning == Array("Ét".utf8))
    #expect(Completion(0..<0, ["é", "è"]).commonBeginning.isEmpty)
    #expect(Completion(0..<0, ["SELECT", "select"]).commonBeginning == Array("SELECT".utf8))
  }

  @Test("Ctrl-_ undoes changes, and characters typed in succession are one change")
  func undo() {
    #expect(typed("abc\u{1f}").text.text.isEmpty)
    #expect(typed("one two\u{17}\u{1f}").text.text == "one two")
    #expect(typed("one two\u{17}\u{17}\u{1f}\u{1f}").text.text == "one two")
    var editor = typed("")
    #expect(editor.handle(.undo) == .beep)
    for sign in ["a", "b", "c"] { _ = editor.handle(.text(Array(sign.utf8))) }
    _ = editor.handle(.backspace)
    _ = editor.handle(.undo)
    #expect(editor.text.text == "abc")
    _ = editor.handle(.undo)
    #expect(editor.text.isEmpty)
  }

  @Test("Any sequence of keys leaves valid UTF-8, with the cursor between characters")
  func anything() {
    var numbers = SeededNumbers(42)
    let pieces: [[UInt8]] =
      ["a", " ", "é", "日", "👨‍👩‍👧", "\u{301}", "'", ";", "\r", "\t", "\u{1b}\r"].map { Array($0.utf8) }
      + [[0xff], [0xc3], [0xe2, 0x82], [0x1b], [0x1b, 0x5b]]
      + (1..<32).map { [UInt8($0)] }
      + ["A", "B", "C", "D", "H", "F", "3~"].map { Array("\u{1b}[\($0)".utf8) }
    for _ in 0..<200 {
      var editor = LineEditor(history: History(["é日;", "b"]), isWhole: Shell.isWhole)
      var reader = KeyReader()
      for _ in 0..<200 {
        for key in reader.keys(pieces[numbers.next(below: pieces.count)]) {
          if editor.handle(key) == .submit { editor.reset() }
          let (bytes, cursor) = (editor.text.bytes, editor.text.cursor)
          guard String(validating: bytes, as: UTF8.self) != nil, (0...bytes.count).contains(cursor),
            cursor == bytes.count || bytes[cursor] & 0xc0 != 0x80
          else {
            Issue.record("\(bytes) \(cursor)")
            return
          }
          let view = EditorView(
            bytes, cursor: cursor, EditorView.Prompt("orm> ", rest: "...> "),
            width: 1 + numbers.next(below: 12), height: 1 + numbers.next(below: 4))
          #expect(view.rows.indices.contains(view.cursorRow))
        }
      }
    }
  }
}
