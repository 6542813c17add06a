// Written by Tools/generate-overloads.py.

extension TableOrView {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public static func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public static func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public static func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public static func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public static func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join2<Columns, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join2<Scope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join2 {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1.OuterScope, S2.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join3<S1.OuterScope, S2.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join3<S1, S2, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join3 {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, MisplacedColumns<Source>) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join4<S1, S2, S3, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join4 {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join5<S1, S2, S3, S4, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}

extension Join5 {
  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "join(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func join<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "leftJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func leftJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "rightJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func rightJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<
    S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope,
    MisplacedColumns<Source>
  > {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "fullJoin(source:as:on:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func fullJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, S5, MisplacedColumns<Source>) -> SQLExpression<
      Bool
    >
  ) -> Join6<
    S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope,
    MisplacedColumns<Source>
  > {
    cannotBeCalled()
  }

  /// Unavailable: to join a query or a common table expression, write 'source:' before it.
  @available(
    *, unavailable, renamed: "crossJoin(source:as:)",
    message: "to join a query or a common table expression, write 'source:' before it"
  )
  public func crossJoin<Source: UnlabelledSource>(
    _ source: Source, as alias: String? = nil
  ) -> Join6<S1, S2, S3, S4, S5, MisplacedColumns<Source>> {
    cannotBeCalled()
  }
}
