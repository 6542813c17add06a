/// Finds the declarations that names refer to.
struct TypeLookup {
  /// The targets of the package by name, which are read lazily.
  let target: (String) -> TargetIndex?

  /// All declarations of one type, in all builds.
  struct Declared {
    /// The type's own declarations, each with its file.
    var types: [TargetIndex.Found]
    /// The extensions in the file's target and in the target that declares the type.
    var extensions: [TargetIndex.Found]

    var parts: [TargetIndex.Found] { types + extensions }
  }

  /// Returns the declarations of a type by its names; empty if the package does not declare it.
  ///
  /// Swift looks from the inside out, and then in the imported modules.
  func declarations(of names: [String], in scope: NameScope) -> [TargetIndex.Found] {
    guard let first = names.first else { return [] }
    var outer = scope.path
    while true {
      let start = visible(outer + [first], in: scope)
      if !start.isEmpty { return follow(names, from: outer, in: scope) }
      if outer.isEmpty { break }
      outer.removeLast()
    }
    // `App.Album`, qualified with the name of the module itself.
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

  /// Returns the declarations at a path that begins with a type that was found.
  private func follow(
    _ names: [String], from outer: [String], in scope: NameScope
  ) -> [TargetIndex.Found] {
    let all = visible(outer + names, in: scope)
    if !all.isEmpty || names.count == 1 { return all }
    // A name in the path may be an alias.
    for count in (1..<names.count).reversed() {
      let aliases = visible(outer + names.prefix(count), in: scope).filter {
        $0.facts.kind == .alias
      }
      guard let alias = aliases.first, aliases.count == 1, let aliased = alias.facts.aliased else {
        continue
      }
      let rest = TypeName(aliased).names + names.dropFirst(count)
      // The lookup of an alias that refers to itself would never end.
      if rest.count > 16 { return [] }
      return declarations(of: rest, in: NameScope(around: alias))
    }
    return []
  }

  /// Returns the declarations of a path that are visible in the scope's file: private ones hide
  /// others.
  private func visible(_ path: [String], in scope: NameScope) -> [TargetIndex.Found] {
    guard let name = path.last, scope.target.mayDeclare(name) else { return [] }
    let all = scope.target.declarations(of: path).filter { $0.facts.kind != .extension }
    let own = all.filter { $0.facts.isHidden && $0.file == scope.file }
    return own.isEmpty ? all.filter { !$0.facts.isHidden } : own
  }

  /// Returns a type with all extensions that are visible in the scope.
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
            // An extension of a type that is private to its file is in that file.
            && types.contains {
              $0.facts.path == path && (!$0.facts.isHidden || $0.file == part.file)
            }
        }
      }
    }
    return Declared(types: types, extensions: extensions)
  }
}

/// Whether two Swift names are equal.
func sameBytes(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
