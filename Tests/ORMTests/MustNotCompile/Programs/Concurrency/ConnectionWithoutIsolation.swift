import ORM

private func log(_ text: String, to tx: Connection) throws {
  // error: call to actor-isolated instance method 'insert'
  try tx.insert(LogLine(text: text))
}
