/// Some rows of an ordered query, and where the others are.
///
/// ```swift
/// let albums = Album.order { $0.year.desc() }.order { $0.title }
/// var page = try await db.fetch(albums.page(size: 50))
/// while let next = page.next { page = try await db.fetch(albums.page(after: next, size: 50)) }
/// ```
public struct Page<Output: Sendable>: Sendable {
  /// The rows, in the query's order.
  public let rows: [Output]
  /// The place where the rows before these end; nil if there are none.
  ///
  /// A fetch looks ahead and not behind. After a page that was fetched forwards, from a cursor,
  /// this is the place of its first row, whether or not rows are left before it, and nil where the
  /// page is empty since its rows were deleted: `page(before: nil, size:)` has the last rows then.
  public let previous: Cursor?
  /// The place where the rows behind these begin; nil if there are none.
  ///
  /// After a page that was fetched backwards, from a cursor, this is the place of its last row,
  /// whether or not rows are left behind it, and nil where the page is empty: `page(after: nil,
  /// size:)` has the first rows then.
  public let next: Cursor?

  /// A place between the rows of an ordered query, for another page that begins or ends there.
  ///
  /// It holds the values that the order has in the row beside it, the key among them, so it stays
  /// good when that row is deleted. It is encoded as one text of the letters, digits, `-` and `_`,
  /// which can be kept, sent, and used in a URL, and from which anyone can decode those values.
  /// It is not signed: a forged one names another place, and nothing else.
  ///
  /// It serves the queries that have the same order, whatever their conditions; others refuse it by
  /// ``PageError/cursorOfOtherOrder``.
  public struct Cursor: Sendable, Hashable {
    let place: CursorValue
  }
}

extension Page: Equatable where Output: Equatable {}
extension Page: Hashable where Output: Hashable {}

extension Page.Cursor: LosslessStringConvertible {
  /// The text that it is encoded as.
  public var description: String { place.text }

  /// The cursor of a text, or nil if the text is not one.
  public init?(_ description: String) {
    guard let place = CursorValue(text: description) else { return nil }
    self.place = place
  }
}

@_documentation(visibility: internal)
extension Page.Cursor: Codable {
  /// - Throws: `DecodingError` where the text is no cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let place = CursorValue(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the text is not a page's cursor")
    }
    self.place = place
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(place.text)
  }
}
