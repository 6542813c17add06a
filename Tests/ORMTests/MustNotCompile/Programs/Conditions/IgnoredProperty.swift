import ORM

private func selected() -> Select<Album> {
  // error: value of type 'Album.Columns' has no member 'isSelected'
  Album.where { $0.isSelected == true }
}
