import ORM

private func draft() -> any TableDraft {
  // error: type 'Album' has no member 'Draft'
  Album.Draft(title: "Promise", artistID: 1)
}
