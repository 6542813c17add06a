/// What a task, a process or all of them have done, and the longest that one call took.
struct ContendFigures: Sendable, CustomStringConvertible {
  var increments = 0
  var transfers = 0
  var reads = 0
  var snapshots = 0
  var openings = 0
  var longestWrite = Duration.zero
  var longestRead = Duration.zero

  mutating func add(_ other: ContendFigures) {
    increments += other.increments
    transfers += other.transfers
    reads += other.reads
    snapshots += other.snapshots
    openings += other.openings
    longestWrite = max(longestWrite, other.longestWrite)
    longestRead = max(longestRead, other.longestRead)
  }

  var description: String {
    """
    \(increments) increments and \(transfers) transfers, none lost; \
    \(reads) reads and \(snapshots) snapshots, each of one state; the file opened \(openings) times
    longest write \(longestWrite), longest read \(longestRead), waits included
    """
  }
}

// MARK: - As a line

extension ContendFigures {
  /// What ``init(line:)`` reads.
  var line: String {
    [
      increments, transfers, reads, snapshots, openings, Self.microseconds(longestWrite),
      Self.microseconds(longestRead),
    ].map(String.init).joined(separator: " ")
  }

  init(line: String) throws {
    let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try promise(numbers.count == 7, "a process says what it has done, not \(line)")
    increments = numbers[0]
    transfers = numbers[1]
    reads = numbers[2]
    snapshots = numbers[3]
    openings = numbers[4]
    longestWrite = .microseconds(numbers[5])
    longestRead = .microseconds(numbers[6])
  }

  private static func microseconds(_ duration: Duration) -> Int {
    Int(duration / .microseconds(1))
  }
}
