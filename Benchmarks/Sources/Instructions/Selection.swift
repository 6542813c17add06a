import ArgumentParser
import Workloads

/// The workloads and contestants that are counted.
struct Selection: ParsableArguments {
  @Option(help: "The workloads, with commas between them; all, unless some are named.")
  var only: String?
  @Option(help: "The contestants, with commas between them.")
  var contestants = "c,orm,ormAwaiting,ormPrepared"

  var workloads: [Workload] {
    let wanted = only?.split(separator: ",").map(String.init)
    return Workload.all(.tiny).filter {
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
