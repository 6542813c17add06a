/// The scope in which a name is looked up: a file, and the types in it.
struct NameScope {
  var target: TargetIndex
  var file: Int
  /// The names of the enclosing types, from the outside in.
  var path: [String]
  /// The generic arguments, by the parameters' names.
  var arguments: [String: Argument] = [:]

  /// A generic argument with the scope in which it is written.
  indirect enum Argument {
    case type(String, NameScope)
    /// A parameter without a known argument.
    case open
  }

  init(_ target: TargetIndex, file: Int, path: [String]) {
    self.target = target
    self.file = file
    self.path = path
  }

  /// Creates the scope inside a declaration.
  init(inside found: TargetIndex.Found) {
    self.init(found.target, file: found.file, path: found.facts.path)
  }

  /// Creates the scope around a declaration.
  init(around found: TargetIndex.Found) {
    self.init(found.target, file: found.file, path: found.facts.path.dropLast())
  }
}
