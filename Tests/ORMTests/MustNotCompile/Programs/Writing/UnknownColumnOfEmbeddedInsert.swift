import ORM

@Embeddable
private struct Address {
  var city: String
}

@Table
private struct Hall {
  let id: Int
  @Embedded var place: Address
}

private func insert(_ db: Database) async throws {
  try await db.insert(Hall.self) {
    // error: value of type 'EmbeddedAssignments<Hall, Address.Columns<Hall>>' has no dynamic member 'town' using key path from root type 'Address.Columns<Hall>'
    // error: generic parameter 'Representation' could not be inferred
    $0.place.town = "Ely"
  }
}
