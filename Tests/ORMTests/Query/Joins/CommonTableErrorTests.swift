import ORM
import Testing

@Suite("Errors in common table expressions")
struct CommonTableErrorTests {
  @Test("An error in the query of a common table expression is thrown")
  func errorInside() throws {
    let busy = Related.Artist.where { artist in
      let albums = artist.albums
      return albums.exists { _ in albums.count() > 1 }
    }
    #expect(throws: RelationError.self) { try busy.statement() }
    let source = TableExpression(with: "busy", as: busy)
    #expect(throws: RelationError.self) { try source.all.statement() }
    let albums = Related.Album.where { $0.artistID.in(source.all.select { $0.id }) }
    #expect(throws: RelationError.self) { try albums.statement() }
  }
}
