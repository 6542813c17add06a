import Testing

@Suite("Recorded texts of expansions")
struct RecordingTests {
  private static let source = #"""
    import Testing

    @Test("é: more bytes than characters")
    func expands() {
      expectExpansion("@Table struct A {}", "")
      expectReport(
        """
        @Table struct B {}
        """,
        """
        what was expected
        before
        """)
      expectReport("@Table struct C {}", "\(1)")
      expectReport("@Table struct D {}", text)
    }
    """#

  @Test(
    "The check of a recorded call compares the recorded text",
    arguments: [
      "struct A {}", "", "\n", "two\n\n  lines\n", #"a "name" in quotes"#, ##"#"SELECT "id""#"##,
      ##"a \(backslash) and \#(another)"##, ##"three """ quotes, and """# after"##, #"ends in \"#,
      "é 👩‍👩‍👧 ü",
    ])
  func comparesTheRecordedText(text: String) {
    var file = RecordedFile(Self.source)
    let isRecorded = file.record(text, line: 6)
    #expect(isRecorded)
    let recorded = RecordedFile(file.text)
    #expect(recorded.expectedText(line: 6).map { Array($0.utf8) } == Array(text.utf8))
    #expect(recorded.expectedText(line: 5) == "")
  }

  @Test("Calls are found by their lines before the first text of the file was recorded")
  func recordsSeveralTexts() {
    var file = RecordedFile(Self.source)
    let texts = [(5, "one\ntwo"), (6, "three"), (5, "one\ntwo\nthree")]
    let areRecorded = texts.map { line, text in file.record(text, line: line) }
    #expect(areRecorded == [true, true, true])
    let recorded = RecordedFile(file.text)
    #expect(recorded.expectedText(line: 5) == "one\ntwo\nthree")
    #expect(recorded.expectedText(line: 10) == "three")
    #expect(file.text.hasPrefix(Self.source.prefix(100)))
  }

  @Test("A text with interpolation, a variable and a line without a call are not recorded")
  func recordsOnlyLiterals() {
    var file = RecordedFile(Self.source)
    let areRecorded = [1, 4, 14, 15, 100].map { file.record("text", line: $0) }
    #expect(areRecorded == [false, false, false, false, false])
    #expect(file.text == Self.source)
  }
}
