import Foundation
import ORM
import ORMXML
import Testing

@Suite("XML from an untrusted source")
struct HostileTextTests {
  private static let body = "<table name='t'><column name='a' type='text'/></table></database>"

  /// Returns the error that a text throws.
  private func failure(_ data: Data) throws -> XMLSchemaError {
    try #require(throws: XMLSchemaError.self) { _ = try Schema(xml: data) }
  }

  @Test(
    "A document type is refused, so that no entity is declared or loaded",
    arguments: [
      "<!DOCTYPE database>", "<!DOCTYPE database SYSTEM \"file:///etc/passwd\">",
      "<!DOCTYPE database PUBLIC \"-//x\" \"http://127.0.0.1:9/x.dtd\">",
      "<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
      "<!DOCTYPE d [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]>",
      "<!DOCTYPE d [<!ATTLIST column unique CDATA '1'>]>",
    ])
  func documentTypes(declaration: String) throws {
    let error = try ORMXMLTests.failure(
      "<?xml version='1.0'?>\n<!-- x -->\n\(declaration)\n<database>\(Self.body)")
    #expect(error.reason == .documentType)
    #expect(error.line == 3)
  }

  @Test("Nested entities are refused before they are expanded")
  func manyLaughs() throws {
    var text = "<!DOCTYPE d [<!ENTITY l0 'lol'>"
    for level in 1...9 {
      let last = String(repeating: "&l\(level - 1);", count: 10)
      text += "<!ENTITY l\(level) '\(last)'>"
    }
    let error = try ORMXMLTests.failure(text + "]>\n<database>&l9;</database>")
    #expect(error.reason == .documentType)
  }

