/// Chooses the declarations to read if a target's sources contain several versions of them.
struct DeclarationChoice {
  private let lookup: TypeLookup
  private let index: TargetIndex
  /// The type to which the choice is limited; nil for none.
  private var outer: [String]?
  /// The places of the declarations to read; nil for all.
  private var listed: Set<DeclarationPlace>?
  private var leftOut: Set<DeclarationPlace> = []

  init(_ lookup: TypeLookup, _ index: TargetIndex) {
    self.lookup = lookup
    self.index = index
  }

  /// Chooses the declarations in a type, or in the list of a constant.
  ///
  /// - Throws: ``SourcePackageError`` if there is no such type or constant.
  mutating func select(_ name: String) throws(SourcePackageError) {
    index.readLists()
    let path = TypeName(name).names
    let lists = index.lists.filter { list, _ in
      list.name.map { list.path + [$0] == path } ?? false  // Characters: Swift's own names
    }
    if lists.count == 1 {
      listed = places(of: lists[0].list, file: lists[0].file)
      return
    }
    let isOuter = index.all.contains {
      $0.facts.kind == .type && $0.facts.path.count > path.count && $0.facts.path.starts(with: path)
    }
    guard isOuter, !path.isEmpty else { throw .noSchema(name, target: index.name) }
    outer = path
  }

  /// Leaves out the declarations of a name that the program's lists don't contain, if they contain
  /// one of them.
  ///
  /// The current schema of a history takes precedence over other lists.
  ///
  /// - Returns: Whether declarations were left out.
  mutating func leaveOut(ofRepeated repeated: [[ReadDeclaration]]) -> Bool {
    if repeated.isEmpty { return false }
    index.readLists()
    let lists = index.lists.map { (places: places(of: $0.list, file: $0.file), list: $0.list) }
    let current = lists.filter(\.list.isOfHistory)
    for declarations in repeated {
      for lists in [current, lists] {
        let places = Set(declarations.map(\.place))
        let chosen = lists.reduce(into: Set<DeclarationPlace>()) {
          $0.formUnion($1.places.intersection(places))
        }
        guard chosen.count == 1 else { continue }
        leftOut.formUnion(places.subtracting(chosen))
        break
      }
    }
    return !leftOut.isEmpty
  }

  private func places(of list: SchemaListFacts, file: Int) -> Set<DeclarationPlace> {
    let scope = NameScope(index, file: file, path: list.path)
    return list.types.reduce(into: []) { places, type in
      let names = sameBytes(type, "Self") ? list.path : TypeName(type).names
      places.formUnion(lookup.declarations(of: names, in: scope).map(\.place))
    }
  }

  /// Whether the declaration at a place is left out in favor of another one.
  func leavesOut(_ place: DeclarationPlace) -> Bool { leftOut.contains(place) }

  /// Whether a declaration or an extension counts.
  func includes(_ found: TargetIndex.Found) -> Bool {
    if leftOut.contains(found.place) { return false }
    if let outer { return found.facts.path.starts(with: outer) }
    guard let listed else { return true }
    if found.facts.kind != .extension { return listed.contains(found.place) }
    return index.declarations(of: found.facts.path).contains { listed.contains($0.place) }
  }

  /// Whether a problem found in parsing concerns a declaration that counts, or a file.
  func includes(_ problem: ReadingProblem) -> Bool {
    guard outer != nil || listed != nil || !leftOut.isEmpty, let subject = problem.subject else {
      return true
    }
    let path = TypeName(subject).names
    let found = index.declarations(of: path).filter { sameBytes($0.place.file, problem.place.file) }
    return found.isEmpty || found.contains { includes($0) }
  }
}
