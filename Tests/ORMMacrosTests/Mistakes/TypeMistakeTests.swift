import Testing

@Suite("Mistakes in the types of properties")
struct TypeMistakeTests {
  @Test("A property needs a type if the macro can't infer it from the value")
  func unknownType() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var created = makeDate()
      }
      """,
      """
      3:7: @Table: the type of 'created' can't be seen by the macro; write it out: 'var created: \
      Type = makeDate()' [type.unknown]
      """)
  }

  @Test("A fix writes the type of an initializer call")
  func apparentType() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var created = Date(timeIntervalSince1970: 0)
      }
      """,
      """
      3:7: @Table: the type of 'created' can't be seen by the macro; write it out: 'var created: \
      Date = Date(timeIntervalSince1970: 0)' [type.unknown]
      fix: write ': Date'
        @Table struct Album {
          let id: Int
          var created: Date = Date(timeIntervalSince1970: 0)
        }
      """)
  }

  @Test("A fix writes the type of a static member")
  func apparentMemberType() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var genre = Genre.jazz
      }
      """,
      """
      3:7: @Table: the type of 'genre' can't be seen by the macro; write it out: 'var genre: \
      Genre = Genre.jazz' [type.unknown]
      fix: write ': Genre'
        @Table struct Album {
          let id: Int
          var genre: Genre = Genre.jazz
        }
      """)
  }

  @Test("A property with the value nil needs a type")
  func nilWithoutType() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var note = nil
      }
      """,
      """
      3:7: @Table: the type of 'note' can't be seen by the macro; write it out: 'var note: Type = \
      nil' [type.unknown]
      """)
  }

  @Test("A type that no column stores is refused, and the error names another type")
  func unstored() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var initial: Character?
      }
      """,
      """
      3:16: @Table: 'initial' can't be a column: no column stores 'Character'; write 'String' \
      [type.unstored]
      fix: write 'String?'
        @Table struct Album {
          let id: Int
          var initial: String?
        }
      """)
    for (type, other) in [
      ("Substring", "String"), ("CGFloat", "Double"), ("NSDate", "Date"), ("Float80", "Double"),
      ("NSNumber", "Int' or 'Double"), ("Foundation.NSString", "String"),
      ("Int128", "Int64' or 'Decimal"),
    ] {
      let report = expand("@Table struct Album { let id: Int; var x: \(type) }").report
      #expect(
        report.contains(
          "'x' can't be a column: no column stores '\(type)'; write '\(other)'"))
      #expect(expand("@Table struct Album { @Column(as: X.self) var x: \(type) }").report == "")
    }
  }

  @Test("A column of untyped values is refused, because they can't be read back")
  func untyped() {
    for type in ["[String: Any]", "[Any]", "[[String: AnyObject?]]", "AnyHashable"] {
      let report = expand("@Table struct Album { let id: Int; var x: \(type) }").report
      #expect(report.contains("can't be read back; use a 'Codable' type"), "\(report)")
    }
  }

  @Test("A type is inferred from a value only if it is certain")
  func shownType() {
    for value in ["Date()", "UUID()", "Date.now", "Data()", "String()", "-1", "true"] {
      #expect(expand("@Table struct Album { var x = \(value) }").report == "")
    }
    for value in ["Int(text)", "URL(string: text)", "Date.makeOne", "Thing()", "UUID().uuidString"]
    {
      #expect(expand("@Table struct Album { var x = \(value) }").report.contains("write it out"))
    }
  }

  @Test("A default of another type is left to the compiler")
  func otherValue() {
    let expansion = expand("@Table struct Album { var plays: Int = \"none\" }")
    #expect(expansion.report == "")
    #expect(!expansion.source.contains("value: \"none\""))
  }

  @Test("A tuple can't be a column")
  func tuple() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var size: (Int, Int)
      }
      """,
      """
      3:13: @Table: 'size' can't be a column, because its type is a tuple; use a type that can be \
      stored, choose a representation with '@Column(as:)' for a named type, or mark it '@Ignored' \
      [type.unsupported]
      """)
  }

  @Test("A function can't be a column")
  func function() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var play: @Sendable () -> Void
      }
      """,
      """
      3:13: @Table: 'play' can't be a column, because its type is a function; use a type that can \
      be stored, choose a representation with '@Column(as:)' for a named type, or mark it \
      '@Ignored' [type.unsupported]
      """)
  }

  @Test("An existential can't be a column")
  func existential() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var genre: (any Genre)?
      }
      """,
      """
      3:14: @Table: 'genre' can't be a column, because its type is 'any Genre'; use a type that \
      can be stored, choose a representation with '@Column(as:)' for a named type, or mark it \
      '@Ignored' [type.unsupported]
      """)
  }

  @Test("An opaque type can't be a column")
  func opaque() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var genre: some Genre = jazz
      }
      """,
      """
      3:14: @Table: 'genre' can't be a column, because its type is 'some Genre'; use a type that \
      can be stored, choose a representation with '@Column(as:)' for a named type, or mark it \
      '@Ignored' [type.unsupported]
      """)
  }

  @Test("A composition can't be a column")
  func composition() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var genre: A & B
      }
      """,
      """
      3:14: @Table: 'genre' can't be a column, because its type is a composition of protocols; use \
      a type that can be stored, choose a representation with '@Column(as:)' for a named type, or \
      mark it '@Ignored' [type.unsupported]
      """)
  }

  @Test("A metatype can't be a column")
  func metatype() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var genre: Genre.Type
      }
      """,
      """
      3:14: @Table: 'genre' can't be a column, because its type is a metatype; use a type that can \
      be stored, choose a representation with '@Column(as:)' for a named type, or mark it \
      '@Ignored' [type.unsupported]
      """)
  }

  @Test("A column can't be optional twice")
  func doubleOptional() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var note: Optional<String?>
      }
      """,
      """
      3:13: @Table: 'note' is optional twice, and a column has only one NULL; write one '?' \
      [type.doubleOptional]
      fix: write one '?'
        @Table struct Album {
          let id: Int
          var note: String?
        }
      """)
  }

  @Test("A Lazy column can't be optional, but its value can be")
  func optionalLazy() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var image: Lazy<Data>?
      }
      """,
      """
      3:14: @Table: 'image' can't be an optional 'Lazy': 'Lazy' has a case for a value that is not \
      fetched; write 'Lazy<T?>' for a column that may be NULL [type.optionalLazy]
      fix: write 'Lazy<Data?>'
        @Table struct Album {
          let id: Int
          var image: Lazy<Data?>
        }
      """)
  }

  @Test("A collection needs a representation")
  func collection() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var tags: [String] = []
      }
      """,
      """
      3:13: @Table: 'tags' is a collection, which SQLite has no type for; choose a \
      representation: '@Column(as: JSON.self)' [type.collection]
      fix: write '@Column(as: JSON.self)'
        @Table struct Album {
          let id: Int
          @Column(as: JSON.self) var tags: [String] = []
        }
      """)
  }

  @Test("An array that could be rows of a table is reported with the relation to declare")
  func collectionOfRows() {
    let report = expand("@Table struct Artist { let id: Int; var albums: [Album] }").report
    #expect(
      report.contains(
        "if the elements are rows of a table, remove the property and write "
          + #"'extension Artist.Columns { var albums: ToMany<Album> { toMany(\.…) } }'"#),
      "\(report)")
    for type in ["[String]", "[String: Album]", "[[Album]]"] {
      let report = expand("@Table struct Artist { let id: Int; var albums: \(type) }").report
      #expect(!report.contains("ToMany<"), "\(report)")
    }
  }

  @Test("A relation as a stored property is refused, and the error says where to declare it")
  func relation() {
    for (property, type, call) in [
      ("var artist: ToOne<Artist>", "ToOne<Artist>", "toOne(…)"),
      ("var artist: ORM.One<Artist> { toOne(artistID) }", "ToOne<Artist>", "toOne(…)"),
      ("var artist: ToOptional<Artist>", "ToOptional<Artist>", "toOptional(…)"),
      ("var artist: ToMany<Artist>", "ToMany<Artist>", #"toMany(\.…)"#),
    ] {
      let report = expand("@Table struct Album { let id: Int; \(property) }").report
      #expect(
        report.contains(
          "'artist' is a relation, which is not stored in the table; remove it, and write "
            + "'extension Album.Columns { var artist: \(type) { \(call) } }' outside of the struct"),
        "\(report)")
    }
  }

  @Test("A collection with other arguments of @Column needs a representation, too")
  func collectionWithColumn() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column("t") var tags: Set<String>
      }
      """,
      """
      3:26: @Table: 'tags' is a collection, which SQLite has no type for; choose a \
      representation: '@Column(as: JSON.self)' [type.collection]
      """)
  }

  @Test("Only an embeddable struct can be embedded")
  func notEmbeddable() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Embedded var title: String
      }
      """,
      """
      3:24: @Embedded: 'title' is of type 'String', which is not '@Embeddable'; write '@Column', \
      or use a struct with '@Embeddable' [type.notEmbeddable]
      """)
  }

  @Test("Any can't be the type of a column")
  func anything() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var note: Any?
      }
      """,
      """
      3:13: @Table: 'note' can't be a column, because its type is 'Any'; use a type that can be \
      stored, choose a representation with '@Column(as:)' for a named type, or mark it '@Ignored' \
      [type.unsupported]
      """)
  }

  @Test("A referenced table whose name a generated type hides is refused")
  func hiddenParent() {
    for reference in ["Draft.self", "\\Draft.id", "Draft.Item.self"] {
      expectReport(
        """
        @Table struct Album {
          let id: Int
          @Column(references: \(reference)) var draftID: Int
        }
        """,
        """
        3:\(reference.hasPrefix("\\") ? 24 : 23): @Column: 'Draft' refers to the type that the macro \
        generates here; qualify the table with its module: 'references: Module.Draft.self' \
        [references.hidden]
        """)
    }
  }

  @Test("A type is hidden only by the types that are generated for this kind of struct")
  func hiddenTypeOfOthers() {
    expectReport("@Selection struct Line { let a: Draft.Kind; let b: Key; let c: Target }", "")
    expectReport("@Embeddable struct Group { let a: Draft.Kind; let b: OuterScope }", "")
  }

  @Test(
    "A property's type whose name a generated type hides is refused",
    arguments: [
      "ColumnTypes", "Columns", "Draft", "Key", "OuterScope", "SelectedResult", "Target",
    ])
  func hiddenType(name: String) {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var kind: \(name).Kind
      }
      """,
      """
      3:13: @Table: the type of 'kind' is hidden by the generated type '\(name)'; write it with \
      its module, or give it another name [type.hidden]
      """)
  }
}
