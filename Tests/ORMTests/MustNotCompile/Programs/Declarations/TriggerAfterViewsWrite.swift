import ORM

// error: requires that 'ArtistTotal' conform to 'DatabaseTable'
private let trigger = Trigger("gone", after: .delete(ArtistTotal.self)) { _ in "DELETE FROM album" }
