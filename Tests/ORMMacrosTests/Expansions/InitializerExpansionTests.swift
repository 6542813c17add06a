import Testing

@Suite("The initializer of a public struct")
struct InitializerExpansionTests {
  /// The parameters of the initializer in the struct's body, if there is one.
  private func parameters(_ body: String, _ modifiers: String = "public") -> String? {
    let source = expand("@Table \(modifiers) struct Album {\n\(body)\n}").source
    let ownBody = source.prefix(
      upTo: source.firstRange(of: "extension Album")?.lowerBound ?? source.endIndex)
    guard let start = ownBody.firstRange(of: " init(") else { return nil }
    return String(ownBody[start.upperBound...].prefix { $0 != "{" }.dropLast(2))
  }

  @Test("The initializer takes all stored properties, with their defaults, in declared order")
  func parameters() {
    #expect(
      parameters(
        """
          public var id: Int?
          public let title: String
          public var plays = 0, years: Int
          public private(set) var isLent = false
          @Ignored public var isSelected = false
          @Column(as: JSON.self) public var tags: [String] = []
          public let label: String?
        """)
        == "id: Int? = nil, title: String, plays: Int = 0, years: Int, isLent: Bool = false, "
        + "isSelected: Bool = false, tags: [String] = [], label: String?")
  }

  @Test("A public initializer's default that may use hidden names is read from InitialValues")
  func namesValues() {
    #expect(
      parameters("public var state: State = .open\npublic var made: Date = Date()")
        == "state: State = InitialValues.state, made: Date = InitialValues.made")
    // A package's defaults are evaluated in the package only.
    #expect(
      parameters("package var state: State = .open", "package") == "state: State = .open")
  }

  @Test("The initializer omits less visible properties that have a value")
  func leavesOutWhatIsHidden() {
    let title = "public var title: String"
    for hidden in ["var note: String?", "private var note = 3", "fileprivate var note: Int = f()"] {
      #expect(parameters("\(title)\n\(hidden)") == "title: String")
    }
    #expect(parameters("\(title)\nvar note: Int") == nil)
    #expect(parameters("\(title)\n@Ignored public lazy var note = 3") == "title: String")
    #expect(parameters("\(title)\n@Ignored public var note = f()") == "title: String")
    #expect(parameters("var note = 3") == nil)
  }

  @Test("Closure parameters of the initializer are escaping")
  func takesClosures() {
    #expect(
      parameters(
        """
          public var title: String
          @Ignored public var done: () -> Void = {}
          @Ignored public var then: (@Sendable () -> Void) = {}
          @Ignored public var perhaps: (() -> Void)?
        """)
        == "title: String, done: @escaping () -> Void = InitialValues.done, "
        + "then: @escaping (@Sendable () -> Void) = InitialValues.then, perhaps: (() -> Void)? = nil"
    )
  }

  @Test("No initializer is generated if the struct has one, has a wrapper or is internal")
  func left() {
    let title = "public var title: String"
    #expect(parameters(title) == "title: String")
    #expect(parameters(title, "package") == "title: String")
    #expect(parameters("package var title: String", "package") == "title: String")
    #expect(parameters(title, "@available(macOS 20, *) public") == "title: String")
    #expect(parameters(title, "") == nil)
    #expect(parameters("\(title)\n@Wrapped public var note: String?") == nil)
    #expect(parameters("\(title)\n@Ignored public weak var note: Note?") == nil)
    #expect(
      parameters("\(title)\npublic init(_ title: String) { self.title = title }")?.hasPrefix("_")
        == true)
  }
}
