/// The vertical positions of the items of each column, chosen so that lines are short and seldom
/// cross.
struct DiagramRows {
  private let nets: DiagramNets
  private let heights: [Double]
  private var columns: [[DiagramNets.Item]]
  private var tops: [DiagramNets.Item: Double] = [:]
  /// The lines that meet an item: the distance below its top, and their other ends.
  private var links: [DiagramNets.Item: [(offset: Double, other: DiagramNets.End)]] = [:]

  /// - Parameter heights: The height of each table.
  init(_ nets: DiagramNets, heights: [Double]) {
    self.nets = nets
    self.heights = heights
    columns = nets.columns
    for crossing in nets.channels.joined() {
      for left in crossing.left.sorted() {
        for right in crossing.right.sorted() {
          links[left.item, default: []].append((left.offset, right))
          links[right.item, default: []].append((right.offset, left))
        }
      }
    }
    for column in columns.indices { place(column, at: columns[column].map { _ in 0 }) }
    arrange()
  }

  /// The vertical position of an end.
  func y(of end: DiagramNets.End) -> Double { top(of: end.item) + end.offset }

  func top(of item: DiagramNets.Item) -> Double { tops[item] ?? 0 }

  /// The lowest point of each column.
  var bottoms: [Double] {
    columns.map { column in column.map { top(of: $0) + height(of: $0) }.max() ?? 0 }
  }

  private func height(of item: DiagramNets.Item) -> Double {
    if case .box(let table) = item { heights[table] } else { 0 }
  }

  // MARK: - Arranging

  /// Moves items towards the items that they are connected with, in alternating directions, and
  /// keeps the best state.
  private mutating func arrange() {
    var best = (tops: tops, columns: columns, cost: cost)
    let rounds = tops.count > 400 ? 6 : 24
    for round in 0..<rounds {
      let order = round.isMultiple(of: 2) ? Array(columns.indices) : columns.indices.reversed()
      for column in order { settle(column, reordering: round < rounds * 2 / 3) }
      let cost = cost
      if cost < best.cost { best = (tops, columns, cost) }
    }
    (tops, columns) = (best.tops, best.columns)
    for column in columns.indices { straighten(column) }
    let least = tops.values.min() ?? 0
    for item in tops.keys { tops[item]? -= least }
  }

  /// Aligns lanes with an end that is at almost the same height.
  private mutating func straighten(_ column: Int) {
    let items = columns[column]
    for (index, item) in items.enumerated() {
      guard case .lane = item else { continue }
      let least =
        index == 0 ? -.infinity : top(of: items[index - 1]) + room(below: index - 1, items)
      let most =
        index + 1 == items.count ? .infinity : top(of: items[index + 1]) - room(below: index, items)
      let own = top(of: item)
      let near = (links[item] ?? []).map { y(of: $0.other) }.filter {
        abs($0 - own) < DiagramSize.trackGap && least <= $0 && $0 <= most
      }
      if let nearest = near.min(by: { abs($0 - own) < abs($1 - own) }) { tops[item] = nearest }
    }
  }

  /// The minimum distance of the next item's top below an item's top.
  private func room(below index: Int, _ items: [DiagramNets.Item]) -> Double {
    height(of: items[index]) + gap(items[index], items[index + 1])
  }

  private mutating func settle(_ column: Int, reordering: Bool) {
    var items = columns[column].map { item in
      let links = links[item] ?? []
      let sum = links.reduce(0) { $0 + y(of: $1.other) - $1.offset }
      return (item: item, wanted: links.isEmpty ? top(of: item) : sum / Double(links.count))
    }
    if reordering {
      // Items are ordered by their middles: a tall box with a line near its bottom should not move
      // up.
      let middles = items.map { $0.wanted + height(of: $0.item) / 2 }
      let order = items.indices.sorted { (middles[$0], $0) < (middles[$1], $1) }
      items = order.map { items[$0] }
      columns[column] = items.map(\.item)
    }
    place(column, at: items.map(\.wanted))
  }

  /// Sets the tops of a column's items to the nearest ones to those wanted, in least squares, that
  /// leave the needed space between items. Neighbors that are too near are pooled.
  private mutating func place(_ column: Int, at wanted: [Double]) {
    let items = columns[column]
    var depth = 0.0
    var depths: [Double] = []
    var pools: [(sum: Double, weight: Double, count: Int)] = []
    for (index, item) in items.enumerated() {
      if index > 0 { depth += room(below: index - 1, items) }
      depths.append(depth)
      let weight = Double(max(1, links[item]?.count ?? 0))
      pools.append(((wanted[index] - depth) * weight, weight, 1))
      while pools.count > 1,
        pools[pools.count - 2].sum * pools[pools.count - 1].weight
          > pools[pools.count - 1].sum * pools[pools.count - 2].weight
      {
        let last = pools.removeLast()
        pools[pools.count - 1].sum += last.sum
        pools[pools.count - 1].weight += last.weight
        pools[pools.count - 1].count += last.count
      }
    }
    var index = 0
    for pool in pools {
      let top = (pool.sum / pool.weight).rounded()
      for _ in 0..<pool.count {
        tops[items[index]] = top + depths[index]
        index += 1
      }
    }
  }

  private func gap(_ upper: DiagramNets.Item, _ lower: DiagramNets.Item) -> Double {
    switch (upper, lower) {
    case (.box, .box): DiagramSize.boxGap
    case (.lane, .lane): DiagramSize.trackGap
    default: DiagramSize.laneGap
    }
  }

  /// The total length of the lines, and the number of crossings.
  private var cost: Double {
    var cost = 0.0
    for crossings in nets.channels {
      var spans: [(net: Int, left: Double, right: Double)] = []
      for crossing in crossings {
        for left in crossing.left {
          for right in crossing.right { spans.append((crossing.net, y(of: left), y(of: right))) }
        }
      }
      for span in spans { cost += abs(span.left - span.right) }
      // With more lines, crossings can't be avoided, and counting them takes long.
      if spans.count > 150 { continue }
      for (index, first) in spans.enumerated() {
        for second in spans[..<index] where first.net != second.net {
          if (first.left - second.left) * (first.right - second.right) < 0 { cost += 60 }
        }
      }
    }
    let extent = (tops.map { $0.value + height(of: $0.key) }.max() ?? 0) - (tops.values.min() ?? 0)
    return cost + extent * 2
  }
}

extension DiagramNets.End: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    let (first, second) = (left.item.order, right.item.order)
    return (first.kind, first.number, left.offset) < (second.kind, second.number, right.offset)
  }
}

extension DiagramNets.Item {
  fileprivate var order: (kind: Int, number: Int) {
    switch self {
    case .box(let table): (0, table)
    case .lane(let net, _): (1, net)
    }
  }
}
