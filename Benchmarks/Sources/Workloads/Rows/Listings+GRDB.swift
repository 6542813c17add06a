import GRDB

/// The same as GRDB decodes it.
struct CodableListing: Codable, FetchableRecord, TableRecord, Checksummed {
  static let databaseTableName = "document"

  let id: Int
  var content: Content

  var checksum: Int64 { Listing(id: id, content: content).checksum }
}
