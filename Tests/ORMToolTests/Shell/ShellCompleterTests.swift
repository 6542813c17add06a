@testable import ORMToolKit
import Testing

@Suite("Completion in the shell")
struct ShellCompleterTests {
  private static let tables = ["album", "artist", "odd name", "order", "Älbum", "a\"b"]
  private static let columns = [
    "album": ["id", "title", "artistID", "group"], "artist": ["id", "name"],
    "odd name": ["1st", "x"],
  ]

  private let completer: ShellCompleter = .init(
    tables: { Self.tables }, columns: { Self.columns[$0] ?? [] },
    files: { given in
      ["music.sql", "my data.sql", "sub/"].filter { $0.utf8.starts(with: given.utf8) }
    })

  /// The completions at the `|` of a text.
  private func candidates(_ text: String) -> [String] {
    var edited = EditedText(text)
    let place = text.utf8.firstIndex(of: UInt8(ascii: "|")).map {
      text.utf8.distance(from: text.startIndex, to: $0)
    }
    if let place { edited.remove(place..<(place + 1)) }
    return completer.complete(edited)?.candidates ?? []
  }

  @Test("Table names are completed after keywords that expect a table")
  func tables() {
    for start in [
      "SELECT * FROM ", "select * from ", "INSERT INTO ", "UPDATE ", "DROP TABLE ",
      "SELECT * FROM artist JOIN ", "SELECT * FROM artist a, ",
    ] {
      #expect(candidates(start + "al|") == ["album"], "\(start)")
      #expect(candidates(start + "AL|") == ["album"], "\(start)")
    }
    #expect(candidates("SELECT * FROM |").count == Self.tables.count)
    #expect(candidates("SELECT * FROM main.al|") == ["album"])
  }

  @Test("The columns of the statement's tables come first, even if the tables follow")
  func columns() {
    #expect(candidates("SELECT ti| FROM album") == ["title", "ties"])
    #expect(
      candidates("SELECT * FROM album WHERE ti|")
        == ["title", "ties"])
    #expect(candidates("SELECT * FROM album WHERE a|").first == "artistID")
    #expect(candidates("SELECT * FROM artist WHERE n|").first == "name")
    #expect(candidates("SELECT id FROM ALBUM WHERE ar|").prefix(2) == ["artistID", "artist"])
    #expect(candidates("INSERT INTO album (|").prefix(2) == ["id", "title"])
    #expect(candidates("SELECT 1 FROM artist; SELECT nam|").contains("name"))
  }

  @Test("An alias or a name before a dot determines whose columns are completed")
  func aliases() {
    #expect(candidates("SELECT x.| FROM artist AS x JOIN album y") == ["id", "name"])
    #expect(candidates("SELECT * FROM artist x JOIN album y ON y.ar|") == ["artistID"])
    #expect(candidates("SELECT * FROM \"odd name\" o WHERE o.|") == ["\"1st\"", "x"])
    #expect(candidates("SELECT album.t| FROM album") == ["title"])
    #expect(candidates("SELECT none.|") == [])
    #expect(candidates("SELECT * FROM artist AS long_alias WHERE long|") == ["long_alias"])
  }

  @Test("Names that need quotes are quoted, and typed quotes are kept")
  func quotes() {
    #expect(candidates("SELECT * FROM od|") == ["\"odd name\""])
    #expect(candidates("SELECT * FROM ord|") == ["\"order\""])
    #expect(candidates("SELECT * FROM \"al|") == ["\"album\""])
    #expect(candidates("SELECT * FROM \"odd n|") == ["\"odd name\""])
    #expect(candidates("SELECT * FROM [od|") == ["\"odd name\""])
    #expect(candidates("SELECT * FROM a\"|") == [])
    #expect(candidates("SELECT gr| FROM album").first == "\"group\"")
    #expect(candidates("SELECT * FROM \"a|").contains("\"a\"\"b\""))
    #expect(candidates("SELECT * FROM Ä|") == ["\"Älbum\""])
    // A letter outside of ASCII matches only its own case.
    #expect(candidates("SELECT * FROM ä|") == [])
  }

  @Test("Keywords are completed in the case of the typed letters")
  func keywords() {
    #expect(candidates("sel|") == ["select"])
    #expect(candidates("SEL|") == ["SELECT"])
    #expect(candidates("SELECT * FROM album wh|").contains("where"))
    #expect(candidates("|").contains("SELECT"))
    #expect(candidates("SELECT 1; DEL|") == ["DELETE"])
  }

  @Test("Nothing is completed in strings, comments, numbers and parameters")
  func nothing() {
    for text in ["SELECT 'al|", "SELECT 'x'|", "SELECT 1|", "-- al|", "SELECT :al|", "SELECT x'0|"]
    {
      #expect(candidates(text).isEmpty, "\(text)")
    }
  }

  @Test("Commands and their arguments are completed")
  func commands() {
    #expect(candidates(".ta|") == [".tables"])
    #expect(candidates(".t|") == [".tables", ".timer"])
    #expect(candidates(".|").count == DotCommand.all.count)
    #expect(candidates(".format c|") == ["csv"])
    #expect(candidates(".mode j|") == ["json", "jsonl"])
    #expect(candidates(".timer |") == ["on", "off"])
    #expect(candidates(".schema AL|") == ["album"])
    #expect(candidates(".explain SELECT * FROM al|") == ["album"])
    #expect(candidates(".nonsense |").isEmpty)
    #expect(candidates(".read m|") == ["music.sql", "my data.sql"])
    #expect(completer.complete(EditedText(".read su"))?.ending == "")
  }
}
