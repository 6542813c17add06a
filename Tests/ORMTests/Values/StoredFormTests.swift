import Foundation
import ORM
import Testing

private enum AccentedLetter: String, ColumnValue { case accented = "\u{e9}", plain = "e" }

/// A type whose initializer changes some raw values.
private struct Percent: RawRepresentable, ColumnValue, Equatable {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = min(rawValue, 100) }
}

private struct Email: RawRepresentable, ColumnValue, Equatable {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue.lowercased() }
}

@Table private struct Visit {
  let id: UUID
  var at: Date
}

/// Returns the error's text for a stored form that conditions would not match.
private func refusal<Representation: ColumnRepresentation>(
  of stored: SQLValue, as representation: Representation.Type
) async throws -> String where Representation.Value: Equatable {
  guard
    case .invalid(_, let words) = try await decodingFailure(stored, as: Representation.self)
  else {
    Issue.record("another error is thrown")
    return ""
  }
  return words
}

@Suite("Stored forms that conditions would not match")
struct StoredFormTests {
  /// Texts of dates, with the representation that stores each.
  private static let dates: [(text: String, representation: String?)] = [
    ("2024-02-29", "DateText"), ("2024-02-29 12:30:15", "DateTimeText"),
    ("2024-02-29 12:30:15.250", "DateTimeText"),
    ("2024-02-29 12:30:15.000", "DateTimeMillisecondsText"),
    ("2024-02-29T12:30:15.250Z", "ISO8601"), ("2024-02-29T12:30:15.000Z", "ISO8601"),
    ("2024-02-29T12:30:15Z", "ISO8601Seconds"), ("2024-02-29 12:30", nil),
    ("2024-02-29T12:30", nil), ("2024-02-29t12:30:15z", nil), ("2024-02-29T12:30:15.5Z", nil),
    ("2024-02-29T12:30:15,250Z", nil), ("2024-02-29T12:30:15.25000Z", nil),
    ("2024-02-29T14:30:15+02:00", nil), ("2024-02-29T12:30:15+00:00", nil),
    ("2024-02-29 12:30:15 +00:00", nil), ("2024-02-29 12:30+02", nil),
    ("2024-02-29 12:30:15.12 ", nil), ("2024-02-29 12:30:15.12Z", nil),
    ("2024-02-29T12:30:15.250+02", nil), ("2024-02-29 12:30:15Z", nil),
  ]

