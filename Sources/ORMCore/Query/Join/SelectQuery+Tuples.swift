// Written by Tools/generate-overloads.py.

extension SelectQuery {
  /// Selects 2 columns, expressions or whole tables beside each other.
  public func select<S1: Selectable, S2: Selectable>(
    _ results: (Scope) -> (S1, S2)
  ) -> SelectQuery<Scope, Results<S1.SelectedResult, S2.SelectedResult>> {
    let all = results(scope)
    return selecting(all.0.results + all.1.results)
  }

  /// Selects 3 columns, expressions or whole tables beside each other.
  public func select<S1: Selectable, S2: Selectable, S3: Selectable>(
    _ results: (Scope) -> (S1, S2, S3)
  ) -> SelectQuery<Scope, Results<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>> {
    let all = results(scope)
    return selecting(all.0.results + all.1.results + all.2.results)
  }

  /// Selects 4 columns, expressions or whole tables beside each other.
  public func select<S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable>(
    _ results: (Scope) -> (S1, S2, S3, S4)
  ) -> SelectQuery<
    Scope, Results<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  > {
    let all = results(scope)
    return selecting(all.0.results + all.1.results + all.2.results + all.3.results)
  }

  /// Selects 5 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(all.0.results + all.1.results + all.2.results + all.3.results + all.4.results)
  }

  /// Selects 6 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5, S6)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results)
  }

  /// Selects 7 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5, S6, S7)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results)
  }

  /// Selects 8 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5, S6, S7, S8)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results)
  }

  /// Selects 9 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5, S6, S7, S8, S9)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results + all.8.results)
  }

  /// Selects 10 columns, expressions or whole tables beside each other.
  public func select<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable, S10: Selectable
  >(
    _ results: (Scope) -> (S1, S2, S3, S4, S5, S6, S7, S8, S9, S10)
  ) -> SelectQuery<
    Scope,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult, S10.SelectedResult
    >
  > {
    let all = results(scope)
    return selecting(
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results + all.8.results + all.9.results)
  }
}
