import Foundation
import ORM
import Testing

@Suite("Functions of numbers")
struct NumberFunctionTests {
  @Test("Numbers can be rounded, truncated and stripped of their sign")
  func rounding() async throws {
    try await expect({ $0.number.abs() }, #"abs("number")"#, values: [7, 3])
    try await expect({ $0.number.sign() }, #"sign("number")"#, values: [-1, 1])
    try await expect({ $0.real.sign() }, #"sign("real")"#, values: [1, nil])
    try await expect({ $0.real.round() }, #"round("real")"#, values: [3, nil])
    try await expect({ $0.ratio.round(1) }, #"round("ratio", $1)"#, [1], values: [0.5, 0.3])
    try await expect({ $0.number.round() }, #"round("number")"#, values: [-7.0, 3.0])
    try await expect({ $0.real.ceil() }, #"ceil("real")"#, values: [3, nil])
    try await expect({ $0.ratio.floor() }, #"floor("ratio")"#, values: [0, 0])
    try await expect({ $0.number.trunc() }, #"trunc("number")"#, values: [-7, 3])
  }

  @Test("Powers, roots and logarithms are NULL if they are undefined")
  func powers() async throws {
    try await expect(
      { $0.ratio.sqrt().round(2) }, #"round(sqrt("ratio"), $1)"#, [2], values: [0.71, 0.5])
    try await expect({ $0.number.sqrt() }, #"sqrt("number")"#, values: [nil, 3.0.squareRoot()])
    try await expect({ $0.number.pow(2) }, #"pow("number", $1)"#, [2.0], values: [49, 9])
    try await expect(
      { $0.number.pow($0.ratio) }, #"pow("number", "ratio")"#, values: [nil, pow(3, 0.25)])
    try await expect({ $0.number.mod(2) }, #"mod("number", $1)"#, [2.0], values: [-1, 1])
    try await expect({ $0.number.mod($0.count) }, #"mod("number", "count")"#, values: [-7, nil])
    try await expect({ $0.number.mod(0) }, #"mod("number", $1)"#, [0.0], values: [nil, nil])
    try await expect({ ($0.ratio - $0.ratio).exp() }, #"exp("ratio" - "ratio")"#, values: [1, 1])
    try await expect({ $0.number.ln() }, #"ln("number")"#, values: [nil, log(3)])
    try await expect(
      { $0.count.log10().round(3) }, #"round(log10("count"), $1)"#, [3], values: [1.079, nil])
    try await expect({ $0.ratio.log2() }, #"log2("ratio")"#, values: [-1, -2])
    try await expect(
      { $0.ratio.log(base: 4).round(3) }, #"round(log($1, "ratio"), $2)"#, [4.0, 3],
      values: [-0.5, -1])
  }

  @Test("Trigonometric and hyperbolic functions return the values of Swift's functions")
  func angles() async throws {
    try await expect(
      { $0.ratio.degrees() }, #"degrees("ratio")"#, values: [0.5 * 180 / .pi, 0.25 * 180 / .pi])
    try await expect({ $0.real.radians() }, #"radians("real")"#, values: [2.5 * .pi / 180, nil])
    try await expect({ $0.ratio.sin() }, #"sin("ratio")"#, values: [sin(0.5), sin(0.25)])
    try await expect({ $0.real.cos() }, #"cos("real")"#, values: [cos(2.5), nil])
    try await expect({ $0.ratio.tan() }, #"tan("ratio")"#, values: [tan(0.5), tan(0.25)])
    try await expect({ $0.number.asin() }, #"asin("number")"#, values: [nil, nil])
    try await expect({ $0.ratio.acos() }, #"acos("ratio")"#, values: [acos(0.5), acos(0.25)])
    try await expect({ $0.ratio.atan() }, #"atan("ratio")"#, values: [atan(0.5), atan(0.25)])
    try await expect(
      { $0.ratio.atan2(2) }, #"atan2("ratio", $1)"#, [2.0], values: [atan2(0.5, 2), atan2(0.25, 2)])
    try await expect(
      { $0.ratio.optional().atan2($0.real) }, #"atan2("ratio", "real")"#,
      values: [atan2(0.5, 2.5), nil])
    try await expect({ $0.ratio.sinh() }, #"sinh("ratio")"#, values: [sinh(0.5), sinh(0.25)])
    try await expect({ $0.real.cosh() }, #"cosh("real")"#, values: [cosh(2.5), nil])
    try await expect({ $0.ratio.tanh() }, #"tanh("ratio")"#, values: [tanh(0.5), tanh(0.25)])
    try await expect({ $0.ratio.asinh() }, #"asinh("ratio")"#, values: [asinh(0.5), asinh(0.25)])
    try await expect({ $0.number.acosh() }, #"acosh("number")"#, values: [nil, acosh(3)])
    try await expect({ $0.ratio.atanh() }, #"atanh("ratio")"#, values: [atanh(0.5), atanh(0.25)])
    try await expect({ _ in SQLFunction.pi() }, "pi()", values: [.pi, .pi])
  }

  @Test("Integers have remainders and bitwise operators")
  func bits() async throws {
    try await expect(
      { $0.number.remainder(dividingBy: 4) }, #""number" % $1"#, [4], values: [-3, 3])
    try await expect(
      { $0.count.remainder(dividingBy: 0) }, #""count" % $1"#, [0], values: [nil, nil])
    try await expect({ $0.number.bitwiseAnd(6) }, #""number" & $1"#, [6], values: [0, 2])
    try await expect({ $0.number.bitwiseAnd($0.id) }, #""number" & "id""#, values: [1, 2])
    try await expect({ $0.count.bitwiseOr(3) }, #""count" | $1"#, [3], values: [15, nil])
    try await expect({ $0.id.bitwiseOr($0.number) }, #""id" | "number""#, values: [-7, 3])
    try await expect({ $0.number.bitwiseNot() }, #"~"number""#, values: [6, -4])
    try await expect({ $0.id.shiftedLeft(by: 3) }, #""id" << $1"#, [3], values: [8, 16])
    try await expect(
      { ($0.count + 4).shiftedRight(by: 2) }, #"("count" + $1) >> $2"#, [4, 2], values: [4, nil])
    try await expect({ ($0.number + 1).bitwiseNot() }, #"~("number" + $1)"#, [1], values: [5, -5])
  }

  @Test("max compares decimals, which are stored as text, as numbers")
  func decimals() async throws {
    try await expect(
      { $0.price.max(9.5) }, #"max("price" COLLATE "decimal", $1)"#, ["9.5"],
      values: [9.5, 10])
    let query = FunctionSample.all.select { $0.price.max() }
    #expect(try query.statement().sql == #"SELECT max("price" COLLATE "decimal") FROM "sample""#)
    #expect(try await FunctionSample.database().fetch(query) == [10])
  }
}
