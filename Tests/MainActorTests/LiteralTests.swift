import ORM
import Testing

@Test("A literal is the same on the main actor")
func literal() { #expect(SQLValue.text("it's").literal == "'it''s'") }
