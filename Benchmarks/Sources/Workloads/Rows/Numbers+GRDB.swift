import GRDB

// Neither type names a table: a fetch tells which of those with the same rows it reads.

extension Numbers: FetchableRecord {
  init(row: Row) {
    id = row[0]
    first = row[1]
    second = row[2]
    third = row[3]
    fourth = row[4]
    fifth = row[5]
    sixth = row[6]
    seventh = row[7]
    eighth = row[8]
    ninth = row[9]
  }
}

/// The same, read as any `Codable` is.
struct CodableNumbers: Decodable, FetchableRecord {
  let id: Int
  var first: Int
  var second: Int
  var third: Int
  var fourth: Int
  var fifth: Int
  var sixth: Int
  var seventh: Int
  var eighth: Int
  var ninth: Int
}

extension CodableNumbers: Checksummed {
  var checksum: Int64 {
    let values = [id, first, second, third, fourth, fifth, sixth, seventh, eighth, ninth]
    return Int64(values.reduce(0, &+))
  }
}
