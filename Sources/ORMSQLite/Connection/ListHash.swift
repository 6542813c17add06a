import ORMCore

/// What the rows of lists are hashed into while an observation reads them.
@usableFromInline
final class ListHash {
  var hasher = Hasher()

  init() {}
}

extension Connection {
  /// Decodes the rows of a query, and hashes those of them that are in lists if an observation
  /// reads.
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
    return try statement.rows(
      by: HashingDecoder(decoder: decoder, hash: hash, columns: statement.columnNames.count))
  }
}

/// Decodes rows, and hashes those that are in lists. A limit may leave others out.
private struct HashingDecoder<Decoder: RowDecoder>: RowDecoder {
  let decoder: Decoder
  let hash: ListHash
  let columns: Int

  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Decoder.Output {
    if let lists = decoder as? any ListRowDecoder {
      if let list = try lists.list(of: row) {
        hash.hasher.combine(list)
        try row.hash(into: &hash.hasher, columns: columns)
      }
    } else {
      try row.hash(into: &hash.hasher, columns: columns)
    }
    return try decoder.decode(row)
  }
}
