import ArgumentParser
import CCallgrind
import Foundation
import Workloads

/// Runs contestants under Callgrind and prints what a row or call costs, as ratios to C.
struct Count: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs contestants under Callgrind and prints what a row or call costs.")

  @OptionGroup var selection: Selection
  @Option(help: "Compares the ratios to C with those in this file, which must not have grown.")
  var check: String?
  @Option(help: "How much a ratio may grow, as a part of it.")
  var tolerance = 0.03
  @Option(help: "Writes the counts to this file.")
  var json: String?

  func run() throws {
    guard counting_is_possible() != 0 else {
      throw ValidationError("built without Valgrind's headers: install valgrind, and build anew")
    }
    let names = try selection.names
    let counts = try Callgrind.counts(of: selection.workloads, names, verbs: selection.verbs)
    print(
      selection.verbs
        ? counts.verbs(of: selection.workloads) : counts.table(of: selection.workloads, names))
    if let json { try counts.write(to: json) }
    if let check { try counts.check(against: Counts(contentsOf: check), tolerance: tolerance) }
  }
}
