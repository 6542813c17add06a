/// The tracks of a channel: the positions of its vertical lines, from the left.
///
/// Trees that overlap never share a track, and tracks are ordered so that few lines cross.
struct DiagramTracks {
  /// The vertical positions of a tree's ends in a channel.
  private struct Tree {
    var net: Int
    var left: [Double]
    var right: [Double]

    var extent: ClosedRange<Double> {
      let all = left + right
      return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// The vertical distance between the right ends and the left ends.
    var rise: Double {
      let left = left.reduce(0, +) / Double(max(1, left.count))
      return abs((right.isEmpty ? left : right.reduce(0, +) / Double(right.count)) - left)
    }
  }

  /// The number of each tree's track, from 0.
  private(set) var tracks: [Int: Int] = [:]
  private(set) var count = 0

  init(_ crossings: [DiagramNets.Crossing], _ rows: DiagramRows) {
    let trees = crossings.map { crossing in
      Tree(
        net: crossing.net, left: crossing.left.map(rows.y).sorted(),
        right: crossing.right.map(rows.y).sorted())
    }
    let order = Self.ordered(trees)
    // Each tree goes as far to the left as earlier trees at the same height allow.
    var placed: [(extent: ClosedRange<Double>, track: Int)] = []
    for tree in order {
      let extent = (tree.extent.lowerBound - 6)...(tree.extent.upperBound + 6)
      let track = placed.filter { $0.extent.overlaps(extent) }.map { $0.track + 1 }.max() ?? 0
      tracks[tree.net] = track
      placed.append((extent, track))
      count = max(count, track + 1)
    }
  }

  private static func ordered(_ trees: [Tree]) -> [Tree] {
    // The initial order has the steepest trees at the right; swaps of neighbors improve it.
    var trees = trees.sorted { ($0.rise, $0.net) < ($1.rise, $1.net) }
    if trees.count > 120 { return trees }
    var isBetter = true
    var rounds = 0
    while isBetter && rounds < trees.count {
      isBetter = false
      rounds += 1
      for index in trees.indices.dropLast() {
        let (first, second) = (trees[index], trees[index + 1])
        if cost(second, leftOf: first) < cost(first, leftOf: second) {
          trees.swapAt(index, index + 1)
          isBetter = true
        }
      }
    }
    return trees
  }

  /// The cost of placing one tree's track to the left of the other's.
  private static func cost(_ first: Tree, leftOf second: Tree) -> Int {
    var cost = 0
    for y in first.right {
      if second.extent.contains(y) { cost += 1 }
      // The line to the right would overlap the other tree's line to the left.
      for other in second.left where abs(other - y) < 4 { cost += 100 }
    }
    for y in second.left where first.extent.contains(y) { cost += 1 }
    return cost
  }
}
