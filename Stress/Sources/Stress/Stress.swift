import ArgumentParser

/// Programs that break things under the library, and say what they saw.
///
/// Each is a subcommand. It prints its figures, and ends with an error where a promise was broken.
@main
struct Stress: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Breaks things under the library, and says what it saw.",
    subcommands: [
      Contend.self, ContendWorker.self, DamageCommand.self, DepthCommand.self, FullDisk.self,
      HistoryCommand.self, HistoryWorker.self,
      IOFaults.self, Kill.self, KillWriter.self, Memory.self, MigrateCommand.self,
      MigrateWorker.self, Misuse.self, Observers.self,
      PowerCommand.self, Schedule.self, StartCommand.self, StartWorker.self, Unicode.self,
      ValuesCommand.self,
    ])
}
