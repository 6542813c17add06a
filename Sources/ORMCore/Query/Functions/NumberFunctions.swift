// See <https://www.sqlite.org/lang_corefunc.html> and <https://www.sqlite.org/lang_mathfunc.html>.
// SQLite returns NULL instead of NaN, so functions that can do this have an optional result.

extension SQLExpressible where Representation: AdditiveRepresentation {
  /// The number without its sign: `abs("plays")`. For the least 64-bit integer, the query throws.
  public func abs() -> SQLExpression<Representation> {
    call(Representation.isNumberAsText ? DecimalName.magnitude : "abs")
  }
}

extension SQLExpressible where Representation: NumericRepresentation {
  /// The sign, as -1, 0 or 1: `sign("plays")`.
  public func sign() -> SQLExpression<Representation.IntegerResult> { call("sign") }

  /// The number rounded to `digits` decimal places, as REAL. Halves are rounded away from 0.
  ///
  /// ```swift
  /// Track.select { $0.seconds.round(1) }      // SELECT round("seconds", $1) FROM "track"
  /// ```
  public func round(_ digits: Int = 0) -> SQLExpression<Representation.RealResult> {
    digits == 0 ? call("round") : call("round", SQLExpression.value(digits))
  }

  /// The nearest whole number that is not less than the number: `ceil("seconds")`.
  public func ceil() -> SQLExpression<Representation> { call("ceil") }

  /// The nearest whole number that is not greater than the number: `floor("seconds")`.
  public func floor() -> SQLExpression<Representation> { call("floor") }

  /// The number without its fraction: `trunc("seconds")`.
  public func trunc() -> SQLExpression<Representation> { call("trunc") }

  /// The remainder of the division, with its fraction; NULL if the divisor is 0:
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

  /// The number raised to this exponent; NULL if the number is negative and the exponent is a
  /// fraction: `pow("seconds", $1)`.
  public func pow(_ exponent: Double) -> SQLExpression<Double?> {
    call("pow", SQLExpression.value(exponent))
  }

  /// The number raised to a column as the exponent; NULL if the number is negative and the exponent
  /// is a fraction.
  public func pow<Other: NumericRepresentation>(
    _ exponent: some SQLExpressible<Other>
  ) -> SQLExpression<Double?> {
    call("pow", exponent)
  }

  /// The square root; NULL if the number is negative: `sqrt("seconds")`.
  public func sqrt() -> SQLExpression<Double?> { call("sqrt") }

  /// The constant e raised to the number: `exp("seconds")`.
  public func exp() -> SQLExpression<Representation.RealResult> { call("exp") }

  /// The natural logarithm; NULL if the number is not positive: `ln("seconds")`.
  public func ln() -> SQLExpression<Double?> { call("ln") }

  /// The logarithm to base 10; NULL if the number is not positive: `log10("seconds")`.
  public func log10() -> SQLExpression<Double?> { call("log10") }

  /// The logarithm to base 2; NULL if the number is not positive: `log2("seconds")`.
  public func log2() -> SQLExpression<Double?> { call("log2") }

  /// The logarithm to another base; NULL if the number is not positive: `log($1, "seconds")`.
  public func log(base: Double) -> SQLExpression<Double?> {
    SQLExpression.value(base).call("log", self)
  }
}

// MARK: Angles

extension SQLExpressible where Representation: NumericRepresentation {
  /// The angle in degrees, from radians: `degrees("angle")`.
  public func degrees() -> SQLExpression<Representation.RealResult> { call("degrees") }

  /// The angle in radians, from degrees: `radians("angle")`.
  public func radians() -> SQLExpression<Representation.RealResult> { call("radians") }

  /// The sine of an angle in radians; NULL if it is infinite: `sin("angle")`.
  public func sin() -> SQLExpression<Double?> { call("sin") }

  /// The cosine of an angle in radians; NULL if it is infinite: `cos("angle")`.
  public func cos() -> SQLExpression<Double?> { call("cos") }

  /// The tangent of an angle in radians; NULL if it is infinite: `tan("angle")`.
  public func tan() -> SQLExpression<Double?> { call("tan") }

  /// The arc sine in radians; NULL outside of -1 to 1: `asin("ratio")`.
  public func asin() -> SQLExpression<Double?> { call("asin") }

  /// The arc cosine in radians; NULL outside of -1 to 1: `acos("ratio")`.
  public func acos() -> SQLExpression<Double?> { call("acos") }

  /// The arc tangent in radians: `atan("ratio")`.
  public func atan() -> SQLExpression<Representation.RealResult> { call("atan") }

  /// The angle, in radians, of the point that has this as its y coordinate, and `abscissa` as its x
  /// coordinate: `atan2("y", $1)`.
  public func atan2(_ abscissa: Double) -> SQLExpression<Representation.RealResult> {
    call("atan2", SQLExpression.value(abscissa))
  }

  /// The angle, in radians, of the point that has this as its y coordinate, and a column as its x
  /// coordinate: `atan2("y", "x")`.
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

// Methods instead of operators: the type checker tries each overload of an operator in every file
// that imports this module.

extension SQLExpressible where Representation: IntegerRepresentation {
  /// The remainder of the division; NULL if the divisor is 0: `"plays" % $1`.
  public func remainder(dividingBy divisor: Int) -> SQLExpression<Representation.Nullable> {
    SQLExpression(bits(.remainder, divisor).node)
  }

  /// The bits that are set in both numbers: `"flags" & $1`.
  public func bitwiseAnd(_ mask: Int) -> SQLExpression<Representation> { bits(.bitAnd, mask) }

  /// The bits that are set in both columns: `"flags" & "mask"`.
  public func bitwiseAnd(
    _ mask: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    bits(.bitAnd, mask)
  }

  /// The bits that are set in either number: `"flags" | $1`.
  public func bitwiseOr(_ mask: Int) -> SQLExpression<Representation> { bits(.bitOr, mask) }

  /// The bits that are set in either column: `"flags" | "mask"`.
  public func bitwiseOr(
    _ mask: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    bits(.bitOr, mask)
  }

  /// The complement of the 64 bits: `~"flags"`, which equals -1 minus the number.
  public func bitwiseNot() -> SQLExpression<Representation.IntegerResult> {
    SQLExpression(.bitNot(node), canBeNull: canBeNull)
  }

  /// The bits shifted to the left, or to the right if the distance is negative: `"flags" << $1`.
  public func shiftedLeft(by distance: Int) -> SQLExpression<Representation> {
    bits(.shiftLeft, distance)
  }

  /// The bits shifted to the right, or to the left if the distance is negative: `"flags" >> $1`.
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
