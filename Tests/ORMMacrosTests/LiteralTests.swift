import Testing

@Test(
  "A text is printed as a Swift literal of the same text",
  arguments: [
    (#"plain"#, #""plain""#),
    (#"say "hi""#, ##"#"say "hi""#"##),
    (##"a"#b"##, ###"##"a"#b"##"###),
    (#"back\slash"#, ##"#"back\slash"#"##),
    ("two\nlines", ##"#"two\#u{a}lines"#"##),
    (##"\#n"##, ###"##"\#n"##"###),
    // The compiler ends the text at the bytes of a quote and a hash, whatever mark follows.
    ("a\"#\u{301}b", "##\"a\"#\u{301}b\"##"),
    ("c\"\u{300}d", "#\"c\"\u{300}d\"#"),
    ("\u{600}\"#", "##\"\u{600}\"#\"##"),
  ])
func swiftLiterals(text: String, literal: String) {
  #expect(text.swiftLiteral.utf8.elementsEqual(literal.utf8))
}

@Test("A name is quoted, and quotes in it are doubled")
func quotedIdentifiers() {
  #expect("order".quotedIdentifier == #""order""#)
  #expect(#"say "hi""#.quotedIdentifier == #""say ""hi""""#)
  // In Swift, a quote and a combining mark after or before it are one Character.
  for name in ["c\"\u{300}d", "\u{600}\"d", "\u{600}\"\u{301}"] {
    let doubled = String(
      String.UnicodeScalarView(name.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
    #expect(name.quotedIdentifier.utf8.elementsEqual("\"\(doubled)\"".utf8))
  }
}
