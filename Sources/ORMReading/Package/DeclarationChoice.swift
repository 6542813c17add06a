/// The declarations of a target that count, if its sources have those of several versions.
struct DeclarationChoice {
  private let lookup: TypeLookup
  private let index: TargetIndex
  /// The type that all others are left out of; nil if there is none.
  private var outer: [String]?
  /// The places of the declarations that alone count; nil if all do.
  private var listed: Set<DeclarationPlace>?
  private var leftOut: Set<DeclarationPlace> = []

  init(_ lookup: TypeLookup, _ index: TargetIndex) {
    self.lookup = lookup
    self.index = index
  }

  /// Chooses what is declared in a type, or what a constant lists.
  ///
  /// - Throws: ``SourcePackageError`` if there is none of this name.
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

  /// Leaves out those declarations of a name that the program does not list, if it lists one.
  ///
  /// The current schema of a history counts more than other lists do.
  ///
  /// - Returns: whether some are left out.
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

  /// Whether the declaration at a place is one of several, and another one of them counts.
  func leavesOut(_ place: DeclarationPlace) -> Bool { leftOut.contains(place) }

  /// Whether a declaration counts, or an extension.
  func includes(_ found: TargetIndex.Found) -> Bool {
    if leftOut.contains(found.place) { return false }
    if let outer { return found.facts.path.starts(with: outer) }
    guard let listed else { return true }
    if found.facts.kind != .extension { return listed.contains(found.place) }
    return index.declarations(of: found.facts.path).contains { listed.contains($0.place) }
  }

  /// Whether a problem that was found in parsing is one of a declaration that counts, or of a file.
  func includes(_ problem: ReadingProblem) -> Bool {
    guard outer != nil || listed != nil || !leftOut.isEmpty, let subject = problem.subject else {
      return true
    }
    let path = TypeName(subject).names
    let found = index.declarations(of: path).filter { sameBytes($0.place.file, problem.place.file) }
    return found.isEmpty || found.contains { includes($0) }
  }
}
