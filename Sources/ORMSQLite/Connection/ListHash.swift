import ORMCore

/// The hash of the rows in lists that an observation reads.
@usableFromInline
final class ListHash {
  var hasher = Hasher()

  init() {}
}

@_documentation(visibility: internal)
extension Connection {
  /// Decodes the rows of a query. While an observation reads, the rows in lists are hashed, too.
  @inlinable
  public func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output] {
    if let listHash { return try hashedRows(of: query, by: decoder, into: listHash) }
    return try bound(query).rows(by: decoder)
  }

  @usableFromInline
  func hashedRows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder, into hash: ListHash
  ) throws -> [Decoder.Output] {
    let statement = try bound(query)
    guard let lists = decoder as? any ListRowDecoder else { return try statement.rows(by: decoder) }
    return try statement.rows(by: HashingDecoder(decoder: decoder, hash: hash, lists))
  }
}

/// Decodes rows, and hashes those that are in lists: a limit may exclude other rows.
private struct HashingDecoder<Decoder: RowDecoder>: RowDecoder {
  private let decoder: Decoder
  private let hash: ListHash
  private let lists: any ListRowDecoder
  /// The first row of each list, if rows share lists: a list's number also depends on keys without
  /// rows.
  private let owners: [Int: Int]?

  init(decoder: Decoder, hash: ListHash, _ lists: any ListRowDecoder) {
    self.decoder = decoder
    self.hash = hash
    self.lists = lists
    guard let listsOfRows = lists.listsOfRows else {
      owners = nil
      return
    }
    var owners: [Int: Int] = [:]
    for (row, list) in listsOfRows.enumerated() where list >= 0 {
      if let owner = owners[list] {
        // The rows share a list.
        hash.hasher.combine(row)
        hash.hasher.combine(owner)
      } else {
        owners[list] = row
      }
    }
    self.owners = owners
  }

  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Decoder.Output {
    if let list = try lists.list(of: row) {
      hash.hasher.combine(owners.map { $0[list] } ?? list)
      try row.hash(into: &hash.hasher, columns: lists.columnCount)
    }
    return try decoder.decode(row)
  }
}
