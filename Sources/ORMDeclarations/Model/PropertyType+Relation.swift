extension PropertyType {
  /// Returns the declaration to write outside of the struct if the type is that of a relation;
  /// nil for other types.
  ///
  /// `ToOne<Artist>` of `artist` in `Album` is
  /// `extension Album.Columns { var artist: ToOne<Artist> { toOne(…) } }`.
  package func relation(of property: String, in owner: String) -> String? {
    let kinds = [
      ("ToOne", "ToOne", "toOne(…)"), ("ToOptional", "ToOptional", "toOptional(…)"),
      ("ToMany", "ToMany", #"toMany(\.…)"#),
      // The former names of these types.
      ("One", "ToOne", "toOne(…)"), ("Maybe", "ToOptional", "toOptional(…)"),
      ("Many", "ToMany", #"toMany(\.…)"#),
    ]
    for (written, kind, call) in kinds where name.utf8.starts(with: "\(written)<".utf8) {
      return Self.declaration(
        of: property, "\(kind)\(name.dropFirst(written.utf8.count))", call, in: owner)
    }
    return nil
  }

  /// The to-many relation that an array or a set of rows would be; nil if the elements are values.
  package func relationOfElements(of property: String, in owner: String) -> String? {
    guard isCollection, !isMadeOfKnown else { return nil }
    var element = Substring(base)
    for opening in ["[", "Array<", "Set<"] where element.utf8.starts(with: opening.utf8) {
      element = element.dropFirst(opening.utf8.count).dropLast()
    }
    // Only a name, possibly qualified, can be a table.
    if element.utf8.contains(where: { "[]<>:?!(), ".utf8.contains($0) }) { return nil }
    return Self.declaration(of: property, "ToMany<\(element)>", #"toMany(\.…)"#, in: owner)
  }

  private static func declaration(
    of property: String, _ type: String, _ call: String, in owner: String
  ) -> String {
    "extension \(owner).Columns { var \(property): \(type) { \(call) } }"
  }
}
