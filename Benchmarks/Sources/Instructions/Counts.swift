import ArgumentParser
import Foundation
import Workloads

/// What a row or call of each workload costs each contestant.
struct Counts: Codable {
  struct Cost: Codable {
    /// Instructions of the program and all libraries, SQLite among them.
    let instructions: Double
    /// Those of them that the heap takes for an allocation or its end, and Swift's runtime to find a type.
    /// How many that are depends on what was allocated and freed before, and on addresses: the same run of C
    /// takes 1,740 or 1,970 for a row of W8, by where the heap finds its room.
    let unsteadyInstructions: Double
    /// Calls that allocate or reallocate memory.
    let allocations: Double

    /// What repeats from run to run and machine to machine, with the allocations beside it.
    fileprivate var steadyInstructions: Double { instructions - unsteadyInstructions }
  }

  var workloads: [String: [Contestant.Name: Cost]] = [:]

  init() {}

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(Counts.self, from: Data(contentsOf: URL(filePath: path)))
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
  }
}

// MARK: - As a table

extension Counts {
  /// A line for each workload and contestant, with its ratios to C.
  func table(of workloads: [Workload], _ names: [Contestant.Name]) -> String {
    var lines = [
      "| of one | | instructions | to C, tuned | to C | those that repeat | to C | allocations |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for workload in workloads {
      let costs = self.workloads[workload.id] ?? [:]
      for name in names {
        guard let cost = costs[name] else { continue }
        let cells = [
          "\(workload.unit) of \(workload.id)", name.title,
          String(format: "%.0f", cost.instructions), ratio(cost, costs[.cTuned], \.instructions),
          ratio(cost, costs[.c], \.instructions),
          String(format: "%.0f", cost.steadyInstructions),
          ratio(cost, costs[.c], \.steadyInstructions),
          String(format: "%.2f", cost.allocations),
        ]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A line for each verb, the dearest first.
  func verbs(of workloads: [Workload]) -> String {
    let lines = workloads.compactMap { workload -> (ratio: Double, line: String)? in
      guard let c = self.workloads[workload.id]?[.c], let orm = self.workloads[workload.id]?[.orm]
      else { return nil }
      let ratio = orm.instructions / c.instructions
      let line = String(
        format: "| %@ | %.0f | %.0f | %.2f | %.1f |", workload.title, c.instructions,
        orm.instructions, ratio, orm.allocations)
      return (ratio, line)
    }
    return """
      | verb | instructions of C, tuned | of ORM | ratio | allocations of ORM |
      | --- | ---: | ---: | ---: | ---: |
      \(lines.sorted { $0.ratio > $1.ratio }.map(\.line).joined(separator: "\n"))
      """
  }

  private func ratio(_ cost: Cost, _ c: Cost?, _ count: (Cost) -> Double) -> String {
    guard let c, count(c) > 0 else { return "" }
    return String(format: "%.3f", count(cost) / count(c))
  }
}

// MARK: - As a gate

extension Counts {
  /// Prints the contestants whose ratio to C has grown or shrunk by more than the tolerance.
  ///
  /// Instructions are compared without those that do not repeat; of the heap's the allocations tell.
  ///
  /// - Throws: where one has grown.
  func check(against before: Counts, tolerance: Double) throws {
    var hasGrown = false
    for (id, costs) in workloads.sorted(by: { $0.key < $1.key }) {
      guard let c = costs[.c], let oldC = before.workloads[id]?[.c] else { continue }
      for (name, cost) in costs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        guard name != .c, let old = before.workloads[id]?[name] else { continue }
        let ratio = cost.steadyInstructions / c.steadyInstructions
        let oldRatio = old.steadyInstructions / oldC.steadyInstructions
        let words = String(format: "from %.3f to %.3f of C", oldRatio, ratio)
        if ratio > oldRatio * (1 + tolerance) {
          hasGrown = true
          print("\(id) \(name): instructions have grown \(words)")
        } else if ratio < oldRatio * (1 - tolerance) {
          print("\(id) \(name): instructions have shrunk \(words): write the file anew")
        }
        // A hundredth of an allocation more comes from arrays that grow.
        if cost.allocations > old.allocations * (1 + tolerance) + 0.02 {
          hasGrown = true
          let words = String(format: "from %.2f to %.2f", old.allocations, cost.allocations)
          print("\(id) \(name): allocations have grown \(words)")
        }
      }
    }
    if hasGrown { throw ExitCode.failure }
  }
}
