import ORM
import Testing

private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Window functions")
struct WindowTests {
  @Test("The window of an aggregate is all rows, a partition, or the rows up to the current one")
  func aggregates() async throws {
    let whole = Album.select { ($0.id, $0.id.sum().over()) }.order { $0.id }
    try await expect(
      whole,
      #"SELECT "id", sum("id") OVER () FROM "album" ORDER BY "id""#,
      rows: [(1, 10), (2, 10), (3, 10), (4, 10)])
    try await expect(
      Album.select { ($0.id, $0.count().over(partition: $0.artistID, $0.year)) }.order { $0.id },
      #"SELECT "id", count(*) OVER (PARTITION BY "artistID", "year") FROM "album" ORDER BY "id""#,
      rows: [(1, 1), (2, 1), (3, 1), (4, 1)])
    let running = Album.select {
      ($0.id, $0.id.sum().over(partition: $0.artistID, order: $0.year.desc()))
    }
    .order { $0.id }
    try await expect(
      running,
      #"SELECT "id", sum("id") OVER (PARTITION BY "artistID" ORDER BY "year" DESC)"#
        + #" FROM "album" ORDER BY "id""#,
      rows: [(1, 3), (2, 2), (3, 3), (4, 4)])
    let filtered = Album.select { ($0.id, $0.id.max(where: $0.id < 3).over(order: $0.id)) }.order {
      $0.id
    }
    try await expect(
      filtered,
      #"SELECT "id", max("id") FILTER (WHERE "id" < $1) OVER (ORDER BY "id")"#
        + #" FROM "album" ORDER BY "id""#,
      [3], rows: [(1, 1), (2, 2), (3, 2), (4, 2)])
  }

  @Test("Window functions number and rank rows")
  func ranks() async throws {
    let third: Double = 1.0 / 3
    let dense: [(Int, Int, Double)] = [
      (1, 2, third), (2, 3, 2 * third), (3, 1, 0), (4, 3, 2 * third),
    ]
    let parts: [(Int, Double, Int)] = [(1, 0.5, 1), (2, 1, 1), (3, 0.25, 2), (4, 1, 2)]
    let byYear = WindowDefinition(order: Album.columns.year)
    try await expect(
      Album.select {
        (
          $0.id, SQLFunction.rowNumber().over(order: $0.year, $0.id.desc()),
          SQLFunction.rank().over(byYear)
        )
      }.order { $0.id },
      #"SELECT "id", row_number() OVER (ORDER BY "year", "id" DESC), rank() OVER (ORDER BY "year")"#
        + #" FROM "album" ORDER BY "id""#,
      rows: [(1, 2, 2), (2, 4, 3), (3, 1, 1), (4, 3, 3)])
    try await expect(
      Album.select {
        ($0.id, SQLFunction.denseRank().over(byYear), SQLFunction.percentRank().over(byYear))
      }.order { $0.id },
      #"SELECT "id", dense_rank() OVER (ORDER BY "year"), percent_rank() OVER (ORDER BY "year")"#
        + #" FROM "album" ORDER BY "id""#,
      rows: dense)
    try await expect(
      Album.select {
        ($0.id, SQLFunction.cumeDist().over(byYear), SQLFunction.ntile(2).over(order: $0.id))
      }.order { $0.id },
      #"SELECT "id", cume_dist() OVER (ORDER BY "year"), ntile($1) OVER (ORDER BY "id")"#
        + #" FROM "album" ORDER BY "id""#,
      [2], rows: parts)
  }

