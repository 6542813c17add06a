import ORM

/// The tables as they are to be: those of `baseline_records_create`, of whose records none may be without
/// a title.
enum Records {
  @Table(strict: false)
  struct Author {
    let id: Int
    var name: String?
  }

  @Table(strict: false)
  struct Record {
    let id: Int
    @Column(index: true) var title: String
    var year: Int?
    var price: Double?
    var notes: String?
    @Column(index: true, references: Author.self) var authorID: Int?
  }

  static let schema = Schema(of: Author.self, Record.self)
}
