/// The format of an imported file.
package enum ImportFormat: String, Sendable, CaseIterable {
  /// RFC 4180.
  case csv
  /// The same with tabs between the fields.
  case tsv
  /// An array of objects, or objects one after the other.
  case json
  /// One object in each line.
  case jsonl

  /// The format of the file name's ending; nil if it is none of these.
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

/// The action for invalid rows.
package enum ImportErrorRule: String, Sendable, CaseIterable {
  /// The first one ends the import, and nothing is imported.
  case stop
  /// They are left out.
  case skip
  /// All of them are reported, and nothing is imported if there is one.
  case report
}
