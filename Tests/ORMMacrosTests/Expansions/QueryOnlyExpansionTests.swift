import Testing

@Suite("Expansions of @Table for queryOnly and nullAsDefault")
struct QueryOnlyExpansionTests {
  @Test("queryOnly properties are not columns, and one function reads them")
  func queryOnly() {
    expectExpansion(
      """
      @Table struct Place {
        var plays: Int
        @Column(nullAsDefault: true) var rating: Int = 3
        @Column("far", queryOnly: true) var distance: Double?
        @Column(queryOnly: true) var visits = 0
      }
      """,
      #"""
      struct Place {
        var plays: Int
        var rating: Int = 3
        var distance: Double?
        var visits = 0
      }

      nonisolated extension Place: ORM.DatabaseTable, ORM.QueryFilled, ORM.TableOrView, \#
      ORM.Selection {
        struct Columns: ORM.TableColumns {
          typealias SelectedResult = ORM.WholeRow<Place>
          typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          static func source(of columns: Self) -> ORM.TableSource { columns.source }
          #sourceLocation(file: "Test.swift", line: 2)
          var plays: ORM.Column<Place, Int> { ORM.Column("plays", in: source) }
          var rating: ORM.Column<Place, Int?> { ORM.Column("rating", in: source) }
          #sourceLocation()
        }
        static var tableName: String { "place" }
        static var selectSQL: String { #"SELECT "plays", "rating" FROM "place""# }
        static var insertSQL: String { #"INSERT INTO "place" ("plays", "rating") VALUES ($1, $2)"# }
        static let schema: ORM.TableSchema = {
          var schema = ORM.TableSchema("place")
          schema.add("plays", Int.self)
          schema.add("rating", Int?.self, value: 3)
          return schema
        }()
        static var columnCount: Int { 2 }
        init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let plays = try Int.read(from: row, at: 0)
          let rating = try Int?.read(from: row, at: 1) ?? 3
          self.init(plays: plays, rating: rating)
        }
        func bind<Parameters: ORM.ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws {
          try Int.write(self.plays, to: &parameters, at: 1)
          try Int.write(self.rating, to: &parameters, at: 2)
        }
        init(stored value: Place, rowID write: () throws -> Int64) throws {
          self.plays = value.plays
          self.rating = value.rating
          _ = try write()
        }
        static var queryOnlyColumns: [String] { ["far", "visits"] }
        mutating func readQueryOnly<Row: ORM.RowReader & ~Copyable>(
          _ column: Int, from row: borrowing Row, at index: Int
        ) throws {
          switch column {
          case 0: self.distance = try Double?.read(from: row, at: index)
          case 1: self.visits = try Int.read(from: row, at: index)
          default: break
          }
        }
      }
      """#)
  }
}