  @Test("XML that is too large, too deep or has too many attributes is refused")
  func limits() throws {
    let large = "<database>" + String(repeating: " ", count: 10_000_000)
    #expect(try ORMXMLTests.failure(large).reason == .tooLarge)
    #expect(try failure(Data(large.utf8)).reason == .tooLarge)
    for (count, reason) in [(101, XMLSchemaError.Reason.tooDeep), (100, .unexpectedElement)] {
      let deep = String(repeating: "<database>\n", count: count)
      let end = String(repeating: "</database>", count: count)
      let error = try ORMXMLTests.failure(deep + end)
      #expect(error.reason == reason)
      #expect(error.line == (count == 101 ? 101 : 2))
    }
    #expect(
      try ORMXMLTests.failure(String(repeating: "<a>", count: 3_000_000)).reason == .tooDeep)
    for (count, reason) in [(101, XMLSchemaError.Reason.tooManyAttributes), (98, nil)] {
      let attributes = (0..<count).map { "x:a\($0)=''" }.joined(separator: " ")
      let xml = "<database xmlns:x='urn:x' \(attributes)>\(Self.body)"
      if let reason {
        #expect(try ORMXMLTests.failure(xml).reason == reason)
      } else {
        #expect(try Schema(xml: xml).tables.count == 1)
      }
    }
  }

  @Test("A table with too many columns, and SQL that is too long, are refused")
  func tableLimits() throws {
    let columns = (1...32_768).map { "<column name='a\($0)' type=''/>" }.joined()
    let error = try ORMXMLTests.failure("<database>\n<table name='t'>\(columns)</table></database>")
    #expect(error.reason == .tooLarge)
    #expect(error.line == 2)
    let sql = String(repeating: "(", count: 1_000_001)
    for element in [
      "<column name='a' type='' default='\(sql)'/>",
      "<column name='a' type=''/><constraint>\(sql)</constraint>",
      "<column name='a' type=''><constraint>\(sql)</constraint></column>",
      "<column name='a' type=''/></table><statement>\(sql)</statement><table name='u'>",
    ] {
      let error = try ORMXMLTests.failure(
        "<database><table name='t'>\n\(element)</table></database>")
      #expect(error.reason == .tooLarge)
      #expect(error.line == 2)
    }
  }

  @Test("Thousands of tables, statements and constraints are read")
  func many() throws {
    let tables = (1...5_000).map { "<table name='t\($0)'><column name='a' type='int'/></table>" }
    let semicolons = String(repeating: ";", count: 20_000)
    let statements = (1...2_000).map {
      "<statement>CREATE INDEX i\($0) ON t1 (a)\($0 == 1 ? semicolons : "")</statement>"
    }
    let columns = (1...2_000).map { "<column name='c\($0)' type='' unique='1'/>" }
    let constraints = (1...2_000).map { "<constraint>CHECK (c\($0))</constraint>" }
    let schema = try Schema(
      xml: "<database>\((tables + statements).joined())<table name='u'>"
        + "\((columns + constraints).joined())</table></database>")
    #expect(schema.tables.count == 5_001)
    #expect(schema.indexes.count == 2_000)
    #expect(schema.table("u")?.checks.count == 2_000)
  }

  @Test("Names, values and constraints may be very long")
  func large() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let value = String(repeating: "v", count: 1_000_000)
    let check = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
    let schema = try Schema(
      xml: """
        <database><table name='\(name)'><column name='a' type='text' default='\(value)'
        quote_default='1'/><constraint>CHECK (\(check))</constraint></table></database>
        """)
    #expect(schema.tables[0].name == name)
    #expect(schema.tables[0].columns[0].defaultValue?.expression == "'\(value)'")
  }

  @Test("XML is read in UTF-8, UTF-16 and Latin-1")
  func encodings() throws {
    func text(_ encoding: String) -> String {
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<database><table name='é'>\(Self.body.dropFirst(16))"
    }
    let utf8 = Data(text("UTF-8").utf8)
    let bigEndian =
      Data([0xFE, 0xFF]) + (try #require(text("UTF-16").data(using: .utf16BigEndian)))
    let littleEndian =
      Data([0xFF, 0xFE]) + (try #require(text("utf-16").data(using: .utf16LittleEndian)))
    let latin = try #require(text("ISO-8859-1").data(using: .isoLatin1))
    for data in [utf8, Data([0xEF, 0xBB, 0xBF]) + utf8, bigEndian, littleEndian, latin] {
      #expect(try Schema(xml: data).tables[0].name == "é")
    }
    #expect(try Schema(xml: text("EBCDIC")).tables[0].name == "é")
    #expect(try Schema(xml: "\u{FEFF}" + text("UTF-8")).tables[0].name == "é")
  }

  @Test("XML in another encoding, or in one that it declares wrongly, is refused")
  func wrongEncodings() throws {
    let start = "<database>\n\n<table name='"
    for bytes: [UInt8] in [
      [0xE9], [0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] {
      let error = try failure(Data(start.utf8) + Data(bytes) + Data("'/></database>".utf8))
      #expect(error.reason == .encoding)
      #expect(error.line == 3)
      #expect(error.column == 14)
    }
    let text = "<?xml version='1.0' encoding='%'?><database>\(Self.body)"
    for name in ["windows-1252", "UTF-16", "utf-7"] {
      #expect(try failure(Data(text.replacing("%", with: name).utf8)).reason == .encoding)
    }
    let units = try #require(text.replacing("%", with: "UTF-8").data(using: .utf16LittleEndian))
    #expect(try failure(Data([0xFF, 0xFE]) + units).reason == .encoding)
    #expect(try failure(units).reason == .encoding)
    #expect(try failure(Data([0xFF, 0xFE, 0x3C])).reason == .encoding)
    #expect(try failure(Data([0xFF, 0xFE, 0x00, 0xD8])).reason == .encoding)
    #expect(try failure(Data([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0])).reason == .encoding)
  }

  @Test(
    "Malformed XML is refused with its line",
    arguments: [
      ("", 1), ("\n \n", 1), ("text", 1), ("\n<database>", 2), ("<database/>\n<database/>", 2),
      ("<database/>\ntext", 2), ("<database/>\n</database>", 2), ("<database>\n</databas>", 2),
      ("<database>\n<!-- ", 2), ("<database>\n<![CDATA[ ", 2), ("<database>\n<?x ", 2),
      ("<database>\n<!-- a -- b --></database>", 2), ("<database>\n\0</database>", 2),
      ("<database>\n<table name='\u{1}'/></database>", 2), ("<database>\n\u{FFFE}</database>", 2),
      ("<database>\n&#xD800;</database>", 2), ("<database>\n&#x110000;</database>", 2),
      ("<database>\n&#0;</database>", 2), ("<database>\n&lol;</database>", 2),
      ("<database>\n&</database>", 2), ("<database>\n& b;</database>", 2),
      ("<database>\n<table name='<'/></database>", 2), ("<database>\n<table name/></database>", 2),
      ("<database>\n< table/></database>", 2), ("<database>\n]]></database>", 2),
      ("<database>\n<y:table/></database>", 2), ("<database>\n<?xml version='1.0'?></database>", 2),
      ("<database>\n<table a='1'b='2'/></database>", 2), ("<database>\n<1/></database>", 2),
      ("<database>\n<table 1='2'/></database>", 2), ("<![CDATA[x]]><database/>", 1),
      ("<database>\n<!ELEMENT a></database>", 2), ("<database><a><b>\n</a></b></database>", 2),
      ("<database>\r\r\n<a b></database>", 3), ("<?xml version='1.0' encoding=''?><database/>", 1),
      ("<?xml encoding='UTF-8'?><database/>", 1),
      ("<?xml version='1.0' coding='x'?><database/>", 1),
      ("<?xml version='1.0'encoding='UTF-8'?><database/>", 1),
      ("<?xml version='1.0' ><database/>", 1),
    ])
  func malformed(text: String, line: Int) throws {
    let error = try ORMXMLTests.failure(text)
    #expect([.notWellFormed, .documentType].contains(error.reason), "\(error)")
    #expect(error.line == line, "\(error)")
    #expect(try failure(Data(text.utf8)) == error)
  }

  @Test(
    "Random changes cause no crash, and only well-formed XML is accepted",
    arguments: [1, 2, 3, 4] as [UInt64])
  func fuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var texts: [Data] = []
    for _ in 0..<1_000 {
      var bytes = Array(HostileText.seed.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        HostileText.mutate(&bytes, using: &generator)
      }
      texts.append(Data(bytes))
    }
    var accepted: [Data] = []
    for text in texts {
      do {
        _ = try Schema(xml: text)
        accepted.append(text)
      } catch {
        #expect(error.line > 0 && error.column > 0)
      }
    }
    #expect(accepted.count > 20)
    guard XMLLint.isInstalled else { return }
    for (text, isXML) in zip(accepted, try XMLLint.isWellFormed(accepted)) where !isXML {
      Issue.record("read, and no XML: \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("Accepted XML survives a round trip", arguments: [5, 6] as [UInt64])
  func fuzzRoundTrips(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<1_000 {
      var bytes = Array(HostileText.seed.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        HostileText.mutate(&bytes, using: &generator)
      }
      guard let schema = try? Schema(xml: Data(bytes)) else { continue }
      count += 1
      #expect(try Schema(xml: schema.xml()) == schema)
    }
    #expect(count > 20)
  }
}
