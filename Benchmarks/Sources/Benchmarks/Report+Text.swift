import Foundation
import Workloads

extension Report {
  var heading: String {
    "SQLite \(sqlite); \(rounds) rounds by turns; medians of the ratios to C, tuned / to C"
  }

  /// A table for each place, a line for each workload, a column for each contestant.
  var markdown: String {
    let tables = Place.allCases.map { place in
      let results = results.filter { $0.place == place && $0.seconds[.c] != nil }
      let names = Contestant.Name.allCases.filter { name in
        name.hasColumn && results.contains { $0.seconds[name] != nil }
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
    let others = [
      builds, contention?.markdown, web?.markdown, MemoryPeaks.markdown(of: peaks), scale?.markdown,
    ]
    return (tables + others.compactMap(\.self)).joined(separator: "\n\n")
  }

  /// What has no counterpart in C: building a query.
  private var builds: String? {
    let lines = results.filter { $0.seconds[.c] == nil }.map(\.lines)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension Report.Result {
  /// A line for each contestant, with its ratios to C, tuned, and to C, and what the latter should be.
  var lines: String {
    var lines = ["\(id): \(title), \(place.title)"]
    if let median = milliseconds(.c) { lines.append(String(format: "        C  %.1f ms", median)) }
    for name in Contestant.Name.allCases where name.hasColumn {
      if let ratios = ratios(name) {
        let target = targets[name].map { String(format: "  (to reach: %.2f)", $0) } ?? ""
        lines.append("        \(ratios)  \(name.title)\(target)")
      } else if let time = nanoseconds(name) {
        lines.append(String(format: "%9.0f ns a \(unit)  ", time) + name.title)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The medians of a contestant's ratios to C, tuned, and to C; one where there is only C.
  func ratios(_ name: Contestant.Name) -> String? {
    let isOfSystem = name == .ormSystem
    guard let toC = ratio(name, to: isOfSystem ? .cSystem : .c) else { return nil }
    guard name != .cTuned, let toTuned = ratio(name, to: isOfSystem ? .cTunedSystem : .cTuned)
    else {
      return String(format: "%.2f", toC)
    }
    return String(format: "%.2f / %.2f", toTuned, toC)
  }

  func markdown(_ names: [Contestant.Name]) -> String {
    let cells = names.map { name in
      guard let words = ratios(name) else { return "" }
      return targets[name].map { words + String(format: " (%.2f)", $0) } ?? words
    }
    let c = milliseconds(.c).map { String(format: "%.1f", $0) } ?? ""
    return "| \(id): \(title) | \(c) | \(cells.joined(separator: " | ")) |"
  }
}

extension Contestant.Name {
  /// Whether it stands beside C, and is not what another one is compared with.
  fileprivate var hasColumn: Bool { self != .c && self != .cSystem && self != .cTunedSystem }
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

extension WebMix {
  var markdown: String {
    let lines = Contestant.Name.allCases.compactMap { name -> String? in
      guard let rates = rates[name] else { return nil }
      let perSecond = rates.perSecond.median
      let ratios = [Contestant.Name.cTuned, .c].map { base in
        self.rates[base].map { String(format: "%.2f", perSecond / $0.perSecond.median) } ?? ""
      }
      let cells =
        [String(format: "%.0f", perSecond)] + ratios + [
          String(format: "%.1f", rates.half.median),
          String(format: "%.0f", rates.ninetyNine.median),
        ]
      return "| \(name.title) | \(cells.joined(separator: " | ")) |"
    }
    return """
      ### W21: \(tasks) tasks of \(requests) requests each on \(rows) rows, on disk

      | | requests a second | of C, tuned | of C | half take at most, us | 99 of 100 |
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
