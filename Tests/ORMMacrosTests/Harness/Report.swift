import Testing

extension Expansion {
  /// The diagnostics as one text: each message with its location and its id, then its notes,
  /// then the source as each fix-it leaves it.
  ///
  /// ```
  /// 1:8: @Table: a table's rows are values, … [table.notAStruct]
  /// fix: write 'struct'
  ///   @Table struct Album { var title: String }
  /// ```
  var report: String {
    diagnostics.map { diagnostic in
      var lines = [
        "\(diagnostic.line):\(diagnostic.column): \(diagnostic.message) [\(diagnostic.name)]"
      ]
      lines += diagnostic.notes.map(\.description)
      for fixIt in diagnostic.fixIts {
        lines.append("fix: \(fixIt.message)")
        lines += fixIt.fixedSource.split(separator: "\n", omittingEmptySubsequences: false)
          .map { "  \($0)" }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

/// Expects that a source is refused with these words, and with nothing that follows from the
/// mistake.
func expectReport(
  _ source: String, _ report: String, filePath: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let expansion = expand(source)
  expect(expansion.report, toBe: report, filePath, sourceLocation)
  #expect(
    expansion.diagnostics.allSatisfy { $0.severity == .error }, sourceLocation: sourceLocation)
  #expect(expansion.syntaxErrors == [], sourceLocation: sourceLocation)
}

/// Expects that a source is accepted and becomes this.
func expectExpansion(
  _ source: String, _ expanded: String, filePath: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let expansion = expand(source)
  expect(expansion.source, toBe: expanded, filePath, sourceLocation)
  #expect(expansion.report == "", sourceLocation: sourceLocation)
  #expect(expansion.syntaxErrors == [], sourceLocation: sourceLocation)
}

/// Expects this text. With `ORM_RECORD=1`, a different text is also written into the test's file, so
/// that the next run expects it.
private func expect(
  _ text: String, toBe expected: String, _ filePath: String,
  _ sourceLocation: Testing.SourceLocation
) {
  if Recording.isOn, text != expected {
    Recording.record(text, in: filePath, at: sourceLocation)
  }
  #expect(text == expected, sourceLocation: sourceLocation)
}
