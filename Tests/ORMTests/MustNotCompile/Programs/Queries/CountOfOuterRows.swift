import ORM

private func counts() -> SelectQuery<(Artist.Columns, Album.Columns.OuterScope), OneValue<Int>> {
  Artist.leftJoin(Album.self) { $0.id == $1.artistID }
    // error: 'count(where:)' is unavailable: count a column of the joined table
    .select { _, album in album.count() }
}
