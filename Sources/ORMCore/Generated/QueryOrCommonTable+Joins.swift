// Written by Tools/generate-overloads.py.

extension TableOrView {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public static func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public static func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public static func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public static func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public static func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join2 {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1.OuterScope, S2.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1.OuterScope, S2.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join3 {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join4 {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join5 {
  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "join(_:as:on:)", message: "a table is joined without a label"
  )
  public func join<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "leftJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func leftJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "rightJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func rightJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<
    S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope,
    MisplacedColumns<Source>
  > {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "fullJoin(_:as:on:)", message: "a table is joined without a label"
  )
  public func fullJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<
    S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope,
    MisplacedColumns<Source>
  > {
    cannotBeCalled()
  }

  /// Unavailable: a table is joined without a label.
  @available(
    *, unavailable, renamed: "crossJoin(_:as:)", message: "a table is joined without a label"
  )
  public func crossJoin<Source: QueryOrCommonTable>(
    source table: Source, as alias: String? = nil
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}
