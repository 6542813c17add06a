import ORM

private func joinsOfSixTables1() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
        // error: value of type 'Customer.Columns' has no member 'town'
    ) { $4.customerID == $5.id }.where { a, b, t, g, s, c in c.town == "x" }
}

private func joinsOfSixTables2() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
    ) { $4.customerID == $5.id }.where { a, b, t, g, s, c in
      // error: has no dynamic member 'nam'
      g.nam == "x" && c.city == "y" && s.quantity > 3
    }
}

private func joinsOfSixTables3() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: value of type 'Sale.Columns' has no member 'trakID'
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trakID }.join(
      Customer.self
    ) { $4.customerID == $5.id }.where { a, b, t, g, s, c in c.name == "x" }
}

private func joinsOfSixTables4() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
        // error: has no dynamic member 'customerID'
    ) { $3.customerID == $5.id }.where { a, b, t, g, s, c in c.name == "x" }
}

private func joinsOfSixTables5() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
        // error: value of type 'Customer.Columns' has no member 'nam'
    ) { $4.customerID == $5.id }.select { a, b, t, g, s, c in (b.name, c.nam, s.quantity.sum()) }
}

private func joinsOfSixTables6() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
        // error: value of type 'Customer.Columns' has no member 'it'
    ) { $4.customerID == $5.id }.group { a, b, t, g, s, c in c.it }.select { a, b, t, g, s, c in
      (c.id, s.quantity.sum())
    }
}

private func joinsOfSixTables7() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      Customer.self
        // error: value of type 'Sale.Columns' has no member 'dat'
    ) { $4.customerID == $5.id }.order { a, b, t, g, s, c in s.dat.desc() }
}

private func joinsOfSixTables8() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: generic parameter 'Source' could not be inferred
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.join(
      // error: cannot find 'Customers' in scope
      Customers.self
    ) { $4.customerID == $5.id }.where { a, b, t, g, s, c in c.name == "x" }
}

private func joinsOfSixTables9(_ counts: TableExpression<ArtistCount>) {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
    .leftJoin(Style.self) { $2.styleID == $3.id }.join(counts) { $1.id == $4.artistID }.join(
      Customer.self
    ) { $4.albums == $5.id }.where { a, b, t, g, s, c in c.name == "x" }
}
