import Foundation
import Workloads

/// Costs by the size of a table, both on scales on which each tenfold is as wide as any other.
struct GrowthChart {
  private static let colors = ["#e4572e", "#4f7cac", "#7a9e3f", "#8a6fb0"]
  private static let left = 60.0
  private static let top = 40.0
  private static let side = 80.0

  private let series: [Scale.Series]
  private let sizes: ClosedRange<Double>
  private let values: ClosedRange<Double>

  init(_ series: [Scale.Series]) {
    self.series = series
    let points = series.flatMap(\.points)
    let sizes = points.map { log10(Double($0.size)) }
    let values = points.map { log10(max(1, $0.value)) }
    self.sizes = (sizes.min() ?? 0)...(sizes.max() ?? 1)
    self.values = floor(values.min() ?? 0)...ceil(values.max() ?? 1)
  }

  var svg: String {
    let width = Self.left + (sizes.upperBound - sizes.lowerBound) * Self.side + 220
    let height = Self.top + (values.upperBound - values.lowerBound) * Self.side + 40
    let lines = zip(series, Self.colors).map(line)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      font-family="Helvetica, Arial, sans-serif" font-size="10">
      <rect width="100%" height="100%" fill="white"/>
      <text x="12" y="18" font-size="13" font-weight="bold">Costs by the rows of the table</text>
      \(grid)
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }

  private func line(_ series: Scale.Series, _ color: String) -> String {
    let points = series.points.map { point in
      "\(number(x(log10(Double(point.size))))),\(number(y(log10(max(1, point.value)))))"
    }
    guard let last = series.points.last else { return "" }
    return """
      <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(color)" \
      stroke-width="2"/>
      <text x="\(number(x(log10(Double(last.size))) + 6))" y="\(number(y(log10(max(1, last.value)))))" \
      fill="\(color)">\(series.name), \(series.unit)</text>
      """
  }

  private var grid: String {
    let vertical = stride(from: sizes.lowerBound, through: sizes.upperBound, by: 1).map { size in
      """
      <line x1="\(number(x(size)))" y1="\(number(Self.top))" x2="\(number(x(size)))" \
      y2="\(number(y(values.lowerBound)))" stroke="#ddd"/>
      <text x="\(number(x(size)))" y="\(number(y(values.lowerBound) + 14))" \
      text-anchor="middle">\(Int(pow(10, size).rounded()).formatted())</text>
      """
    }
    let horizontal = stride(from: values.lowerBound, through: values.upperBound, by: 1).map {
      value in
      """
      <line x1="\(number(Self.left))" y1="\(number(y(value)))" \
      x2="\(number(x(sizes.upperBound)))" y2="\(number(y(value)))" stroke="#ddd"/>
      <text x="\(number(Self.left - 6))" y="\(number(y(value) + 3))" \
      text-anchor="end">\(Int(pow(10, value)).formatted())</text>
      """
    }
    return (vertical + horizontal).joined(separator: "\n")
  }

  private func x(_ size: Double) -> Double { Self.left + (size - sizes.lowerBound) * Self.side }

  private func y(_ value: Double) -> Double { Self.top + (values.upperBound - value) * Self.side }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
