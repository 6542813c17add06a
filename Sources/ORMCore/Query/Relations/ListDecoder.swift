/// Decodes the rows of all lists, and adds each to its list.
@usableFromInline
final class ListDecoder<Element: SelectResult>: RowDecoder {
  /// The keys of the rows' own lists.
  @exclusivity(unchecked) @usableFromInline var keys: ListKeys
  @exclusivity(unchecked) @usableFromInline var finder: ListFinder
  /// The lists, if their rows have no lists of their own.
  @exclusivity(unchecked) @usableFromInline var whole: [[Element.Output]]
  /// The rows without their own lists, if they have some, and the index of each row's list.
  @exclusivity(unchecked) @usableFromInline var parts: [Element.Part] = []
  @exclusivity(unchecked) @usableFromInline var owners: [Int] = []
  /// The number of rows that each list has so far.
  @exclusivity(unchecked) @usableFromInline var counts: [Int]
  /// The index of the last row's list.
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
      // A list that grows moves its rows, so reserve room for as many rows as the list before has.
      if counts[place] == 1 { whole[place].reserveCapacity(min(counts[lastPlace], 64)) }
      lastPlace = place
      whole[place].append(row)
    }
  }

  /// The lists of all keys.
  ///
  /// - Parameter deeper: The rows' own lists.
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
  /// The index of each row's list, or -1 if it has none. Nil if each row has its own list.
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
