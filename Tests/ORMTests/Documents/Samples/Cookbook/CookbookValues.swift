import Foundation
import ORM
import Testing

extension CookbookSamples {
  enum Status: String, ColumnValue, CaseIterable { case open, paid, cancelled }

  struct Flags: OptionSet, ColumnValue {
    let rawValue: Int
    static let starred = Flags(rawValue: 1)
    static let archived = Flags(rawValue: 2)
  }

  @Table
  struct Message: Identifiable {
    let id: Int
    var text: String
    var flags: Flags = []
  }

  struct Address: Codable, Equatable {
    var street: String
    var city: String
  }

  @Table
  struct Order: Identifiable {
    let id: UUID
    var status: Status = .open
    @Column(as: MinorUnits<Scale2>.self) var total: Decimal
    @Column(as: JSON.self) var labels: [String] = []
    @Column(as: JSON.self) var address: Address
    @Column(as: ISO8601.self) var placed: Date
    @Column(lazy: true) var scan: Lazy<Data>
  }

  private static func order(_ db: Database) async throws -> Order {
    try await db.create(Order.self)
    return try await db.insert(
      Order(
        id: UUID(), total: Decimal(1250) / 100, labels: ["gift", "fragile"],
        address: Address(street: "1 High Street", city: "Leeds"), placed: date("2026-11-22"),
        scan: .loaded(Data([1, 2, 3]))))
  }

  struct Settings: Codable {
    var speed: Double
    var theme: String?
    var volume: Double

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      speed = try values.decode(Double.self, forKey: .speed)
      theme = try values.decodeIfPresent(String.self, forKey: .theme)
      volume = try values.decodeIfPresent(Double.self, forKey: .volume) ?? 1
    }
  }

  @Table
  struct Player: Identifiable {
    let id: Int
    @Column(as: JSON.self) var settings: Settings
  }

  @Table
  struct Birthday: Identifiable {
    let id: Int
    var name: String
    var day: CalendarDay
  }

  static let values: [Recipe] = [
    Recipe("Store an enum") { db in
      _ = try await order(db)
      let open = try await db.fetch(Order.self, where: { $0.status == .open })
      // SELECT … FROM "order" WHERE "status" = $1
      let some = try await db.count(Order.self, where: { $0.status.in([.open, .paid]) })
      // SELECT count(*) FROM "order" WHERE "status" IN ($1, $2)

      #expect(open.count == 1 && some == 1)
    },
    Recipe("Set and clear an option") { db in
      try await db.create(Message.self)
      try await db.insert([
        Message(id: 1, text: "Milk", flags: .starred), Message(id: 2, text: "Rent"),
      ])
      let archive = Message.where { $0.flags.contains(.starred) }.update {
        $0.flags.remove(.starred)
        $0.flags.insert(.archived)
      }
      try await db.run(archive)
      // UPDATE "message" SET "flags" = ("flags" & ~$1) | $2 WHERE ("flags" & $3) = $4

      let flags = try await db.fetch(Message.order { $0.id }.select { $0.flags })
      #expect(flags == [.archived, []])
    },
    Recipe("Store money") { db in
      _ = try await order(db)
      let large = try await db.fetch(Order.self, where: { $0.total >= 10 })
      // SELECT … FROM "order" WHERE "total" >= $1

      #expect(large.map(\.total) == [Decimal(1250) / 100])
      #expect(try await db.value(Int.self, sql: #"SELECT total FROM "order""#) == 1250)
    },
    Recipe("Find a value in a JSON array") { db in
      _ = try await order(db)
      let gifts = try await db.fetch(Order.self, where: { $0.labels.contains("gift") })
      // SELECT … FROM "order" WHERE EXISTS (SELECT 1 FROM json_each("order"."labels") WHERE "value" IS $1)

      #expect(gifts.count == 1)
    },
    Recipe("Filter by a value in JSON") { db in
      _ = try await order(db)
      let inLeeds = try await db.fetch(
        Order.self, where: { $0.address["city", as: String.self] == "Leeds" })
      // SELECT … FROM "order" WHERE ("address" ->> '$.city') IS $1

      #expect(inLeeds.count == 1)
    },
    Recipe("Change one value in JSON") { db in
      let order = try await order(db)
      let move = Order.where { $0.id == order.id }.update {
        $0.address = $0.address.jsonSet("city", to: "York")
      }
      try await db.run(move)
      // UPDATE "order" SET "address" = orm_readable(json_set("address", '$.city', …), …) WHERE "id" = $2

      #expect(try await db.find(Order.self, order.id)?.address.city == "York")
    },
    Recipe("Use a UUID as the key") { db in
      let order = try await order(db)
      let found = try await db.find(Order.self, order.id)
      // SELECT … FROM "order" WHERE "id" = $1

      #expect(found?.id == order.id)
    },
    Recipe("Keep large data out of a list") { db in
      _ = try await order(db)
      guard let order = try await db.first(Order.order { $0.placed }) else { return }
      // SELECT "id", "status", "total", "labels", "address", "placed" FROM "order" ORDER BY "placed" LIMIT $1
      let scan = try await db.load(\.scan, of: order)
      // SELECT "scan" FROM "order" WHERE "id" = $1

      #expect(scan == Data([1, 2, 3]))
    },
    Recipe("Choose how a date is stored") { db in
      let order = try await order(db)
      let text = try await db.value(String.self, sql: #"SELECT placed FROM "order""#)
      print(text)
      // SELECT placed FROM "order"

      #expect(text.hasPrefix("2026-11-22T00:00:00") && order.placed == date("2026-11-22"))
    },
    Recipe("Add a property to a type that is stored as JSON") { db in
      try await db.create(Player.self)
      try await db.execute("INSERT INTO player (id, settings) VALUES (1, '{\"speed\":2}')")
      let player = try await db.find(Player.self, 1)
      print(player?.settings.volume ?? 0)

      #expect(player?.settings.volume == 1 && player?.settings.theme == nil)
    },
    Recipe("Store a day of the calendar") { db in
      try await db.create(Birthday.self)
      let born = try #require(CalendarDay(year: 1959, month: 1, day: 16))
      try await db.insert(Birthday.Draft(name: "Sade", day: born))
      let today = CalendarDay(.now, in: .current)
      let past = try await db.fetch(Birthday.where { $0.day <= today }.order { $0.day })
      // SELECT "id", "name", "day" FROM "birthday" WHERE "day" <= $1 ORDER BY "day"

      #expect(past.map(\.day) == [born])
    },
  ]
}
