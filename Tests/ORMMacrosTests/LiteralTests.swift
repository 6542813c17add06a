import Testing

@Test(
  "a text is printed as a literal of the same text",
  arguments: [
    (#"plain"#, #""plain""#),
    (#"say "hi""#, ##"#"say "hi""#"##),
    (##"a"#b"##, ###"##"a"#b"##"###),
    (#"back\slash"#, ##"#"back\slash"#"##),
    ("two\nlines", ##"#"two\#u{a}lines"#"##),
    (##"\#n"##, ###"##"\#n"##"###),
  ])
func swiftLiterals(text: String, literal: String) {
  #expect(text.swiftLiteral == literal)
}

@Test("a name is quoted, and quotes in it are doubled")
func quotedIdentifiers() {
  #expect("order".quotedIdentifier == #""order""#)
  #expect(#"say "hi""#.quotedIdentifier == #""say ""hi""""#)
}
