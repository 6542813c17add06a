import ORM

private func find(_ db: Database) async throws {
  // error: cannot convert value of type 'Int' to expected argument type '(Int, Int)'
  _ = try await db.find(OrderLine.self, 10248)
}
