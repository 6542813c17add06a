import ArgumentParser

@main
struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts the instructions and allocations of a row or call, which no clock can blur.",
    subcommands: [Count.self, Run.self], defaultSubcommand: Count.self)
}
