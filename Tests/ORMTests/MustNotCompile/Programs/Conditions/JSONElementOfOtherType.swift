import ORM

private func accounts() -> Select<Account> {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  Account.where { $0.tags.contains(1) }
}
