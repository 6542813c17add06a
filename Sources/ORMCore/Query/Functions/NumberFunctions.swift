// See <https://www.sqlite.org/lang_corefunc.html> and <https://www.sqlite.org/lang_mathfunc.html>.
// A result that is not a number is NULL in SQLite, so functions that can have one give an optional.

extension SQLExpressible where Representation: AdditiveRepresentation {
  /// The number without its sign: `abs("plays")`. Of the least 64-bit integer, a query throws.
  public func abs() -> SQLExpression<Representation> {
    call(Representation.isNumberAsText ? DecimalName.magnitude : "abs")
  }
}

extension SQLExpressible where Representation: NumericRepresentation {
  /// -1, 0 or 1: `sign("plays")`.
  public func sign() -> SQLExpression<Representation.IntegerResult> { call("sign") }

  /// The number rounded to `digits` decimal places, halves away from 0, as REAL.
  ///
  /// ```swift
  /// Track.select { $0.seconds.round(1) }      // SELECT round("seconds", $1) FROM "track"
  /// ```
  public func round(_ digits: Int = 0) -> SQLExpression<Representation.RealResult> {
    digits == 0 ? call("round") : call("round", SQLExpression.value(digits))
  }

  /// The nearest whole number that is not less: `ceil("seconds")`.
  public func ceil() -> SQLExpression<Representation> { call("ceil") }

  /// The nearest whole number that is not greater: `floor("seconds")`.
  public func floor() -> SQLExpression<Representation> { call("floor") }

  /// The number without what is behind the point: `trunc("seconds")`.
  public func trunc() -> SQLExpression<Representation> { call("trunc") }

  /// The remainder of the division, with its fraction; NULL where the divisor is 0:
  /// `mod("seconds", $1)`.
  public func mod(_ divisor: Double) -> SQLExpression<Double?> {
    call("mod", SQLExpression.value(divisor))
  }

  /// The remainder of the division by a column, with its fraction; NULL if the column is 0.
  public func mod<Other: NumericRepresentation>(
    _ divisor: some SQLExpressible<Other>
  ) -> SQLExpression<Double?> {
    call("mod", divisor)
  }

  /// The power with this exponent; NULL of a number below 0 and a fraction: `pow("seconds", $1)`.
  public func pow(_ exponent: Double) -> SQLExpression<Double?> {
    call("pow", SQLExpression.value(exponent))
  }

  /// The power with a column for its exponent; NULL of a number below 0 and a fraction.
  public func pow<Other: NumericRepresentation>(
    _ exponent: some SQLExpressible<Other>
  ) -> SQLExpression<Double?> {
    call("pow", exponent)
  }

  /// The square root; NULL of a number below 0: `sqrt("seconds")`.
  public func sqrt() -> SQLExpression<Double?> { call("sqrt") }

  /// The power of e: `exp("seconds")`.
  public func exp() -> SQLExpression<Representation.RealResult> { call("exp") }

  /// The natural logarithm; NULL of what is not above 0: `ln("seconds")`.
  public func ln() -> SQLExpression<Double?> { call("ln") }

  /// The logarithm to base 10; NULL of what is not above 0: `log10("seconds")`.
  public func log10() -> SQLExpression<Double?> { call("log10") }

  /// The logarithm to base 2; NULL of what is not above 0: `log2("seconds")`.
  public func log2() -> SQLExpression<Double?> { call("log2") }

  /// The logarithm to another base; NULL of what is not above 0: `log($1, "seconds")`.
  public func log(base: Double) -> SQLExpression<Double?> {
    SQLExpression.value(base).call("log", self)
  }
}

// MARK: Angles

extension SQLExpressible where Representation: NumericRepresentation {
  /// Radians as degrees: `degrees("angle")`.
  public func degrees() -> SQLExpression<Representation.RealResult> { call("degrees") }

  /// Degrees as radians: `radians("angle")`.
  public func radians() -> SQLExpression<Representation.RealResult> { call("radians") }

  /// The sine of radians; NULL of infinity: `sin("angle")`.
  public func sin() -> SQLExpression<Double?> { call("sin") }

  /// The cosine of radians; NULL of infinity: `cos("angle")`.
  public func cos() -> SQLExpression<Double?> { call("cos") }

