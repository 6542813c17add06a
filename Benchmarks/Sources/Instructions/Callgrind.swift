import Foundation
import Workloads

/// Counts what this program does in another process, under Valgrind.
enum Callgrind {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What one row or call of each workload costs each of the contestants.
  static func counts(
    of workloads: [Workload], _ names: [Contestant.Name], verbs: Bool
  ) throws -> Counts {
    let folder = URL.temporaryDirectory.appending(path: "callgrind-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try run(workloads, names, verbs, folder.appending(path: "out").path)

    var counts = Counts()
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      let profile = try Profile(String(contentsOf: file, encoding: .utf8))
      let parts = profile.name.split(separator: "/").map(String.init)
      guard parts.count == 2, let name = Contestant.Name(rawValue: parts[1]),
        let workload = workloads.first(where: { $0.id == parts[0] })
      else { continue }
      // The least of the runs counts: the first ones have to grow the heap.
      let cost = profile.cost(of: workload.operations)
      let before = counts.workloads[workload.id]?[name]
      if cost.instructions < before?.instructions ?? .infinity {
        counts.workloads[workload.id, default: [:]][name] = cost
      }
    }
    return counts
  }

  private static func run(
    _ workloads: [Workload], _ names: [Contestant.Name], _ verbs: Bool, _ output: String
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=\(output)",
      CommandLine.arguments[0], "run", "--only",
      workloads.map(\.id).joined(separator: verbs ? ";" : ","),
      "--contestants", names.map(\.rawValue).joined(separator: ","),
    ]
    if verbs { process.arguments?.append("--verbs") }
    // The same seeds for all hashes, no symbol that is looked up at its first call, and a heap that grows
    // and does not shrink.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_DETERMINISTIC_HASHING": "1", "LD_BIND_NOW": "1",
      "MALLOC_MMAP_THRESHOLD_": "1073741824", "MALLOC_TRIM_THRESHOLD_": "8589934592",
      "MALLOC_TOP_PAD_": "16777216",
    ]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the workloads failed under valgrind; is it installed?")
    }
  }

  /// What is taken from a file of Callgrind; see
  /// <https://valgrind.org/docs/manual/cl-format.html>.
  private struct Profile {
    private static let allocators: Set<Substring> = [
      "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
    ]
    private static let heap = allocators.union(["free", "cfree"])

    /// Whether the function is the heap's, or looks through the maps of types of Swift's runtime: how many
    /// of their entries collide depends on where the program's types are.
    private static func isUnsteady(_ function: Substring) -> Bool {
      heap.contains(function) || function.hasPrefix("swift::MetadataCacheKey::operator==")
        || function.contains("swift::ConcurrentReadableHashMap<") && function.contains("find<")
    }

    var name = ""
    private var instructions = 0
    private var unsteadyInstructions = 0
    private var allocations = 0

    init(_ file: String) throws {
      // A name is written once, behind a number in brackets, which stands for it from then on.
      var names: [Substring: Substring] = [:]
      var caller: Substring = ""
      var callee: Substring = ""
      var isCostOfCall = false
      for line in file.split(separator: "\n") {
        if isCostOfCall {
          // What the function that is called cost, with all that it called.
          isCostOfCall = false
          guard Self.isUnsteady(callee), !Self.isUnsteady(caller) else { continue }
          unsteadyInstructions += Int(line.split(separator: " ").last ?? "") ?? 0
        } else if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
          guard let value = line.split(separator: "=", maxSplits: 1).last else { continue }
          let parts = value.split(separator: " ", maxSplits: 1)
          if parts.count == 2 { names[parts[0]] = parts[1] }
          let name = names[parts[0]] ?? ""
          if line.hasPrefix("cfn=") { callee = name } else { caller = name }
        } else if line.hasPrefix("calls=") {
          isCostOfCall = true
          let count = line.dropFirst("calls=".count).prefix(while: \.isNumber)
          if Self.allocators.contains(callee) { allocations += Int(count) ?? 0 }
        } else if line.hasPrefix("totals:") {
          instructions = Int(line.split(separator: " ").last ?? "") ?? 0
        } else if line.hasPrefix("desc: Trigger: Client Request: ") {
          name = String(line.dropFirst("desc: Trigger: Client Request: ".count))
        }
      }
    }

    func cost(of operations: Int) -> Counts.Cost {
      Counts.Cost(
        instructions: (Double(instructions) / Double(operations)).rounded(to: 1),
        unsteadyInstructions: (Double(unsteadyInstructions) / Double(operations)).rounded(to: 1),
        allocations: (Double(allocations) / Double(operations)).rounded(to: 3))
    }
  }
}

extension Double {
  fileprivate func rounded(to places: Int) -> Double {
    let factor = pow(10, Double(places))
    return (self * factor).rounded() / factor
  }
}
