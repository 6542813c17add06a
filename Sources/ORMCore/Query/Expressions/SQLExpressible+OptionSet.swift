extension SQLExpressible where Representation: OptionSet & ColumnValue {
  /// Whether all of the options are set.
  ///
  /// ```swift
  /// Album.where { $0.flags.contains(.live) }    // ("flags" & $1) = $2
  /// ```
  public func contains(_ options: Representation) -> SQLExpression<Bool> {
    hasBits(of: options)
  }
}

extension SQLExpressible {
  /// Whether all of the options are set; no option is set if the column is NULL.
  public func contains<Options: OptionSet & ColumnValue>(
    _ options: Options
  ) -> SQLExpression<Bool> where Representation == Options? {
    hasBits(of: options)
  }

  fileprivate func hasBits<Options: ColumnValue>(of options: Options) -> SQLExpression<Bool> {
    let bits = SQLNode(options, as: Options.self, beside: node)
    return SQLExpression(
      .binary(.binary(node, .bitAnd, bits), .equal, bits), canBeNull: canBeNull)
  }
}
