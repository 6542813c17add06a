import ORM
import Testing

@Suite("Columns next to an aggregate")
struct UngroupedColumnTests {
  @Test("A column next to an aggregate of all rows is refused")
  func refused() throws {
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.title, $0.count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.plays.sum(), $0.title.upper()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "id")) {
      try Song.where { $0.plays > 3 }.select { ($0, $0.plays.average()) }.statement()
    }
  }

  @Test("The error says what to write")
  func description() {
    let error = UngroupedColumnError(column: "title")
    #expect(error.description.contains(".group { $0.title }"))
  }

  @Test("A column next to min or max, in a group or in a window is not refused")
  func accepted() throws {
    _ = try Song.select { ($0.title, $0.plays.max()) }.statement()
    _ = try Song.select { ($0.title, $0.count(), $0.plays.min()) }.statement()
    _ = try Song.group { $0.title }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.group { $0.id }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.select { ($0.title, $0.count().over()) }.statement()
    _ = try Song.select { ($0.count(), $0.plays.sum(), 3) }.statement()
  }

  @Test("A column of an outer query is constant in a subquery")
  func outerColumn() throws {
    let query = Song.where { song in
      Song.as("other").where { $0.plays > song.plays }.having { $0.count() > 1 }
        .select { ($0.count(), song.id) }.exists()
    }
    _ = try query.statement()
  }
}
