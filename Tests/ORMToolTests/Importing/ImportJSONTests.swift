import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Importing JSON")
struct ImportJSONTests {
  private func imported(
    _ text: String, _ change: (inout Import) -> Void = { _ in }
  ) async throws -> (report: ImportReport, rows: String) {
    let fixture = try await Fixture("CREATE TABLE t (a INTEGER, b TEXT)")
    let data = try fixture.file("data.json", text)
    var rows = Import(.json)
    change(&rows)
    let report = try await rows.run(data, into: "t", ofFile: fixture.path)
    return (report, try await Query.output("SELECT * FROM t", .jsonl, on: fixture.path))
  }

  @Test("Arrays of objects, and objects without an array, are imported as rows")
  func documents() async throws {
    let rows = "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": null}\n"
    for text in [
      #"[{"a": 1, "b": "x"}, {"a": 2}]"#, "[\n {\n\"a\" :1,\r\n\t\"b\":\"x\"}\n,\n{\"a\":2}\n]\n",
      "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2}", "{\"a\": 1,\n\"b\": \"x\"}{\"a\": 2}",
      "\u{feff}[{\"b\": \"x\", \"a\": 1},{\"a\":2}]",
    ] {
      #expect(try await imported(text).rows == rows, "\(text)")
    }
    for text in ["", " \n", "[]", "[ \n ]\n"] {
      #expect(try await imported(text).report.rowCount == 0, "\(text)")
    }
    let nested = #"[{"b": [1, {"x": "]}\"\\"},"# + "\n" + #" 2]}]"#
    #expect(
      try await imported(nested).rows
        == #"{"a": null, "b": "[1, {\"x\": \"]}\\\"\\\\\"},\n 2]"}"# + "\n")
  }

  @Test("An error in a JSON document is reported with its location, and the next object is read")
  func wrong() async throws {
    for (text, place) in [
      ("[1]", "1:2: an object must begin with {"), ("[{\"a\": 1}", "1:10: ] is missing"),
      ("[{\"a\": 1} {\"a\": 2}]", "1:11: a comma or ] is missing here"),
      ("[{\"a\": 1},]", "1:11: "),
      ("[{\"a\": 1}] x", "1:12: there is text after the array"),
      ("[\n{\"a\": \"x\n", "2:9: a control"),
      ("[\n{\"a\": \"x", "2:9: the string is not closed"),
      ("[{\"a\": 1]", "1:9: a comma or } is missing here"),
      ("x", "1:1: an object must begin with {"), ("[,]", "1:2: an object"),
      ("{\"a\":1}]", "1:8: an object"),
      ("[\n{\"a\": 1,\n\"c\": 2}]", "3:1: there is no column c"), ("[", "1:2: ] is missing"),
    ] {
      let error = await #expect(throws: ToolError.self) { try await imported(text) }
      #expect(error?.description.contains("data.json:" + place) == true, "\(text): \(error as Any)")
    }
    let (report, rows) = try await imported(
      "[{\"a\": 1},\n{\"a\": x},\n{\"a\": \"y\"}, 7,\n{\"a\": 2}]"
    ) { $0.onError = .skip }
    #expect(rows == "{\"a\": 1, \"b\": null}\n{\"a\": 2, \"b\": null}\n")
    #expect(report.problems.map(\.line) == [2, 3, 3])
  }

  @Test("An object at any position in the buffer is read")
  func longDocuments() async throws {
    let object = "{\"a\": 1, \"b\": \"\\\"}\\\\\"},\n"
    for blanks in 0..<30 {
      let first = String(repeating: "x", count: (1 << 18) - 60 + blanks)
      let text = "[{\"b\": \"\(first)\"},\n" + String(repeating: object, count: 20) + "{\"a\": 3}]"
      let (report, rows) = try await imported(text)
      #expect(report.rowCount == 22 && rows.hasSuffix("{\"a\": 3, \"b\": null}\n"))
    }
    let long = String(repeating: "x", count: 1 << 20)
    let error = await #expect(throws: ToolError.self) {
      try await imported("[{\"a\": 1},\n{\"b\": \"\(long)\"}]") { $0.rowLimit = 1 << 16 }
    }
    #expect(
      error?.description.contains(":2:1: the row that begins here has more than 64 KiB") == true)
  }

  @Test("A table that was exported as JSON is imported unchanged")
  func roundTrip() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a INTEGER, b TEXT)")
    let text = try await Query.output(
      "SELECT 1 AS a, 'x\n{\"]' AS b UNION ALL SELECT 2, NULL", .json, on: fixture.path)
    let (_, rows) = try await imported(text)
    #expect(rows == "{\"a\": 1, \"b\": \"x\\n{\\\"]\"}\n{\"a\": 2, \"b\": null}\n")
  }

  @Test("A JSON file can be queried like a database")
  func query() async throws {
    let fixture = try await Fixture(nil)
    let path = try fixture.file("songs.json", #"[{"title": "x", "length": 3.5}]"#)
    let file = try #require(try await DataFile.open(path, Progress()))
    let written = Written()
    try await Query("SELECT * FROM songs", format: .csv)
      .run(on: file, writes: false, to: written.output())
    #expect(written.text == "title,length\nx,3.5\n")
  }
}
