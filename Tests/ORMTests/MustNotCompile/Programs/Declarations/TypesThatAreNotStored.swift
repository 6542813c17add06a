import Foundation
import ORM

// Each is told once, on the line of its property: the word that is missing.

private enum Genre: String { case jazz }
private enum Mood { case calm }
private struct Marks: OptionSet {
  let rawValue: Int
  static let live = Marks(rawValue: 1)
}
private struct Point { var x = 0.0 }
private final class Person {}

@Table private struct Song {
  var id: Int?
  // error: type 'Genre' does not conform to protocol 'ColumnValue'
  var genre: Genre
  // error: type 'Genre' does not conform to protocol 'ColumnValue'
  var other: Genre = .jazz
  // error: type 'Mood' does not conform to protocol 'ColumnValue'
  var mood: Mood?
  // error: type 'Marks' does not conform to protocol 'ColumnValue'
  var marks: Marks = []
  // error: type 'Marks' does not conform to protocol 'ColumnValue'
  var more: Marks = [.live]
  // error: type 'Point' does not conform to protocol 'ColumnValue'
  var place: Point?
  // error: type 'NotATable' does not conform to protocol 'ColumnValue'
  var table: NotATable
  // error: type 'Album' does not conform to protocol 'ColumnValue'
  var album: Album
  // error: type 'Song.Kind' does not conform to protocol 'ColumnValue'
  var kind: Kind

  fileprivate enum Kind: Int { case single }
}

@Table private struct Owned {
  var id: Int?
  // error: type 'Person' does not conform to protocol 'ColumnValue'
  // error: stored property 'owner' of 'Sendable'-conforming struct 'Owned' has non-Sendable type
  var owner: Person
}

private enum Store {
  enum Format { case vinyl }

  @Table fileprivate struct Record {
    let id: Int
    // error: type 'Store.Format' does not conform to protocol 'ColumnValue'
    var format: Format
  }
}

@Table private struct Box<Content: Sendable> {
  var id: Int?
  // error: type 'Content' does not conform to protocol 'ColumnValue'
  var content: Content
}

@Embeddable private struct Shape {
  // error: type 'Point' does not conform to protocol 'ColumnValue'
  var center: Point
}

@Table private struct KeyedByGenre {
  // error: type 'Genre' does not conform to protocol 'ColumnValue'
  @Column(primaryKey: true) var genre: Genre
  var count: Int
}
