import ORM

private func draft() -> Artist.Draft {
  // error: missing argument for parameter 'name' in call
  Artist.Draft()
}
