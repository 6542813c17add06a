extension PropertyType {
  /// The relation that the type is, as it is declared outside of the struct; nil for other types.
  ///
  /// `ToOne<Artist>` of `artist` in `Album` is `extension Album.Columns { var artist: ToOne<Artist> {
  /// one(…) } }`.
  package func relation(of property: String, in owner: String) -> String? {
    for (kind, call) in [("One", "one(…)"), ("Maybe", "maybe(…)"), ("Many", #"many(\.…)"#)]
    where name.hasPrefix("\(kind)<") {
      return Self.declaration(of: property, "\(name)", call, in: owner)
    }
    return nil
  }

  /// The to-many relation that an array or a set of rows would be; nil if the elements are values.
  package func relationOfElements(of property: String, in owner: String) -> String? {
    guard isCollection, !isMadeOfKnown else { return nil }
    var element = Substring(base)
    for opening in ["[", "Array<", "Set<"] where element.hasPrefix(opening) {
      element = element.dropFirst(opening.count).dropLast()
    }
    guard element.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) else {
      return nil
    }
    return Self.declaration(of: property, "ToMany<\(element)>", #"many(\.…)"#, in: owner)
  }

  private static func declaration(
    of property: String, _ type: String, _ call: String, in owner: String
  ) -> String {
    "extension \(owner).Columns { var \(property): \(type) { \(call) } }"
  }
}
