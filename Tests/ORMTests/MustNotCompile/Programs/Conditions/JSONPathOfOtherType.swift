import ORM

private func accounts() -> Select<Account> {
  // error: has no member 'theme'
  Account.where { $0.tags[.theme] == "dark" }
}
