import Testing

@Suite("Names in CodingKeys")
struct CodingKeysTests {
  @Test("A coding key whose name differs from its column's is a warning with a fix")
  func otherName() {
    let expansion = expand(
      """
      @Table struct Album: Codable {
        let id: Int
        var artistID: Int
        enum CodingKeys: String, CodingKey {
          case id
          case artistID = "artist_id"
        }
      }
      """)
    #expect(
      expansion.report == """
        6:21: @Column: only Codable uses 'CodingKeys', so the column of 'artistID' is 'artistID', \
        not 'artist_id'; write '@Column("artist_id")' to rename the column, or \
        '@Column("artistID")' to keep its name [column.codingKey]
        fix: write '@Column("artist_id")'
          @Table struct Album: Codable {
            let id: Int
            @Column("artist_id") var artistID: Int
            enum CodingKeys: String, CodingKey {
              case id
              case artistID = "artist_id"
            }
          }
        """)
    #expect(expansion.diagnostics.map(\.severity) == [.warning])
    // The macro prints the table in spite of the warning.
    #expect(expansion.source.contains("ORM.DatabaseTable"))
  }

  @Test("A coding key is not a warning if its column has the same name or an explicit one")
  func sameName() {
    for column in [
      #"@Column("artist_id") var artistID: Int"#, #"@Column("artistID") var artistID: Int"#,
      "@Ignored var artistID = 0", "@Column(queryOnly: true) var artistID = 0",
    ] {
      let expansion = expand(
        """
        @Table struct Album: Codable {
          let id: Int
          \(column)
          enum CodingKeys: String, CodingKey { case id, artistID = "artist_id" }
        }
        """)
      #expect(expansion.report == "", "\(column)")
    }
    let derived = expand(
      """
      @Table(naming: .snakeCase) struct Album: Codable {
        let id: Int
        var artistID: Int
        private enum CodingKeys: String, CodingKey { case id = "ID", artistID = "artist_id" }
      }
      """)
    #expect(derived.report == "")
  }

  @Test("Embedded structs and selections warn as tables do")
  func otherMacros() {
    for macro in ["@Embeddable", "@Selection"] {
      let expansion = expand(
        """
        \(macro) struct Line: Codable {
          var artistID: Int
          enum CodingKeys: String, CodingKey { case artistID = "artist_id" }
        }
        """)
      #expect(expansion.diagnostics.map(\.severity) == [.warning])
    }
  }
}
