/// A page of an ordered query: some of its rows, and cursors to the pages before and after.
///
/// ```swift
/// let albums = Album.order { $0.year.desc() }.order { $0.title }
/// var page = try await db.fetch(albums.page(size: 50))
/// while let next = page.next { page = try await db.fetch(albums.page(after: next, size: 50)) }
/// ```
public struct Page<Output: Sendable>: Sendable {
  /// The rows, in the query's order.
  public let rows: [Output]
  /// The cursor for the page before this one; nil if there are no rows before it.
  ///
  /// If the page was fetched forwards from a cursor, this is the position of its first row: the
  /// fetch does not check whether there are still rows before it. If such a page is empty, because
  /// its rows were deleted, this is nil; `page(before: nil, size:)` then returns the last rows.
  public let previous: Cursor?
  /// The cursor for the page after this one; nil if there are no rows after it.
  ///
  /// If the page was fetched backwards from a cursor, this is the position of its last row: the
  /// fetch does not check whether there are still rows after it. If such a page is empty, this is
  /// nil; `page(after: nil, size:)` then returns the first rows.
  public let next: Cursor?

  /// A position in the rows of an ordered query, at which another page begins or ends.
  ///
  /// It contains the adjacent row's key, and the values by which that row is ordered, so it stays
  /// valid if the row is deleted. It is encoded as text that consists of letters, digits, `-` and
  /// `_`, which can be stored, sent, and used in a URL. Anyone can decode the values from the text.
  /// It is not signed, but a forged cursor can only denote another position.
  ///
  /// A cursor works with every query of the same order, whatever its conditions; a query of another
  /// order throws ``PageError/cursorOrderMismatch``.
  public struct Cursor: Sendable, Hashable {
    let place: CursorValue
  }
}

extension Page: Equatable where Output: Equatable {}
extension Page: Hashable where Output: Hashable {}

extension Page.Cursor: LosslessStringConvertible {
  /// The cursor's encoded text.
  public var description: String { place.text }

  /// Creates the cursor that is encoded in a text, or nil if the text is not a cursor.
  public init?(_ description: String) {
    guard let place = CursorValue(text: description) else { return nil }
    self.place = place
  }
}

@_documentation(visibility: internal)
extension Page.Cursor: Codable {
  /// - Throws: `DecodingError` if the text is not a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let place = CursorValue(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the text is not a page cursor")
    }
    self.place = place
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(place.text)
  }
}
