import ORM

private func draft() -> any TableDraft {
  // error: type 'Country' has no member 'Draft'
  Country.Draft(name: "Norway")
}
