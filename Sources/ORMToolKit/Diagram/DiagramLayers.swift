/// Assigns the tables of a picture to columns.
///
/// A table is to the right of the tables that it references, so that the columns show the
/// dependencies. In a cycle of references, one of them runs the other way.
struct DiagramLayers {
  /// The layer of each table, from 0; nil for a table without lines.
  private(set) var layers: [Int?]
  /// The tables that each table references, and the tables that reference it.
  private let parents: [[Int]]
  private let children: [[Int]]

  init(_ model: DiagramModel) {
    let count = model.tables.count
    var parents = Array(repeating: Set<Int>(), count: count)
    for reference in model.references where reference.child != reference.parent {
      parents[reference.child].insert(reference.parent)
    }
    var children = Array(repeating: [Int](), count: count)
    for (child, own) in parents.enumerated() {
      for parent in own.sorted() { children[parent].append(child) }
    }
    self.parents = parents.map { $0.sorted() }
    self.children = children
    layers = []
    let connected = Set(model.references.flatMap { [$0.child, $0.parent] })
    layers = placed(by: ordered()).enumerated().map { connected.contains($0) ? $1 : nil }
  }

  /// The tables in an order in which parents come first, except in cycles.
  private func ordered() -> [Int] {
    // Tables with few parents and many children come first, so that a cycle is opened at its least
    // used reference.
    let starts = parents.indices.sorted {
      (parents[$0].count, -children[$0].count, $0) < (parents[$1].count, -children[$1].count, $1)
    }
    var isSeen = Array(repeating: false, count: parents.count)
    var order: [Int] = []
    for start in starts where !isSeen[start] {
      // Depth first, without recursion: a chain of references can be long.
      isSeen[start] = true
      var path = [(table: start, next: 0)]
      while let last = path.last {
        if last.next < children[last.table].count {
          path[path.count - 1].next += 1
          let child = children[last.table][last.next]
          if !isSeen[child] {
            isSeen[child] = true
            path.append((child, 0))
          }
        } else {
          order.append(last.table)
          path.removeLast()
        }
      }
    }
    return order.reversed()
  }

  private func placed(by order: [Int]) -> [Int] {
    var place = Array(repeating: 0, count: order.count)
    for (position, table) in order.enumerated() { place[table] = position }
    var layers = Array(repeating: 0, count: order.count)
    for table in order {
      let before =
        parents[table].filter { place[$0] < place[table] }
        + children[table].filter { place[$0] < place[table] }
      layers[table] = before.map { layers[$0] + 1 }.max() ?? 0
    }
    // A table without references is drawn next to a table that references it.
    for table in order.reversed() {
      let neighbors = parents[table] + children[table]
      let isFirst = neighbors.allSatisfy { place[$0] > place[table] }
      if isFirst, let next = neighbors.map({ layers[$0] }).min() { layers[table] = next - 1 }
    }
    return layers
  }

  /// The columns of tables. A layer that is higher than `height` is split into several columns.
  func columns(of height: Double, heights: [Double]) -> [[Int]] {
    let last = layers.compactMap(\.self).max() ?? -1
    return (0..<(last + 1)).flatMap { layer in
      // A table with more parents than children is further left, nearer to the parents.
      let tables = layers.indices.filter { layers[$0] == layer }.sorted {
        (children[$0].count - parents[$0].count, $0) < (children[$1].count - parents[$1].count, $1)
      }
      return Self.split(tables, at: height, heights: heights)
    }
  }

  /// The tables in as few columns as the height allows, of about the same height.
  private static func split(_ tables: [Int], at height: Double, heights: [Double]) -> [[Int]] {
    var columns = filled(tables, to: height, heights: heights)
    var (least, most) = (tables.map { heights[$0] }.max() ?? 0, height)
    while most - least > DiagramSize.row {
      let middle = (least + most) / 2
      let even = filled(tables, to: middle, heights: heights)
      if even.count > columns.count { least = middle } else { (columns, most) = (even, middle) }
    }
    return columns
  }

  private static func filled(_ tables: [Int], to height: Double, heights: [Double]) -> [[Int]] {
    var columns: [[Int]] = []
    var used = 0.0
    for table in tables {
      let needed = heights[table] + DiagramSize.boxGap
      if columns.isEmpty || used + needed > height {
        columns.append([])
        used = 0
      }
      columns[columns.count - 1].append(table)
      used += needed
    }
    return columns
  }

  /// The tables without lines.
  var alone: [Int] { layers.indices.filter { layers[$0] == nil } }
}
