extension SQLRenderer {
  mutating func append(_ window: WindowReference) throws {
    append(" OVER ")
    switch window {
    case .named(let name): append(identifier: name)
    case .definition(let definition): try append(definition)
    }
  }

  /// Writes ` WINDOW …`, if a `SELECT` has named windows.
  mutating func append(windows: [NamedWindow]) throws {
    if windows.isEmpty { return }
    append(" WINDOW ")
    try append(windows) { renderer, window in
      renderer.append(identifier: window.name)
      renderer.append(" AS ")
      try renderer.append(window.definition)
    }
  }

  private mutating func append(_ window: WindowDefinition) throws {
    append("(")
    try window.append(to: &self)
    append(")")
  }
}

extension WindowDefinition {
  fileprivate func append(to renderer: inout SQLRenderer) throws {
    var separator = ""
    if let base {
      renderer.append(identifier: base)
      separator = " "
    }
    if !partition.isEmpty {
      renderer.append("\(separator)PARTITION BY ")
      try renderer.append(partition) { try $0.append($1) }
      separator = " "
    }
    if !ordering.isEmpty {
      renderer.append("\(separator)ORDER BY ")
      try renderer.append(ordering) { try $0.append($1) }
      separator = " "
    }
    if let frame { renderer.append(separator + frame.sql) }
  }
}
