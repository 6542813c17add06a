/// Reads the rows of all lists into the lists that they are in.
@usableFromInline
final class ListDecoder<Element: SelectResult>: RowDecoder {
  /// The keys of the lists of the rows' own.
  @exclusivity(unchecked) @usableFromInline var keys: ListKeys
  @exclusivity(unchecked) @usableFromInline var finder: ListFinder
  /// The lists, if nothing else belongs to their rows.
  @exclusivity(unchecked) @usableFromInline var whole: [[Element.Output]]
  /// What the rows have without their lists, if they have some, and the list that each is in.
  @exclusivity(unchecked) @usableFromInline var parts: [Element.Part] = []
  @exclusivity(unchecked) @usableFromInline var owners: [Int] = []
  /// How many rows each list has so far.
  @exclusivity(unchecked) @usableFromInline var counts: [Int]
  /// The list that the last row is in.
  @exclusivity(unchecked) @usableFromInline var lastPlace = 0
  @usableFromInline let limit: Int

  @inlinable
  init(_ query: ListFetch.Query, _ places: ListPlaces) {
    keys = query.deeper
    let isOne = if case .one = query.way { true } else { false }
    finder = ListFinder(places, query.keys, isOne: isOne)
    whole = places.noLists()
    counts = Array(repeating: 0, count: places.count)
    limit = query.limit
  }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    let place = try finder.place(of: row)
    guard place >= 0, counts[place] < limit else { return }
    counts[place] += 1
    if Element.hasLists {
      keys.begin()
      parts.append(try Element.part(row, at: 0, &keys))
      owners.append(place)
    } else {
      let row = try Element.decode(row, at: 0)
      // A list that grows moves all that it has: it gets room for as many rows as the one before.
      if counts[place] == 1 { whole[place].reserveCapacity(min(counts[lastPlace], 64)) }
      lastPlace = place
      whole[place].append(row)
    }
  }

  /// The lists of all keys.
  ///
  /// - Parameter deeper: What belongs to the rows of the lists.
  @inlinable
  func lists(_ deeper: Element.Lists) -> [[Element.Output]] {
    guard Element.hasLists else { return whole }
    for place in counts.indices { whole[place].reserveCapacity(counts[place]) }
    for (row, place) in owners.enumerated() {
      whole[place].append(Element.whole(parts[row], row, deeper))
    }
    return whole
  }
}

extension ListDecoder: ListRowDecoder {
  package var columnCount: Int { Element.columnCount }

  package var listsOfRows: [Int]? { finder.listsOfRows }

  package func list<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    let place = try finder.place(of: row)
    return place >= 0 && counts[place] < limit ? place : nil
  }
}

/// The lists of all rows of a query.
@_documentation(visibility: internal)
public struct FetchedLists<Element> {
  /// The lists, each once.
  @usableFromInline let lists: [[Element]]
  /// The place of each row's, or -1 if it has none. Nil if each row has its own.
  @usableFromInline let places: [Int]?

  @usableFromInline
  init(lists: [[Element]], places: [Int]?) {
    self.lists = lists
    self.places = places
  }

  @inlinable
  subscript(row: Int) -> [Element] {
    guard let places else { return lists[row] }
    return places[row] < 0 ? [] : lists[places[row]]
  }
}
