import ORM
import Testing

@Test(
  "The literal of a value is its SQL text",
  arguments: [
    (SQLValue.text("it's"), "'it''s'"), (.blob([0, 255]), "x'00ff'"), (.real(1), "1.0"),
    (.text("a\0b"), "CAST(x'610062' AS TEXT)"), (.null, "NULL"),
  ])
func literals(value: SQLValue, literal: String) { #expect(value.literal == literal) }