  /// The tangent of radians; NULL of infinity: `tan("angle")`.
  public func tan() -> SQLExpression<Double?> { call("tan") }

  /// The arc sine in radians; NULL outside of -1 to 1: `asin("ratio")`.
  public func asin() -> SQLExpression<Double?> { call("asin") }

  /// The arc cosine in radians; NULL outside of -1 to 1: `acos("ratio")`.
  public func acos() -> SQLExpression<Double?> { call("acos") }

  /// The arc tangent in radians: `atan("ratio")`.
  public func atan() -> SQLExpression<Representation.RealResult> { call("atan") }

  /// The angle of the point whose ordinate this is, in radians: `atan2("y", $1)`.
  public func atan2(_ abscissa: Double) -> SQLExpression<Representation.RealResult> {
    call("atan2", SQLExpression.value(abscissa))
  }

  /// The angle of the point whose ordinate this is, in radians: `atan2("y", "x")`.
  public func atan2(
    _ abscissa: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation.RealResult> {
    call("atan2", abscissa)
  }

  /// The hyperbolic sine: `sinh("angle")`.
  public func sinh() -> SQLExpression<Representation.RealResult> { call("sinh") }

  /// The hyperbolic cosine: `cosh("angle")`.
  public func cosh() -> SQLExpression<Representation.RealResult> { call("cosh") }

  /// The hyperbolic tangent: `tanh("angle")`.
  public func tanh() -> SQLExpression<Representation.RealResult> { call("tanh") }

  /// The inverse of the hyperbolic sine: `asinh("ratio")`.
  public func asinh() -> SQLExpression<Representation.RealResult> { call("asinh") }

  /// The inverse of the hyperbolic cosine; NULL below 1: `acosh("ratio")`.
  public func acosh() -> SQLExpression<Double?> { call("acosh") }

  /// The inverse of the hyperbolic tangent; NULL outside of -1 to 1: `atanh("ratio")`.
  public func atanh() -> SQLExpression<Double?> { call("atanh") }
}

// MARK: Whole numbers

// Methods and not operators: each overload of an operator is tried in every file that imports this
// module.

extension SQLExpressible where Representation: IntegerRepresentation {
  /// The remainder of the division; NULL if the divisor is 0: `"plays" % $1`.
  public func remainder(dividingBy divisor: Int) -> SQLExpression<Representation.Nullable> {
    SQLExpression(bits(.remainder, divisor).node)
  }

  /// The bits that both have: `"flags" & $1`.
  public func bitwiseAnd(_ mask: Int) -> SQLExpression<Representation> { bits(.bitAnd, mask) }

  /// The bits that both columns have: `"flags" & "mask"`.
  public func bitwiseAnd(
    _ mask: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    bits(.bitAnd, mask)
  }

  /// The bits that one of them has: `"flags" | $1`.
  public func bitwiseOr(_ mask: Int) -> SQLExpression<Representation> { bits(.bitOr, mask) }

  /// The bits that one of the columns has: `"flags" | "mask"`.
  public func bitwiseOr(
    _ mask: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    bits(.bitOr, mask)
  }

  /// The bits that it has not, of 64: `~"flags"`, which is -1 less the number.
  public func bitwiseNot() -> SQLExpression<Representation.IntegerResult> {
    SQLExpression(.bitNot(node), canBeNull: canBeNull)
  }

  /// The bits moved to the left, or to the right where the distance is below 0: `"flags" << $1`.
  public func shiftedLeft(by distance: Int) -> SQLExpression<Representation> {
    bits(.shiftLeft, distance)
  }

  /// The bits moved to the right, or to the left where the distance is below 0: `"flags" >> $1`.
  public func shiftedRight(by distance: Int) -> SQLExpression<Representation> {
    bits(.shiftRight, distance)
  }

  private func bits(_ symbol: SQLOperator, _ right: Int) -> SQLExpression<Representation> {
    bits(symbol, SQLExpression.value(right))
  }

  private func bits(
    _ symbol: SQLOperator, _ right: some SQLExpressible
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .binary(node, symbol, right.node), canBeNull: canBeNull || right.canBeNull)
  }
}
