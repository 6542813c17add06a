/// Mistakes in the type of a property.
extension Problem {
  package static func unsupportedType(_ property: String, _ kind: String) -> Problem {
    Problem(
      "type.unsupported", .table,
      "'\(property)' can't be a column, for its type is \(kind); write a type that is stored, "
        + "choose a representation with '@Column(as:)' for a named type, or mark it '@Ignored'")
  }

  package static func unstoredType(
    _ property: String, _ type: String, replacement: String
  ) -> Problem {
    Problem(
      "type.unstored", .table,
      "no column holds a '\(type)', so '\(property)' can't be one; write '\(replacement)'")
  }

  package static func untypedCollection(_ property: String, _ type: String) -> Problem {
    Problem(
      "type.untyped", .table,
      "'\(property)' can't be a column, for what is '\(type)' can't be read back; write a "
        + "'Codable' type, and '@Column(as: JSON.self)'")
  }

  package static func doubleOptional(_ property: String) -> Problem {
    Problem(
      "type.doubleOptional", .table,
      "'\(property)' is optional twice, and a column has only one NULL; write one '?'")
  }

  package static func optionalLazy(_ property: String) -> Problem {
    Problem(
      "type.optionalLazy", .table,
      "'\(property)' can't be an optional 'Lazy', which has a case for what is not there; write "
        + "'Lazy<T?>' for a column that may be NULL")
  }

  package static func hiddenType(_ property: String, _ name: String) -> Problem {
    Problem(
      "type.hidden", .table,
      "the type of '\(property)' is hidden by the generated type '\(name)'; write it with its "
        + "module, or give it another name")
  }

  package static func hiddenParent(_ name: String) -> Problem {
    Problem(
      "references.hidden", .column,
      "'\(name)' is here the type that the macro generates; write the table with its module: "
        + "'references: Module.\(name).self'")
  }

  /// - Parameter declaration: How it is written with its type.
  package static func noType(_ property: String, _ declaration: String) -> Problem {
    Problem(
      "type.unknown", .table,
      "the type of '\(property)' can't be seen by the macro; write it out: '\(declaration)'")
  }

  package static func collection(_ property: String) -> Problem {
    Problem(
      "type.collection", .table,
      "'\(property)' is a collection, which SQLite has no type for; choose a representation: "
        + "'@Column(as: JSON.self)'")
  }

  package static func notEmbeddable(_ property: String, _ type: String) -> Problem {
    Problem(
      "type.notEmbeddable", .embedded,
      "'\(property)' has the type '\(type)', which has no columns of its own; write '@Column', or "
        + "a struct with '@Embeddable'")
  }
}
