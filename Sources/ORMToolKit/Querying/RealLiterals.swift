import ORMSQLite

/// SQL literals of numbers that SQLite reads exactly.
final class RealLiterals {
  private let statement: DynamicStatement

  init(_ handle: OpaquePointer) throws {
    statement = try DynamicStatement("SELECT CAST(?1 AS REAL)", on: handle)
  }

  /// Returns the shortest text of a number, or an exact expression if SQLite reads another number
  /// from the text, because it does not round each text to the nearest number.
  func literal(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    let text = "\(number)"
    return isRead(text, as: number) ? text : Self.exact(number)
  }

  private func isRead(_ text: String, as number: Double) -> Bool {
    defer { statement.reset() }
    guard (try? statement.bind(.text(text), at: 1)) != nil, (try? statement.step()) == true else {
      return false
    }
    return statement.real(0).bitPattern == number.bitPattern
  }

  /// An integer of at most 53 bits, multiplied or divided by powers of two.
  private static func exact(_ number: Double) -> String {
    var (whole, exponent) = (number.significand * 0x1p52, Int(number.exponent) - 52)
    while whole.rounded() == whole, whole != 0, (whole / 2).rounded() == whole / 2 {
      (whole, exponent) = (whole / 2, exponent + 1)
    }
    let sign = number.sign == .minus ? "-" : ""
    var text = "(\(sign)\(Int64(whole)).0"
    while exponent != 0 {
      let step = min(abs(exponent), 52)
      text += " \(exponent < 0 ? "/" : "*") \(Int64(1) << Int64(step)).0"
      exponent += exponent < 0 ? step : -step
    }
    return text + ")"
  }
}
