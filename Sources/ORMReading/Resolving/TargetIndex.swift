/// The types that a target's files declare, which are read lazily.
final class TargetIndex {
  /// A declaration with its file.
  struct Found {
    var facts: TypeFacts
    var file: Int
    unowned var target: TargetIndex

    var place: DeclarationPlace { facts.spot.place(in: target.paths[file]) }
  }

  let name: String
  let paths: [String]
  private(set) var records: [FileRecord]
  private let flags: BuildFlags
  /// The bytes of files that had to be read.
  private var bytes: [Int: [UInt8]] = [:]
  /// The items that name a type, by the type's name.
  private var itemsByName: [String: [(file: Int, item: Int)]] = [:]
  private var parsed: Set<[Int]> = []
  private var found: [[String]: [Found]] = [:]
  private(set) var problems: [ReadingProblem] = []
  /// The lists of the program's tables, in the items that were read.
  private(set) var lists: [(list: SchemaListFacts, file: Int)] = []
  /// Whether facts were added to a record.
  private(set) var isChanged = false

  init(_ target: SourceTarget, _ flags: BuildFlags, cache: ReadingCache) {
    name = target.name
    self.flags = flags
    paths = target.files
    records = []
    for (file, path) in paths.enumerated() {
      records.append(record(of: path, file, cache.files[path]))
      if let failure = records[file].failure {
        problems.append(
          ReadingProblem(
            .unreadableFile(failure),
            at: DeclarationPlace(file: path, line: records[file].failureLine, column: 1)))
      }
    }
    for path in target.unfollowed {
      problems.append(
        ReadingProblem(
          .unreadableFile("the file is a link out of the package, so it is not read"),
          at: DeclarationPlace(file: path, line: 1, column: 1)))
    }
    for file in records.indices { addItems(of: file) }
  }

  private func record(of path: String, _ file: Int, _ cached: FileRecord?) -> FileRecord {
    guard let read = FileSystem.bytes(of: path, atMost: FileRecord.sizeLimit) else {
      var record = FileRecord(size: 0, hash: 0)
      record.failure = "the file can't be read, or is larger than \(FileRecord.sizeLimit >> 20) MB"
      return record
    }
    let hash = FileRecord.hash(of: read, flags)
    if let cached, cached.hash == hash, cached.size == read.count { return cached }
    isChanged = true
    let record = FileRecord(scanning: read, hash: hash)
    if record.items.contains(where: \.isOfTables) { bytes[file] = read }
    return record
  }

  private func addItems(of file: Int) {
    for (index, item) in records[file].items.enumerated() {
      for name in item.names { itemsByName[name, default: []].append((file, index)) }
    }
  }

  /// Returns the modules that a file imports.
  func imports(of file: Int) -> Set<String> { records[file].imports }

  /// Whether an item may declare a type with this name.
  func mayDeclare(_ name: String) -> Bool { itemsByName[name] != nil }

  /// Reads all items that may belong to tables.
  func readTables() { readItems(where: \.isOfTables) }

  /// Reads all items that may contain a list of tables.
  func readLists() { readItems(where: \.hasLists) }

  private func readItems(where isWanted: (SourceItem) -> Bool) {
    for file in records.indices {
      var index = 0
      // Reading an item may merge the file's items into one.
      while index < records[file].items.count {
        if isWanted(records[file].items[index]) { read(file, index) }
        index += 1
      }
    }
  }

  /// Returns the declarations of a type, and its extensions.
  func declarations(of path: [String]) -> [Found] {
    guard let name = path.last else { return [] }
    for (file, item) in itemsByName[name] ?? [] { read(file, item) }
    return found[path] ?? []
  }

  /// All declarations that were read, in the order of the files.
  var all: [Found] {
    found.values.joined().sorted { left, right in
      (left.file, left.facts.spot.line, left.facts.spot.column)
        < (right.file, right.facts.spot.line, right.facts.spot.column)
    }
  }

  private func read(_ file: Int, _ item: Int) {
    // A file that has become one item was read as a whole.
    let index = records[file].items.count == 1 ? 0 : item
    guard parsed.insert([file, index]).inserted else { return }
    let hadFacts = records[file].items[index].facts != nil
    let count = records[file].items.count
    let facts = records[file].read(
      index,
      of: {
        if let bytes = bytes[file] { return bytes }
        return FileSystem.bytes(of: paths[file], atMost: FileRecord.sizeLimit)
      }, flags)
    if !hadFacts { isChanged = true }
    if records[file].items.count < count {
      // These facts are of the whole file, and include those that were read before.
      for key in found.keys { found[key]?.removeAll { $0.file == file } }
      problems.removeAll { $0.place.file == paths[file] }
      lists.removeAll { $0.file == file }
      parsed.insert([file, 0])
    }
    for type in facts.types {
      found[type.path, default: []].append(Found(facts: type, file: file, target: self))
    }
    lists += facts.lists.map { ($0, file) }
    problems += facts.problems.map {
      ReadingProblem($0.kind, subject: $0.subject, at: $0.spot.place(in: paths[file]))
    }
  }
}
