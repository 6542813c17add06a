import Testing

@Suite("Expansions for redacted columns")
struct RedactedExpansionTests {
  private static let source = """
    @Table public struct Member {
      public let id: Int
      public var name: String
      @Column("pass", redacted: true) var `default`: String?
      @Column(queryOnly: true) var rank = 0
    }
    """

  @Test("The schema marks a redacted column, and a row and a draft are shown without its value")
  func table() {
    let source = expand(Self.source).source
    #expect(source.contains("ORM.Selection, CustomReflectable {"))
    #expect(
      source.contains(
        """
            schema.add("pass", String?.self)
            schema.redact("pass")
            schema.primaryKey
        """))
    #expect(
      source.contains(
        """
          public var customMirror: Mirror {
            Mirror(
              self,
              children: [
                "id": self.id as Any,
                "name": self.name as Any,
                "default": "(redacted)",
                "rank": self.rank as Any,
              ], displayStyle: .struct)
          }
        """))
    #expect(source.contains("public struct Draft: ORM.TableDraft, CustomReflectable {"))
    #expect(
      source.contains(
        """
              children: [
                "name": self.name as Any,
                "default": "(redacted)",
              ], displayStyle: .struct)
        """.replacing("      ", with: "        ")))
  }

  @Test("An embeddable struct marks its redacted columns with their prefix")
  func group() {
    let source = expand(
      """
      @Embeddable struct Contact {
        var city: String
        @Column(redacted: true) var phone: String
      }
      """
    ).source
    #expect(source.contains("extension Contact: ORM.Embeddable, CustomReflectable {"))
    #expect(source.contains(#"schema.redact(prefix + "phone")"#))
    #expect(source.contains(#""phone": "(redacted)","#))
  }

  @Test("Nothing is generated for a table without redacted columns")
  func others() {
    let source = expand("@Table struct Member { var name: String }").source
    #expect(!source.contains("redact") && !source.contains("Mirror"))
    #expect(
      expand("@Table struct Member { @Column(redacted: false) var name: String }").source == source)
  }
}
