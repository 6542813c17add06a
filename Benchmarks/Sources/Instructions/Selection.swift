import ArgumentParser
import Workloads

/// The workloads and contestants that are counted.
struct Selection: ParsableArguments {
  @Option(help: "The workloads, with commas between them (verbs: with semicolons); else all.")
  var only: String?
  @Flag(help: "Each verb of the library, in place of the workloads.")
  var verbs = false
  @Option(help: "The contestants, with commas between them.")
  var contestants = "c,cTuned,orm,ormAwaiting,ormPrepared"

  var workloads: [Workload] {
    let separator: Character = verbs ? ";" : ","
    let wanted = only?.split(separator: separator).map(String.init)
    return (verbs ? Workload.verbs(.tiny) : Workload.all(.tiny)).filter {
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
