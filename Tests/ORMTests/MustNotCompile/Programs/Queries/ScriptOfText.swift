import ORM

private func forget(_ name: String, in db: Database) async throws {
  let script = "DELETE FROM note WHERE text = '\(name)'; VACUUM"
  // error: cannot convert value of type 'String' to expected argument type 'SQL'
  try await db.execute(script: script)
}

private func forget(_ name: String, on tx: isolated Connection) throws {
  // error: cannot convert value of type 'String' to expected argument type 'SQL'
  try tx.execute(script: "DELETE FROM note WHERE text = '" + name + "'")
}
