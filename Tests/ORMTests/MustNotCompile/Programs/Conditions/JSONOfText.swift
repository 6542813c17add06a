import ORM

private func accounts() -> Select<Account> {
  // error: that 'String' conform to 'JSONRepresentation'
  Account.where { $0.name["theme", as: String.self] == "dark" }
}
