@testable import ORMToolKit
import Testing

@Suite("The view of an edited text")
struct EditorViewTests {
  private func view(
    _ text: String, at cursor: Int? = nil, width: Int = 20, height: Int = 10,
    offered: [String] = []
  ) -> EditorView {
    EditorView(
      Array(text.utf8), cursor: cursor ?? text.utf8.count, EditorView.Prompt("> ", rest: ". "),
      offered: offered, width: width, height: height)
  }

  private func rows(_ view: EditorView) -> [String] {
    view.rows.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test("Each line has a prompt, and a long line continues in the next row")
  func lines() {
    #expect(rows(view("SELECT 1")) == ["> SELECT 1"])
    #expect(rows(view("a\nb")) == ["> a", ". b"])
    #expect(rows(view("abcdefghij", width: 8)) == ["> abcdef", "ghij"])
    #expect(rows(view("")) == ["> "])
  }

  @Test("The cursor is where the next character goes, even after a full row")
  func cursor() {
    func place(_ text: String, at cursor: Int? = nil, width: Int) -> [Int] {
      let view = view(text, at: cursor, width: width)
      return [view.cursorRow, view.cursorColumn]
    }
    #expect(place("abc", width: 8) == [0, 5])
    #expect(place("abc", at: 0, width: 8) == [0, 2])
    #expect(place("abcdef", width: 8) == [1, 0])
    #expect(place("abcdefg", at: 6, width: 8) == [1, 0])
    #expect(place("abcdef\ng", at: 6, width: 8) == [1, 0])
    #expect(place("a\nb", width: 8) == [1, 3])
    #expect(place("日本", width: 8) == [0, 6])
    #expect(place("日本語", at: 6, width: 7) == [1, 0])
    #expect(place("e\u{301}x", at: 3, width: 8) == [0, 3])
    #expect(place("\t", width: 8) == [0, 6])
  }

  @Test("No row has more cells than the terminal, however narrow it is")
  func narrow() {
    let text = "SELECT '日本語👍', e\u{301} FROM a\nWHERE\t\u{1b}[2J b"
    for width in 1...40 {
      for cursor in [0, 9, text.utf8.count] {
        let view = view(text, at: cursor, width: width, height: 100, offered: ["日本", "album"])
        #expect(view.rows.allSatisfy { $0.cells <= width }, "\(width)")
        #expect(view.cursorColumn < max(2, width) && view.rows.indices.contains(view.cursorRow))
        let cells = view.rows.map { SafeText.width(String(decoding: $0.text, as: UTF8.self)) }
        #expect(cells == view.rows.map(\.cells), "\(width)")
      }
    }
  }

  @Test("Control characters of a text never reach the terminal")
  func controlCharacters() {
    let view = view("\u{1b}[2J\u{7}\u{0}\u{9b}\u{202e}", width: 80)
    #expect(rows(view) == [#"> \u{1b}[2J\u{7}\u{0}\u{9b}\u{202e}"#])
  }

  @Test("If the screen is too small, the rows around the cursor are shown")
  func tall() {
    let text = (0..<50).map(String.init).joined(separator: "\n")
    #expect(rows(view(text, height: 3)) == [". 47", ". 48", ". 49"])
    #expect(rows(view(text, at: 0, height: 3)) == ["> 0", ". 1", ". 2"])
    let middle = view(text, at: 30, height: 3)
    #expect(middle.cursorRow == 1 && middle.rows.count == 3)
    let long = String(repeating: "é", count: 1_000_000)
    for cursor in [0, 999_998, 2_000_000] {
      let view = view(long, at: cursor, width: 10, height: 5)
      #expect(view.rows.count == 5 && view.rows.indices.contains(view.cursorRow))
      #expect(rows(view).allSatisfy { !$0.utf8.elementsEqual("\u{fffd}".utf8) })
    }
  }

  @Test("Completions are shown below in columns, as many as there is space for")
  func offered() {
    #expect(rows(view("a", offered: ["x", "yy", "z"])) == ["> a", "x   yy  z"])
    let many = (0..<100).map { "name\($0)" }
    let view = view("a", width: 20, height: 8, offered: many)
    #expect(view.rows.count == 8 && view.cursorRow == 0)
    #expect(rows(view).last == "… 100 in all")
    #expect(rows(self.view("a", offered: ["\u{1b}[2J\nx"])).last == #"\u{1b}[2J\nx"#)
  }

  @Test("Colors begin and end in each row, and take no cells")
  func colours() {
    let spans = [EditorView.Span(end: 4, code: "1"), EditorView.Span(end: 6, code: nil)]
    let view = EditorView(
      Array("abcdef".utf8), cursor: 6, EditorView.Prompt("> ", rest: ". "), spans: spans, width: 4,
      height: 10)
    #expect(rows(view) == ["> \u{1b}[1mab\u{1b}[0m", "\u{1b}[1mcd\u{1b}[0mef", ""])
    #expect(view.rows.map(\.cells) == [4, 4, 0])
  }
}
