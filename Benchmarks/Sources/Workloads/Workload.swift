/// What is measured: the same work, done by several contestants.
public struct Workload: Sendable {
  /// The ratios to C that are to be reached.
  public struct Target: Sendable {
    let memory: Double
    let disk: Double?

    init(_ memory: Double, _ disk: Double?) {
      self.memory = memory
      self.disk = disk
    }

    public subscript(place: Place) -> Double? { place == .memory ? memory : disk }
  }

  typealias Opening = @Sendable (Databases) async throws -> Contestant

  /// As in the table of targets: `W3`, or with more behind it where it has several parts: `W4a`.
  public let id: String
  public let title: String
  /// How many rows or calls one run is, and what one of them is called.
  public let operations: Int
  public let unit: String
  public let places: [Place]
  /// Where its instructions are counted, if they are.
  public let countedPlace: Place?
  public let targets: [Contestant.Name: Target]
  /// The contestants in the order in which they run; C is the first.
  public var names: [Contestant.Name] { openings.list.map(\.name) }

  private let fill: Databases.Filling
  private let openings: Openings

  /// - Parameter fill: Makes the tables and rows that each contestant finds in its database.
  init(
    _ id: String, _ title: String, operations: Int, unit: String = "row",
    places: [Place] = Place.allCases, countsOnDisk: Bool = false,
    targets: [Contestant.Name: Target] = [:],
    fill: @escaping Databases.Filling, _ openings: Openings
  ) {
    self.id = id
    self.title = title
    self.operations = operations
    self.unit = unit
    self.places = places
    countedPlace = places.contains(.memory) ? .memory : countsOnDisk ? .disk : nil
    self.targets = targets
    self.fill = fill
    self.openings = openings
  }

  /// Opens databases with the same rows for those of the contestants that are asked for.
  public func contestants(
    at place: Place, _ isWanted: (Contestant.Name) -> Bool = { _ in true }
  ) async throws -> [(name: Contestant.Name, contestant: Contestant)] {
    let databases = try Databases(place: place, fill: fill)
    var contestants: [(Contestant.Name, Contestant)] = []
    for (name, open) in openings.list where isWanted(name) {
      contestants.append((name, try await open(databases)))
    }
    return contestants
  }
}

/// How the database of each contestant is opened, in the order in which they run.
struct Openings: ExpressibleByDictionaryLiteral, Sendable {
  let list: [(name: Contestant.Name, open: Workload.Opening)]

  init(dictionaryLiteral elements: (Contestant.Name, Workload.Opening)...) {
    list = elements.map { (name: $0, open: $1) }
  }

  init(c: @escaping Workload.Opening, _ others: Openings) {
    list = [(name: .c, open: c)] + others.list
  }

  init(c: @escaping Workload.Opening, _ others: [(name: Contestant.Name, open: Workload.Opening)]) {
    list = [(name: .c, open: c)] + others
  }
}
