import ORM

private func artists() -> some ComposableSelect {
  // error: requires the types 'Artist' and 'AlbumText.Content'
  Artist.search(AlbumText.self, "promise")
}