  @Test("A Date refuses texts, and the error names the representation that stores them")
  func dateOfText() async throws {
    for (text, representation) in Self.dates {
      let words = try await refusal(of: .text(text), as: Date.self)
      let declaration = representation.map { "`@Column(as: \($0).self)`" } ?? "ColumnConversion"
      #expect(words.hasSuffix(declaration), "\(text): \(words)")
    }
    #expect(
      try await refusal(of: "2024-02-29 12:30:15", as: Date.self)
        == "the stored text is a date in the form of DateTimeText, which no condition on the column "
        + "would find; declare the column `@Column(as: DateTimeText.self)`")
    #expect(
      try await decodingFailure("soon", as: Date.self)
        == .storageClass(expected: "REAL", found: .text))
  }

  @Test("A representation decodes only the date texts that it would store itself")
  func datesAsText() async throws {
    for (text, _) in Self.dates {
      try await readOnlyIfWritten(text, as: ISO8601.self)
      try await readOnlyIfWritten(text, as: ISO8601Seconds.self)
      try await readOnlyIfWritten(text, as: DateTimeText.self)
      try await readOnlyIfWritten(text, as: DateTimeMillisecondsText.self)
      try await readOnlyIfWritten(text, as: DateText.self)
    }
  }

  private func readOnlyIfWritten<Conversion: ColumnConversion>(
    _ text: String, as conversion: Conversion.Type
  ) async throws where Conversion.Value == Date, Conversion.Stored == String {
    let instants = [1_709_164_800, 1_709_209_815, 1_709_209_815.25].map {
      Date(timeIntervalSince1970: $0)
    }
    let isWritten = try instants.contains {
      try Conversion.encode($0).utf8.elementsEqual(text.utf8)
    }
    if isWritten {
      let date = try await read(.text(text), as: Conversion.self)
      #expect(try Conversion.encode(date).utf8.elementsEqual(text.utf8), "\(text) \(conversion)")
    } else {
      let words = try await refusal(of: .text(text), as: Conversion.self)
      #expect(
        words.contains("which no condition on the column would find"), "\(text) \(conversion)")
    }
  }

  @Test("A number of seconds or days more precise than its representation is refused")
  func finerNumbers() async throws {
    // For dates of the 1970s, a Double since 1970 is more precise than a Date.
    #expect(
      try await refusal(of: 100_000_000.123_456_79, as: Date.self)
        == "the number of seconds is more precise than a Date, which no condition on the column "
        + "would find; declare the column `Double`")
    #expect(
      try await refusal(of: 2_460_370.123_456_789, as: JulianDay.self).hasSuffix(
        "declare the column `Double`"))
    #expect(
      try await read(1_709_209_815, as: Date.self) == Date(timeIntervalSince1970: 1_709_209_815))
  }

  @Test("A UUID refuses texts, and the error names the representation for their letter case")
  func uuids() async throws {
    let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    let upper = try #require(uuid).uuidString
    let (lower, mixed) = (upper.lowercased(), "e" + upper.dropFirst())
    #expect(
      try await refusal(of: .text(upper), as: UUID.self)
        == "the stored UUID is TEXT in upper case, which no condition on the column would find; "
        + "declare the column `@Column(as: UUIDText.self)`")
    for (text, representation) in [
      (upper, "`@Column(as: UUIDText.self)`"), (lower, "`@Column(as: LowercaseUUIDText.self)`"),
      (mixed, "ColumnConversion"),
    ] {
      #expect(try await refusal(of: .text(text), as: UUID.self).hasSuffix(representation))
      if text != upper {
        #expect(try await refusal(of: .text(text), as: UUIDText.self).hasSuffix(representation))
      }
      if text != lower {
        let words = try await refusal(of: .text(text), as: LowercaseUUIDText.self)
        #expect(words.hasSuffix(representation))
      }
    }
    #expect(
      try await decodingFailure("E621E1F8", as: UUID.self)
        == .storageClass(expected: "BLOB", found: .text))
  }

  @Test(
    "A Decimal refuses a text that is not the shortest text of its number",
    arguments: [
      "12.50", "+3", "-.5", "5.", "1e3", "1.5E-3", "000012", "01", "0.0", "-0", "-0.0", "0e9999",
      "00", "-01.5",
    ])
  func decimals(text: String) async throws {
    #expect(
      try await refusal(of: .text(text), as: Decimal.self)
        == "the stored text is not the shortest text of the number, which no condition on the "
        + "column would find; declare the column `String`, or represent it with a ColumnConversion")
  }

  @Test("A raw value that its type changes is refused")
  func rawValues() async throws {
    #expect(try await read("\u{e9}", as: AccentedLetter.self) == .accented)
    // To Swift, these two scalars are the same letter.
    #expect(!(try await refusal(of: "e\u{301}", as: AccentedLetter.self)).isEmpty)
    #expect(try await read(100, as: Percent.self).rawValue == 100)
    #expect(!(try await refusal(of: 150, as: Percent.self)).isEmpty)
    #expect(!(try await refusal(of: "A@b.c", as: Email.self)).isEmpty)
    #expect(try await read("a@b.c", as: Email.self).rawValue == "a@b.c")
  }

  @Test("A fetch throws for texts of another program in UUID and Date columns")
  func tablesOfOthers() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE visit (id PRIMARY KEY NOT NULL, at NOT NULL);
        INSERT INTO visit VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 1.5);
        """)
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Visit.self) }
    #expect(error?.table == "visit")
    #expect(error?.column == "id")
    try await db.execute("UPDATE visit SET id = randomblob(16), at = datetime('now')")
    let second = await #expect(throws: RowDecodingError.self) { try await db.fetch(Visit.self) }
    #expect(second?.column == "at")
    #expect(second.map { "\($0)" }?.contains("DateTimeText") == true)
  }

  @Test("create and verify report a text column for a Date or a UUID")
  func declaredTypes() async throws {
    for (id, at) in [("TEXT", "REAL"), ("CHAR(36)", "REAL"), ("BLOB", "TEXT")] {
      let db = try Database.inMemory()
      try await db.execute(
        script: """
          CREATE TABLE visit (id \(raw: id) NOT NULL PRIMARY KEY, at \(raw: at) NOT NULL);
          """)
      let column = at == "TEXT" ? "at" : "id"
      let error = await #expect(throws: SchemaMismatchError.self) {
        try await db.create(Visit.self)
      }
      #expect(error?.changes.contains { $0.member == column && $0.property == .type } == true)
      let other = await #expect(throws: SchemaMismatchError.self) {
        try await db.verify(Schema(of: Visit.self))
      }
      #expect(other?.changes.contains { $0.member == column && $0.property == .type } == true)
    }
  }
}
