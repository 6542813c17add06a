import ORMCore
import ORMSchema

extension SourcePackage {
  /// Reads the schema that a target declares.
  ///
  /// - Throws: ``SourcePackageError`` if there is no such target, or if the target has no type or
  ///   list with the name ``ReadingOptions/schema``. All other problems are in
  ///   ``ReadSchema/problems``.
  public func schema(
    of target: String, options: ReadingOptions = ReadingOptions()
  ) throws(SourcePackageError) -> ReadSchema {
    var cache = ReadingCache()
    return try schema(of: target, options: options, cache: &cache)
  }

  /// Reads the schema that a target declares, and adds the facts read to the cache.
  ///
  /// - Throws: ``SourcePackageError`` if there is no such target, or if the target has no type or
  ///   list with the name ``ReadingOptions/schema``. All other problems are in
  ///   ``ReadSchema/problems``.
  public func schema(
    of name: String, options: ReadingOptions = ReadingOptions(), cache: inout ReadingCache
  ) throws(SourcePackageError) -> ReadSchema {
    // The syntax trees of sources are deep, so this needs a large stack.
    try DeepStack.run(levels: .max) { () throws(SourcePackageError) in
      try readSchema(of: name, options: options, cache: &cache)
    }
  }

  private func readSchema(
    of name: String, options: ReadingOptions, cache: inout ReadingCache
  ) throws(SourcePackageError) -> ReadSchema {
    let target = try target(name)
    let indexes = TargetIndexes(targets, options, cache)
    let index = indexes.index(of: target)
    index.readTables()
    let lookup = TypeLookup { indexes[$0] }
    var assembly = SchemaAssembly(lookup, index)
    let read = try assembly.read(options.schema)
    indexes.keep(in: &cache)
    return read
  }
}

/// The indexes of the targets, created when needed.
private final class TargetIndexes {
  private let targets: [SourceTarget]
  private let options: ReadingOptions
  private let cache: ReadingCache
  private var indexes: [String: TargetIndex] = [:]

  init(_ targets: [SourceTarget], _ options: ReadingOptions, _ cache: ReadingCache) {
    self.targets = targets
    self.options = options
    self.cache = cache
  }

  /// The index of the only target with a name; nil if there is none, or more than one.
  subscript(name: String) -> TargetIndex? {
    let found = targets.filter { sameBytes($0.name, name) }
    return found.count == 1 ? index(of: found[0]) : nil
  }

  func index(of target: SourceTarget) -> TargetIndex {
    if let index = indexes[target.name] { return index }
    var flags = BuildFlags(system: options.system)
    flags.defined = options.flags
    for flag in target.flags { flags.defined[flag] = true }
    flags.modules = Set(targets.map(\.name) + ["Swift", "ORM"])
    let index = TargetIndex(target, flags, cache: cache)
    indexes[target.name] = index
    return index
  }

  func keep(in cache: inout ReadingCache) {
    for index in indexes.values where index.isChanged {
      for (path, record) in zip(index.paths, index.records) where record.failure == nil {
        cache.files[path] = record
      }
      cache.isChanged = true
    }
  }
}
