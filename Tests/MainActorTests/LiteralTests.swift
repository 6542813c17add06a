import ORM
import Testing

@Test("a literal is the same on the main actor")
func literal() { #expect(SQLValue.text("it's").literal == "'it''s'") }