  @Test("lag, lead and the value functions read other rows of the window")
  func neighbours() async throws {
    try await expect(
      Album.select { ($0.id, $0.id.lag().over(order: $0.id), $0.year.lead(2).over(order: $0.id)) },
      #"SELECT "id", lag("id", $1) OVER (ORDER BY "id"), lead("year", $2) OVER (ORDER BY "id")"#
        + #" FROM "album""#,
      [1, 2], rows: [(1, nil, nil), (2, 1, 1992), (3, 2, nil), (4, 3, nil)])
    try await expect(
      Album.select {
        (
          $0.id, $0.id.lag(default: 0).over(order: $0.id),
          $0.title.lead(3, default: "-").over(order: $0.id)
        )
      },
      #"SELECT "id", lag("id", $1, $2) OVER (ORDER BY "id"),"#
        + #" lead("title", $3, $4) OVER (ORDER BY "id") FROM "album""#,
      [1, 0, 3, "-"], rows: [(1, 0, "Unknown"), (2, 1, "-"), (3, 2, "-"), (4, 3, "-")])
    let ends = Album.select {
      ($0.id.firstValue().over(order: $0.id), $0.id.lastValue().over(order: $0.id))
    }
    try await expect(
      ends,
      #"SELECT first_value("id") OVER (ORDER BY "id"), last_value("id") OVER (ORDER BY "id")"#
        + #" FROM "album""#,
      rows: [(1, 1), (1, 2), (1, 3), (1, 4)])
    try await expect(
      Album.select { ($0.id, $0.year.nthValue(2).over(order: $0.id)) },
      #"SELECT "id", nth_value("year", $1) OVER (ORDER BY "id") FROM "album""#,
      [2], rows: [(1, nil), (2, 1992), (3, 1992), (4, 1992)])
    let years = Album.select {
      ($0.year.firstValue().over(order: $0.id), $0.year.lastValue().over(order: $0.id))
    }
    try await expect(
      years,
      #"SELECT first_value("year") OVER (ORDER BY "id"), last_value("year") OVER (ORDER BY "id")"#
        + #" FROM "album""#,
      rows: [(1985, 1985), (1985, 1992), (1985, nil), (1985, 1992)])
  }

  @Test(
    "A frame is given in rows, in values or in groups, with a start and an end",
    arguments: [
      (.rows(), "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", ["1", "12", "123", "1234"]),
      (
        .rows(from: .preceding(1), to: .following(1)), "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
        ["12", "123", "234", "34"]
      ),
      (
        .rows(from: .currentRow, to: .unboundedFollowing),
        "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING", ["1234", "234", "34", "4"]
      ),
      (
        .rows(from: .following(1), to: .following(2)), "ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING",
        ["23", "34", "4", nil]
      ),
      (
        .rows(from: .unboundedPreceding, to: .preceding(2)),
        "ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING", [nil, nil, "1", "12"]
      ),
      (
        .range(from: .preceding(1.5), to: .following(0)),
        "RANGE BETWEEN 1.5 PRECEDING AND 0.0 FOLLOWING", ["1", "12", "23", "34"]
      ),
      (
        .groups(from: .preceding(1), to: .unboundedFollowing),
        "GROUPS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING", ["1234", "1234", "234", "34"]
      ),
      (
        .rows(to: .unboundedFollowing, excluding: .currentRow),
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW",
        ["234", "134", "124", "123"]
      ),
      (
        .groups(excluding: .group),
        "GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP",
        [nil, "1", "12", "123"]
      ),
      (
        .range(excluding: .ties), "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES",
        ["1", "12", "123", "1234"]
      ),
    ] as [(WindowFrame, String, [String?])])
  func frames(frame: WindowFrame, sql: String, rows: [String?]) async throws {
    try await expect(
      Album.order { $0.id }.select {
        $0.id.groupConcat(separator: "").over(order: $0.id, frame: frame)
      },
      #"SELECT group_concat("id", $1) OVER (ORDER BY "id" \#(sql)) FROM "album" ORDER BY "id""#,
      [""], rows: rows)
  }

  @Test("A frame that SQLite does not allow throws when the query runs")
  func impossibleFrames() async throws {
    let query = Album.select { $0.id.sum().over(order: $0.id, frame: .rows(from: .preceding(-1))) }
    await #expect(throws: DatabaseError.self) { try await Catalog.database().fetch(query) }
  }

