import ORMCore

// The arguments of `@Column`, if they are constants.

extension SourceValue {
  /// Returns the SQL of a `DEFAULT`; nil for `.database`, which does not contain it.
  func columnDefault() throws(Unknown) -> String? {
    switch self {
    case .text(let text): return SQLValue.text(text).literal
    case .truth(let truth): return SQLValue.integer(truth ? 1 : 0).literal
    case .integer, .negative(.integer):
      if let number = integer(as: Int64.self) { return SQLValue.integer(number).literal }
    case .real, .negative(.real):
      if let number = double { return SQLValue.real(number).literal }
    case .call("sql", let type, let arguments) where isColumnDefault(type),
      .call("database", let type, let arguments) where isColumnDefault(type):
      if let sql = arguments.onlyText { return sql }
    case .member("database", let type) where isColumnDefault(type): return nil
    default: break
    }
    throw Unknown("its default '\(spelling)' is not a constant")
  }

  private func isColumnDefault(_ type: String?) -> Bool {
    [nil, "ColumnDefault", "ORM.ColumnDefault"].contains(type)  // Characters: Swift's own names
  }

  /// Returns the expression of a generated column.
  func generatedColumn() throws(Unknown) -> GeneratedColumn {
    if case .call(let name, of: _, let arguments) = self, let sql = arguments.onlyText {
      switch name {
      case "virtual": return .virtual(sql)
      case "stored": return .stored(sql)
      default: break
      }
    }
    throw Unknown("the expression '\(spelling)' of the generated column is not a constant")
  }

  /// The name of a collation.
  var collation: String? {
    switch self {
    case .text(let text): text
    case .member("binary", of: _): Collation.binary.rawValue
    case .member("noCase", of: _): Collation.noCase.rawValue
    case .member("rightTrim", of: _): Collation.rightTrim.rawValue
    case .call("init", of: _, let arguments): arguments.onlyText
    default: nil
    }
  }

  /// Returns the action of a foreign key.
  func action() throws(Unknown) -> ForeignKey.Action {
    if case .member(let name, of: _) = self {
      switch name {
      case "noAction": return .noAction
      case "restrict": return .restrict
      case "setNull": return .setNull
      case "setDefault": return .setDefault
      case "cascade": return .cascade
      default: break
      }
    }
    throw Unknown("the action '\(spelling)' of the reference is not a constant")
  }
}

extension [SourceArgument] {
  /// The text, if it is the only argument.
  fileprivate var onlyText: String? { count == 1 ? self[0].value.text : nil }
}
