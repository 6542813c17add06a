import Foundation
import Workloads

extension Report {
  /// A line for each verb, the dearest first.
  var verbs: String {
    let lines = results.map { result in
      (ratio: result.ratio(.orm, to: .c) ?? 0, result: result)
    }.sorted { $0.ratio > $1.ratio }.map { ratio, result in
      String(
        format: "| %@ | %.2f | %.2f | %.2f |", result.title,
        (result.nanoseconds(.c) ?? 0) / 1000, (result.nanoseconds(.orm) ?? 0) / 1000, ratio)
    }
    return """
      | verb | C, tuned, us a call | ORM | ratio |
      | --- | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))
      """
  }
}
