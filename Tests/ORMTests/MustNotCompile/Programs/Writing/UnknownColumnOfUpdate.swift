import ORM

private func update() {
  // error: value of type 'Updates<Album>' has no dynamic member 'subtitle'
  // error: generic parameter 'Representation' could not be inferred
  _ = Album.where { $0.plays == 0 }.update { $0.subtitle = "live" }
}

@Embeddable private struct Site {
  var city: String
}

@Table private struct Cinema {
  let id: Int
  @Embedded var site: Site
}

private func misspelsInGroup() {
  // error: has no dynamic member 'town' using key path from root type 'Site.Columns<Cinema>'
  // error: generic parameter 'Representation' could not be inferred
  _ = Cinema.all.update { $0.site.town = "Lagos" }
}
