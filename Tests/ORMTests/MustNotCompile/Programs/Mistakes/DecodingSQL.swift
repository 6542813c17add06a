import ORM

private func decodingSQL1(_ db: Database) async throws {
  struct Total { var count: Int }
  // error: instance method 'fetch(decoding:sql:)' requires that 'Total' conform to 'Decodable'
  _ = try await db.fetch(decoding: Total.self, sql: "SELECT 1 AS count")
}
