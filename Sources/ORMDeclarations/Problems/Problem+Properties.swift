/// Mistakes in the stored properties of a struct.
extension Problem {
  package static func conditionalProperties() -> Problem {
    Problem(
      "property.conditional", .table,
      "stored properties can't be in '#if', because the macro can't see which branch is compiled; "
        + "move them out, or declare the struct once in each branch")
  }

  package static func pattern() -> Problem {
    Problem(
      "property.pattern", .table,
      "a tuple pattern can't be a column; declare each property separately")
  }

  package static func lazyVariable(_ property: String) -> Problem {
    Problem(
      "property.lazy", .table,
      "'\(property)' is a 'lazy var', which has no value to write; mark it '@Ignored', or write "
        + "'@Column(lazy: true) var \(property): Lazy<…>' for a column that is fetched "
        + "when asked for")
  }

  package static func referenceStorage(_ property: String, _ keyword: String) -> Problem {
    Problem(
      "property.referenceStorage", .table,
      "'\(property)' is '\(keyword)', but a column stores a value; mark it '@Ignored'")
  }

  package static func constantWithValue(_ property: String) -> Problem {
    Problem(
      "property.constant", .table,
      "'\(property)' is a 'let' with a value, which a fetch can't replace; write 'var', leave the "
        + "value out, or mark it '@Ignored'")
  }

  package static func ignoredWithoutDefault(_ property: String) -> Problem {
    Problem(
      "ignored.noDefault", .ignored,
      "'\(property)' needs a default for fetched rows; write '= …' after it")
  }

  package static func contradictoryAttributes(
    _ property: String, _ first: MacroName, _ second: MacroName
  ) -> Problem {
    Problem(
      "property.contradiction", second,
      "'\(property)' can't be both '\(first.spelling)' and '\(second.spelling)'; remove one of them"
    )
  }

  package static func repeatedAttribute(_ property: String, _ macro: MacroName) -> Problem {
    Problem(
      "property.repeated", macro,
      "'\(property)' has two '\(macro.spelling)' attributes; merge them into one")
  }

  package static func computed(_ property: String, _ macro: MacroName) -> Problem {
    Problem(
      "property.computed", macro,
      "'\(property)' is computed, but only a stored property can be a column; remove the attribute")
  }

  package static func staticProperty(_ property: String, _ macro: MacroName) -> Problem {
    Problem(
      "property.static", macro,
      "'\(property)' is static, but only an instance property can be a column; remove the "
        + "attribute")
  }

  package static func severalBindings(_ macro: MacroName) -> Problem {
    Problem(
      "property.several", macro,
      "the attribute would apply to several properties; declare each in its own 'var'")
  }

  package static func outsideOfTable(_ macro: MacroName) -> Problem {
    Problem(
      "property.outside", macro,
      "the attribute is only for properties of a struct with '@Table', '@Embeddable' or "
        + "'@Selection'; put one of these on the struct, or remove the attribute")
  }

  package static func notAProperty(_ macro: MacroName) -> Problem {
    Problem("property.none", macro, "the attribute belongs on a stored property; remove it")
  }

  package static func reservedName(_ name: String) -> Problem {
    Problem(
      "table.reservedMember", .table,
      "'\(name)' is a name that the macro generates; rename the declaration")
  }

  package static func reservedProperty(_ name: String) -> Problem {
    Problem(
      "table.reservedProperty", .table,
      "'\(name)' is a name that the macro generates; rename the property, and keep the column's "
        + "name with '@Column(\"\(name)\")'")
  }

  package static func privateType(_ name: String) -> Problem {
    Problem(
      "type.private", .table,
      "the private type '\(name)' can't be seen by the generated code; write 'fileprivate'")
  }
}
