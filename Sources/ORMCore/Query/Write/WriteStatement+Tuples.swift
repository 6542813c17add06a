// Written by Tools/generate-overloads.py.

extension WriteStatement {
  /// The write, with 2 columns or expressions of its rows beside each other.
  public func returning<S1: Selectable, S2: Selectable>(
    _ results: (Target.Columns) -> (S1, S2)
  ) -> Returning<Target, Results<S1.SelectedResult, S2.SelectedResult>> {
    let all = results(Target.ownColumns)
    return Returning(self, all.0.results + all.1.results)
  }

  /// The write, with 3 columns or expressions of its rows beside each other.
  public func returning<S1: Selectable, S2: Selectable, S3: Selectable>(
    _ results: (Target.Columns) -> (S1, S2, S3)
  ) -> Returning<Target, Results<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>> {
    let all = results(Target.ownColumns)
    return Returning(self, all.0.results + all.1.results + all.2.results)
  }

  /// The write, with 4 columns or expressions of its rows beside each other.
  public func returning<S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable>(
    _ results: (Target.Columns) -> (S1, S2, S3, S4)
  ) -> Returning<
    Target, Results<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  > {
    let all = results(Target.ownColumns)
    return Returning(self, all.0.results + all.1.results + all.2.results + all.3.results)
  }

  /// The write, with 5 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self, all.0.results + all.1.results + all.2.results + all.3.results + all.4.results)
  }

  /// The write, with 6 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5, S6)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self,
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results)
  }

  /// The write, with 7 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5, S6, S7)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self,
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results)
  }

  /// The write, with 8 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5, S6, S7, S8)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self,
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results)
  }

  /// The write, with 9 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5, S6, S7, S8, S9)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self,
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results + all.8.results)
  }

  /// The write, with 10 columns or expressions of its rows beside each other.
  public func returning<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable, S10: Selectable
  >(
    _ results: (Target.Columns) -> (S1, S2, S3, S4, S5, S6, S7, S8, S9, S10)
  ) -> Returning<
    Target,
    Results<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult, S10.SelectedResult
    >
  > {
    let all = results(Target.ownColumns)
    return Returning(
      self,
      all.0.results + all.1.results + all.2.results + all.3.results + all.4.results + all.5.results
        + all.6.results + all.7.results + all.8.results + all.9.results)
  }
}
