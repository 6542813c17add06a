import Foundation
import ORM
import Testing

/// Lists by keys of every kind, compared with a model in memory: keys that ignore case, BLOBs,
/// composite keys with NULLs, and references to no row.
@Suite("Lists with random keys")
struct RandomListKeyTests {
  @Test("Lists with random keys contain the rows that a model in memory has", arguments: 1...8)
  func lists(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &+ 7000)
    for round in 1...65 {
      let set = Rows(&random)
      let db = try Database.inMemory()
      try await db.create(Owner.self, Item.self, Note.self)
      try await db.insert(set.owners)
      try await db.insert(set.items)
      try await db.insert(set.notes)
      let limit = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
      let least = Int.random(in: 0...2, using: &random)
      let some = Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : 99
      func lists(_ items: ToMany<Item>) -> ToManyQuery<
        Item.Columns, Results2<OneValue<Int>, ListResult<OneValue<Int>>>
      > {
        items.where { $0.value >= least }
          .order { ($0.value.desc(), $0.id) }
          .limit(limit ?? 1000)
          .select { ($0.id, $0.notes.order { $0.id }.select { $0.id }) }
      }
      let found = try await db.fetch(
        Owner.where { $0.id <= some }.order { $0.id }.select {
          $0.id
          lists($0.byName)
          lists($0.byIndexedName)
          lists($0.byBytes)
          lists($0.byPair)
          lists($0.byText)
        })
      let owners = set.owners.filter { $0.id <= some }
      #expect(found.map(\.0) == owners.map(\.id))
      for (owner, row) in zip(owners, found) {
        for (kind, list) in zip(Kind.allCases, [row.1, row.2, row.3, row.4, row.5]) {
          let items = set.items.filter { kind.refers($0, to: owner) && $0.value >= least }
            .sorted { ($1.value, $0.id) < ($0.value, $1.id) }.prefix(limit ?? 1000)
          let expected = items.map { item in
            (item.id, set.notes.filter { $0.itemID == item.id }.map(\.id))
          }
          #expect("\(list)" == "\(expected)", "\(kind) of \(owner), seed \(seed), round \(round)")
        }
      }
    }
  }

  @Table
  struct Owner {
    let id: Int
    @Column(collate: .noCase) var name: String
    var bytes: Data
    var first: Int
    var second: String
  }

  @Table
  struct Item {
    let id: Int
    var value: Int
    @Column(collate: .noCase) var name: String
    @Column(collate: .noCase, index: true) var indexedName: String
    var bytes: Data?
    var first: Int?
    var second: String?
  }

  @Table
  struct Note {
    let id: Int
    @Column(references: Item.self) var itemID: Int?
  }

  /// A way in which an item refers to an owner.
  enum Kind: CaseIterable {
    case name, indexedName, bytes, pair, text

    func refers(_ item: Item, to owner: Owner) -> Bool {
      switch self {
      case .name: Self.isSame(item.name, owner.name)
      case .indexedName: Self.isSame(item.indexedName, owner.name)
      case .bytes: item.bytes == owner.bytes
      case .pair: item.first == owner.first && Self.bytes(item.second) == Self.bytes(owner.second)
      case .text: Self.bytes(item.second) == Self.bytes(owner.second)
      }
    }

    private static func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

    /// As SQLite compares without the case: that of ASCII's letters.
    private static func isSame(_ text: String, _ other: String) -> Bool {
      func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
      }
      return lowered(text) == lowered(other)
    }
  }

  /// Owners whose keys differ, and items that refer to some of them and to none.
  struct Rows {
    var owners: [Owner] = []
    var items: [Item] = []
    var notes: [Note] = []

    init(_ random: inout SeededGenerator) {
      let names = ["a", "b", "É", "ab", "é", "e\u{301}", "", "1"]
      for id in 1...Int.random(in: 1...8, using: &random) {
        owners.append(
          Owner(
            id: id, name: names[id - 1], bytes: Data(repeating: UInt8(id), count: id % 3),
            first: id % 2, second: names[id - 1]))
      }
      for id in 0..<Int.random(in: 0...30, using: &random) {
        func name(_ random: inout SeededGenerator) -> String {
          let name = names[Int.random(in: 0..<8, using: &random)]
          return Bool.random(using: &random) ? name : name.uppercased()
        }
        let hasKeys = Int.random(in: 0...4, using: &random) > 0
        let bytes = Int.random(in: 1...9, using: &random)
        items.append(
          Item(
            id: id, value: Int.random(in: 0...3, using: &random), name: name(&random),
            indexedName: name(&random),
            bytes: hasKeys ? Data(repeating: UInt8(bytes), count: bytes % 3) : nil,
            first: hasKeys ? Int.random(in: 0...1, using: &random) : nil,
            second: Int.random(in: 0...4, using: &random) > 0 ? name(&random) : nil))
      }
      for id in 0..<Int.random(in: 0...20, using: &random) {
        let item = Int.random(in: 0...30, using: &random)
        notes.append(Note(id: id, itemID: item < items.count ? item : nil))
      }
    }
  }
}

extension RandomListKeyTests.Item.Columns {
  fileprivate typealias Owner = RandomListKeyTests.Owner
  fileprivate var namedOwner: ToOne<Owner> { toOne(on: (name, \.name)) }
  fileprivate var indexedOwner: ToOne<Owner> { toOne(on: (indexedName, \.name)) }
  fileprivate var bytesOwner: ToOptional<Owner> { toOptional(on: (bytes, \.bytes)) }
  fileprivate var pairOwner: ToOptional<Owner> {
    toOptional(on: (first, \.first), (second, \.second))
  }
  fileprivate var textOwner: ToOptional<Owner> { toOptional(on: (second, \.second)) }
  fileprivate var notes: ToMany<RandomListKeyTests.Note> { toMany(\.item) }
}

extension RandomListKeyTests.Note.Columns {
  fileprivate var item: ToOptional<RandomListKeyTests.Item> { toOptional(itemID) }
}

extension RandomListKeyTests.Owner.Columns {
  fileprivate typealias Item = RandomListKeyTests.Item
  fileprivate var byName: ToMany<Item> { toMany(\.namedOwner) }
  fileprivate var byIndexedName: ToMany<Item> { toMany(\.indexedOwner) }
  fileprivate var byBytes: ToMany<Item> { toMany(\.bytesOwner) }
  fileprivate var byPair: ToMany<Item> { toMany(\.pairOwner) }
  fileprivate var byText: ToMany<Item> { toMany(\.textOwner) }
}
