import Foundation
import Workloads

extension Report {
  var heading: String {
    "SQLite \(sqlite); \(rounds) rounds by turns; C = 1.00, the least / the median of the rounds"
  }

  /// A table for each place, a line for each workload, a column for each contestant.
  var markdown: String {
    let tables = Place.allCases.map { place in
      let results = results.filter { $0.place == place && $0.seconds[.c] != nil }
      let names = Contestant.Name.allCases.filter { name in
        name != .c && results.contains { $0.seconds[name] != nil }
      }
      let titles = names.map(\.title).joined(separator: " | ")
      let lines = results.map { $0.markdown(names) }
      return """
        ### \(place.title)

        | | C, ms | \(titles) |
        | --- | ---: |\(String(repeating: " ---: |", count: names.count))
        \(lines.joined(separator: "\n"))
        """
    }
    return (tables + [builds, contention?.markdown, scale?.markdown].compactMap(\.self)).joined(
      separator: "\n\n")
  }

  /// What has no counterpart in C: building a query.
  private var builds: String? {
    let lines = results.filter { $0.seconds[.c] == nil }.map(\.lines)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension Report.Result {
  /// A line for each contestant, with its ratio to C and what it should be.
  var lines: String {
    var lines = ["\(id): \(title), \(place.title)"]
    if let (minimum, median) = milliseconds {
      lines.append(String(format: "        C  %.1f / %.1f ms", minimum, median))
    }
    for name in Contestant.Name.allCases where name != .c {
      if let ratios = ratios(name) {
        let target = targets[name].map { String(format: "  (to reach: %.2f)", $0) } ?? ""
        let words = String(format: "%9.2f / %.2f  ", ratios.minimum, ratios.median)
        lines.append(words + name.title + target)
      } else if let time = nanoseconds(name) {
        lines.append(String(format: "%9.0f ns a \(unit)  ", time) + name.title)
      }
    }
    return lines.joined(separator: "\n")
  }

  func markdown(_ names: [Contestant.Name]) -> String {
    let cells = names.map { name in
      guard let (minimum, median) = ratios(name) else { return "" }
      let words = String(format: "%.2f / %.2f", minimum, median)
      return targets[name].map { words + String(format: " (%.2f)", $0) } ?? words
    }
    let c = milliseconds.map { String(format: "%.1f / %.1f", $0.minimum, $0.median) } ?? ""
    return "| \(id): \(title) | \(c) | \(cells.joined(separator: " | ")) |"
  }
}

extension Place {
  var title: String { self == .memory ? "in memory" : "on disk" }
}

extension Contention {
  var markdown: String {
    let lines = Contestant.Name.allCases.compactMap { name -> String? in
      guard let rates = rates[name] else { return nil }
      let cells = [
        String(format: "%.0f", rates.oneReader),
        String(format: "%.0f (%.2f)", rates.readers, rates.readers / rates.oneReader),
        String(
          format: "%.0f (%.2f)", rates.readersBesideWriter,
          rates.readersBesideWriter / rates.oneReader),
        String(format: "%.0f", rates.writer),
        String(
          format: "%.0f (%.2f)", rates.writerBesideReaders,
          rates.writerBesideReaders / rates.writer),
      ]
      return "| \(name.title) | \(cells.joined(separator: " | ")) |"
    }
    return """
      ### W10: \(tasks) tasks read and one writes one file, \(seconds) s

      | a second | reads of one task | of \(tasks) | of \(tasks) beside the writer | \
      transactions of the writer | beside \(tasks) readers |
      | --- | ---: | ---: | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))
      """
  }
}

extension Scale {
  var markdown: String {
    [
      ("By the rows of a table, on disk", byRows), ("By the columns of a struct", byColumns),
      ("By the bytes of a value", byBytes), ("The cost of nothing, on disk", nothing),
      ("Settings, on disk", settings),
    ].map { title, series in
      let sizes = series.first?.points.map(\.size) ?? []
      let lines = series.map { series in
        let cells = series.points.map { String(format: "%.0f", $0.value) }
        return "| \(series.name), \(series.unit) | \(cells.joined(separator: " | ")) |"
      }
      return """
        ### \(title)

        | | \(sizes.map { $0.formatted() }.joined(separator: " | ")) |
        | --- |\(String(repeating: " ---: |", count: sizes.count))
        \(lines.joined(separator: "\n"))
        """
    }.joined(separator: "\n\n")
  }
}
