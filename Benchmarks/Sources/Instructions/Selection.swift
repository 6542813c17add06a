import ArgumentParser
import Workloads

/// The workloads and contestants that are counted.
struct Selection: ParsableArguments {
  @Option(help: "The workloads, with commas between them (verbs: with semicolons); else all.")
  var only: String?
  @Flag(help: "Each verb of the library, in place of the workloads.")
  var verbs = false
  @Flag(help: "As many rows as the times are taken of, for a profiler that looks at times.")
  var full = false
  @Option(help: "The contestants, with commas between them.")
  var contestants = "c,cTuned,orm,ormAwaiting,ormPrepared"

  var workloads: [Workload] {
    let separator: Character = verbs ? ";" : ","
    let wanted = only?.split(separator: separator).map(String.init)
    let size: Workload.Size = full ? .full : .tiny
    return (verbs ? Workload.verbs(size) : Workload.all(size)).filter {
      $0.countedPlace != nil && wanted?.contains($0.id) ?? true
    }
  }

  var names: [Contestant.Name] {
    get throws {
      try contestants.split(separator: ",").map { name in
        guard let name = Contestant.Name(rawValue: String(name)) else {
          throw ValidationError("there is no contestant \(name)")
        }
        return name
      }
    }
  }
}