  @Test("A named window can be the base of other windows")
  func named() async throws {
    let query = Album.where { $0.id < 4 }
      .window("artist") { WindowDefinition(partition: $0.artistID) }
      .window("years") { WindowDefinition(basedOn: "artist", order: $0.year, frame: .rows()) }
      .order { $0.id }
      .select {
        (
          $0.id, $0.id.sum().over("years"),
          SQLFunction.rowNumber().over(WindowDefinition(basedOn: "artist", order: $0.id.desc()))
        )
      }
    try await expect(
      query,
      #"SELECT "id", sum("id") OVER "years", row_number() OVER ("artist" ORDER BY "id" DESC)"#
        + #" FROM "album" WHERE "id" < $1 WINDOW "artist" AS (PARTITION BY "artistID"),"#
        + #" "years" AS ("artist" ORDER BY "year" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"#
        + #" ORDER BY "id""#,
      [4], rows: [(1, 1, 2), (2, 3, 1), (3, 3, 1)])
  }

  @Test("A custom aggregate works over a window, and a custom function on an aggregate")
  func ownAggregate() async throws {
    let database = try await Catalog.database()
    let sum = DatabaseAggregate(
      "own_sum", initial: 0, step: { (sum: inout Int, value: Int) in sum += value },
      inverse: { sum, value in sum -= value }, result: { $0 })
    try database.add(sum)
    let query = Album.order { $0.id }.select {
      sum($0.id).over(order: $0.id, frame: .rows(from: .preceding(1)))
    }
    #expect(
      try query.statement().sql
        == #"SELECT "own_sum"("id") OVER (ORDER BY "id" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"#
        + #" FROM "album" ORDER BY "id""#)
    #expect(try await database.fetch(query) == [1, 3, 5, 7])
    let double = DatabaseFunction("double") { (value: Int) in value * 2 }
    try database.add(double)
    let doubled = Album.select { double($0.id.count()) }
    #expect(try await database.fetch(doubled) == [8])
  }

  @Test("The columns of a window are qualified in a join, and a query with a window is counted")
  func joined() async throws {
    let query = Track.join(Album.self) { $0.albumID == $1.id }.order { track, _ in track.id }
      .select { track, album in
        (track.id, track.seconds.average().over(partition: album.id, order: track.id))
      }
    try await expect(
      query,
      #"SELECT "track"."id", avg("track"."seconds") OVER (PARTITION BY "album"."id" ORDER BY "track"."id")"#
        + #" FROM "track" JOIN "album" ON "track"."albumID" = "album"."id" ORDER BY "track"."id""#,
      rows: [(1, 330), (2, 290), (3, 545.5)])
    let database = try await Catalog.database()
    #expect(try await database.count(query) == 3)
    let all = Album.all.window("w") { WindowDefinition(order: $0.id) }
    #expect(try await database.count(all) == 4)
  }

  @Test("groupConcat joins all, distinct or filtered values, and is nil without rows")
  func concatenation() async throws {
    try await expect(
      Album.select { $0.year.groupConcat(distinct: true) },
      #"SELECT group_concat(DISTINCT "year") FROM "album""#, rows: ["1985,1992"])
    try await expect(
      Album.select { $0.id.groupConcat(separator: "-", where: $0.id > 2) },
      #"SELECT group_concat("id", $1) FILTER (WHERE "id" > $2) FROM "album""#, ["-", 2],
      rows: ["3-4"])
    try await expect(
      Album.where { $0.id > 99 }.select { $0.id.groupConcat() },
      #"SELECT group_concat("id") FROM "album" WHERE "id" > $1"#, [99], rows: [nil])
  }

  @Test("groupConcat orders its values, and throws if SQLite is older than 3.44")
  func orderedConcatenation() async throws {
    let query = Album.select { $0.id.groupConcat(order: $0.id.desc()) }
    #expect(
      try query.statement().sql == #"SELECT group_concat("id" ORDER BY "id" DESC) FROM "album""#)
    let database = try await Catalog.database()
    if try await SQLiteLibrary.minorVersion >= 44 {
      #expect(try await database.fetch(query) == ["4,3,2,1"])
    } else {
      await #expect(throws: DatabaseError.self) { try await database.fetch(query) }
    }
  }
}
