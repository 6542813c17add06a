/// How a file that is imported is written.
package enum ImportFormat: String, Sendable, CaseIterable {
  /// RFC 4180.
  case csv
  /// The same with tabulators between the fields.
  case tsv
  /// An array of objects, or objects one after the other.
  case json
  /// An object a line.
  case jsonl

  /// The format that a file's name ends with; nil if it says none.
  package init?(path: String) {
    let path = path.loweredInASCII
    func ends(_ ending: String) -> Bool {
      path.utf8.count > ending.utf8.count
        && path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
    if ends(".csv") {
      self = .csv
    } else if ends(".tsv") || ends(".tab") {
      self = .tsv
    } else if ends(".json") {
      self = .json
    } else if ends(".jsonl") || ends(".ndjson") {
      self = .jsonl
    } else {
      return nil
    }
  }
}

/// What is done with rows that a table does not take.
package enum ImportErrorRule: String, Sendable, CaseIterable {
  /// The first ends the import, and nothing is kept.
  case stop
  /// They are left out.
  case skip
  /// All are named, and nothing is kept if there is one.
  case report
}
