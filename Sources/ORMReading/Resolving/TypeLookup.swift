/// Finds the declarations that names mean.
struct TypeLookup {
  /// The targets of the package by name, which are read when they are asked for.
  let target: (String) -> TargetIndex?

  /// All that declares one type, in all builds.
  struct Declared {
    /// The declarations of its own, each with its file.
    var types: [TargetIndex.Found]
    /// Extensions, of the file's own target and of that which declares it.
    var extensions: [TargetIndex.Found]

    var parts: [TargetIndex.Found] { types + extensions }
  }

  /// The declarations of a type by its names; none if the package does not declare it.
  ///
  /// Swift looks from the inside out, and then in the modules that the file imports.
  func declarations(of names: [String], in scope: NameScope) -> [TargetIndex.Found] {
    guard let first = names.first else { return [] }
    var outer = scope.path
    while true {
      let start = visible(outer + [first], in: scope)
      if !start.isEmpty { return follow(names, from: outer, in: scope) }
      if outer.isEmpty { break }
      outer.removeLast()
    }
    // `App.Album` of the module's own name.
    if names.count > 1, sameBytes(first, scope.target.name) {
      return declarations(
        of: Array(names.dropFirst()), in: NameScope(scope.target, file: scope.file, path: []))
    }
    return imported(names, in: scope)
  }

  private func imported(_ names: [String], in scope: NameScope) -> [TargetIndex.Found] {
    var all: [TargetIndex.Found] = []
    for module in scope.target.imports(of: scope.file).sorted() {
      guard let other = target(module), other !== scope.target else { continue }
      let rest = names.count > 1 && sameBytes(names[0], module) ? Array(names.dropFirst()) : names
      all += other.declarations(of: rest).filter {
        $0.facts.kind != .extension && $0.facts.isPublic
      }
    }
    return all
  }

  /// The declarations at a path that begins with a type that was found.
  private func follow(
    _ names: [String], from outer: [String], in scope: NameScope
  ) -> [TargetIndex.Found] {
    let all = visible(outer + names, in: scope)
    if !all.isEmpty || names.count == 1 { return all }
    // A name on the way may be an alias.
    for count in (1..<names.count).reversed() {
      let aliases = visible(outer + names.prefix(count), in: scope).filter {
        $0.facts.kind == .alias
      }
      guard let alias = aliases.first, aliases.count == 1, let aliased = alias.facts.aliased else {
        continue
      }
      let rest = TypeName(aliased).names + names.dropFirst(count)
      // An alias of itself has no end.
      if rest.count > 16 { return [] }
      return declarations(of: rest, in: NameScope(around: alias))
    }
    return []
  }

  /// The declarations of a path that the scope's file sees: those that only it sees hide others.
  private func visible(_ path: [String], in scope: NameScope) -> [TargetIndex.Found] {
    guard let name = path.last, scope.target.mayDeclare(name) else { return [] }
    let all = scope.target.declarations(of: path).filter { $0.facts.kind != .extension }
    let own = all.filter { $0.facts.isHidden && $0.file == scope.file }
    return own.isEmpty ? all.filter { !$0.facts.isHidden } : own
  }

  /// A type with all extensions that the scope may see.
  func declared(_ types: [TargetIndex.Found], in scope: NameScope) -> Declared {
    var extensions: [TargetIndex.Found] = []
    var targets: [TargetIndex] = [scope.target]
    for type in types where !targets.contains(where: { $0 === type.target }) {
      targets.append(type.target)
    }
    for path in Set(types.map(\.facts.path)) {
      for target in targets {
        extensions += target.declarations(of: path).filter { part in
          part.facts.kind == .extension
            // An extension of a type that only its file sees is in that file.
            && types.contains {
              $0.facts.path == path && (!$0.facts.isHidden || $0.file == part.file)
            }
        }
      }
    }
    return Declared(types: types, extensions: extensions)
  }
}

/// Whether two names of Swift are the same.
func sameBytes(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
