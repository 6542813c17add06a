/// Where a name is looked up: in a file, inside of types.
struct NameScope {
  var target: TargetIndex
  var file: Int
  /// The names of the types around, from the outside in.
  var path: [String]
  /// The types in the place of generic parameters, by name.
  var arguments: [String: Argument] = [:]

  /// A generic argument, and the place that it is written at.
  indirect enum Argument {
    case type(String, NameScope)
    /// A parameter that nobody knows.
    case open
  }

  init(_ target: TargetIndex, file: Int, path: [String]) {
    self.target = target
    self.file = file
    self.path = path
  }

  /// The inside of a declaration.
  init(inside found: TargetIndex.Found) {
    self.init(found.target, file: found.file, path: found.facts.path)
  }

  /// Where a declaration is.
  init(around found: TargetIndex.Found) {
    self.init(found.target, file: found.file, path: found.facts.path.dropLast())
  }
}
