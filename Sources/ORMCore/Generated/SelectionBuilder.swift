// Written by Tools/generate-overloads.py.

/// Builds a selection from the lines of a `select` or `returning` closure. Each of up to 10 lines
/// is a column, an expression or a whole table. A tuple on one line means the same.
///
/// ```swift
/// Album.select { $0.title }                   // SELECT "title" FROM "album"
/// Album.select { ($0.title, $0.plays + 1) }   // SELECT "title", "plays" + $1 FROM "album"
/// Album.select {                              // SELECT "title", "plays" + $1 FROM "album"
///   $0.title
///   $0.plays + 1
/// }
/// ```
///
/// Each line is type-checked alone. If there is a mistake in one of four calculations, Swift
/// (6.3.1) reports it within milliseconds if each has its own line, but takes seconds if they are
/// in a tuple.
///
/// With overloads of `select` itself, one per number of results, the type checker (6.3.1) would try
/// all operators of the closure for each wrong number of results, which takes seconds.
@_documentation(visibility: internal)
@resultBuilder
public enum SelectionBuilder {
  @inlinable public static func buildExpression<S: Selectable>(_ result: S) -> S { result }

  @inlinable public static func buildBlock<S: Selectable>(_ result: S) -> S { result }

  @available(
    *, unavailable,
    message: "select columns, expressions, tables or values; call over() on a window function"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(
    _ other: Other
  ) -> SelectedTuple<OneValue<Bool>> { SelectedTuple([]) }

  @inlinable
  public static func buildExpression<S1: Selectable, S2: Selectable>(
    _ tuple: (S1, S2)
  ) -> SelectedTuple<Results2<S1.SelectedResult, S2.SelectedResult>> {
    SelectedTuple(tuple.0.results + tuple.1.results)
  }

  @inlinable
  public static func buildExpression<S1: Selectable, S2: Selectable, S3: Selectable>(
    _ tuple: (S1, S2, S3)
  ) -> SelectedTuple<Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>> {
    SelectedTuple(tuple.0.results + tuple.1.results + tuple.2.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable
  >(
    _ tuple: (S1, S2, S3, S4)
  ) -> SelectedTuple<
    Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  > {
    SelectedTuple(tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5)
  ) -> SelectedTuple<
    Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5, S6)
  ) -> SelectedTuple<
    Results6<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results
        + tuple.5.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5, S6, S7)
  ) -> SelectedTuple<
    Results7<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results
        + tuple.5.results + tuple.6.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5, S6, S7, S8)
  ) -> SelectedTuple<
    Results8<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results
        + tuple.5.results + tuple.6.results + tuple.7.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5, S6, S7, S8, S9)
  ) -> SelectedTuple<
    Results9<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results
        + tuple.5.results + tuple.6.results + tuple.7.results + tuple.8.results)
  }

  @inlinable
  public static func buildExpression<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable, S10: Selectable
  >(
    _ tuple: (S1, S2, S3, S4, S5, S6, S7, S8, S9, S10)
  ) -> SelectedTuple<
    Results10<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult, S10.SelectedResult
    >
  > {
    SelectedTuple(
      tuple.0.results + tuple.1.results + tuple.2.results + tuple.3.results + tuple.4.results
        + tuple.5.results + tuple.6.results + tuple.7.results + tuple.8.results + tuple.9.results)
  }

  @inlinable
  public static func buildBlock<S1: Selectable, S2: Selectable>(
    _ s1: S1, _ s2: S2
  ) -> SelectedTuple<Results2<S1.SelectedResult, S2.SelectedResult>> {
    SelectedTuple(s1.results + s2.results)
  }

  @inlinable
  public static func buildBlock<S1: Selectable, S2: Selectable, S3: Selectable>(
    _ s1: S1, _ s2: S2, _ s3: S3
  ) -> SelectedTuple<Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>> {
    SelectedTuple(s1.results + s2.results + s3.results)
  }

  @inlinable
  public static func buildBlock<S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable>(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4
  ) -> SelectedTuple<
    Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  > {
    SelectedTuple(s1.results + s2.results + s3.results + s4.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5
  ) -> SelectedTuple<
    Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  > {
    SelectedTuple(s1.results + s2.results + s3.results + s4.results + s5.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5, _ s6: S6
  ) -> SelectedTuple<
    Results6<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult
    >
  > {
    SelectedTuple(s1.results + s2.results + s3.results + s4.results + s5.results + s6.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5, _ s6: S6, _ s7: S7
  ) -> SelectedTuple<
    Results7<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult
    >
  > {
    SelectedTuple(
      s1.results + s2.results + s3.results + s4.results + s5.results + s6.results + s7.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5, _ s6: S6, _ s7: S7, _ s8: S8
  ) -> SelectedTuple<
    Results8<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult
    >
  > {
    SelectedTuple(
      s1.results + s2.results + s3.results + s4.results + s5.results + s6.results + s7.results
        + s8.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5, _ s6: S6, _ s7: S7, _ s8: S8, _ s9: S9
  ) -> SelectedTuple<
    Results9<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult
    >
  > {
    SelectedTuple(
      s1.results + s2.results + s3.results + s4.results + s5.results + s6.results + s7.results
        + s8.results + s9.results)
  }

  @inlinable
  public static func buildBlock<
    S1: Selectable, S2: Selectable, S3: Selectable, S4: Selectable, S5: Selectable, S6: Selectable,
    S7: Selectable, S8: Selectable, S9: Selectable, S10: Selectable
  >(
    _ s1: S1, _ s2: S2, _ s3: S3, _ s4: S4, _ s5: S5, _ s6: S6, _ s7: S7, _ s8: S8, _ s9: S9,
    _ s10: S10
  ) -> SelectedTuple<
    Results10<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      S6.SelectedResult, S7.SelectedResult, S8.SelectedResult, S9.SelectedResult, S10.SelectedResult
    >
  > {
    SelectedTuple(
      s1.results + s2.results + s3.results + s4.results + s5.results + s6.results + s7.results
        + s8.results + s9.results + s10.results)
  }
}

/// A selection of several results, in the order of a `select` closure.
@_documentation(visibility: internal)
public struct SelectedTuple<SelectedResult: SelectResult>: Selectable {
  public let results: [ResultColumn]

  @inlinable
  init(_ results: [ResultColumn]) { self.results = results }
}
