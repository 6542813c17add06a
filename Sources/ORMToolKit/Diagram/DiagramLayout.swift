/// The positions of the boxes and lines of a picture.
struct DiagramLayout {
  private(set) var boxes: [DiagramBox] = []
  private(set) var lines: [[DiagramPoint]] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// Returns the best of several layouts: one within the width if possible, with the least area.
  static func best(for model: DiagramModel, width limit: Double) -> DiagramLayout {
    let sizes = DiagramSizes(model)
    let layers = DiagramLayers(model)
    let tallest = sizes.heights.max() ?? 0
    let all = sizes.heights.reduce(0) { $0 + $1 + DiagramSize.boxGap }
    var best: DiagramLayout?
    var known: Set<[[Int]]> = []
    // Columns are tried at heights from the tallest box up to all boxes. A large picture has fewer
    // tries, because each takes longer.
    let shares = [0.18, 1, 0.36, 0, 0.1, 0.26, 0.5, 0.7].prefix(model.tables.count > 100 ? 2 : 8)
    for share in shares {
      let columns = layers.columns(
        of: tallest + DiagramSize.boxGap + share * (all - tallest), heights: sizes.heights)
      guard known.insert(columns).inserted else { continue }
      let layout = DiagramLayout(
        model, sizes, columns: columns, alone: layers.alone, width: limit)
      if best.map({ layout.isBetter(than: $0, within: limit) }) ?? true { best = layout }
    }
    return best ?? DiagramLayout(model, sizes, columns: [], alone: layers.alone, width: limit)
  }

  private func isBetter(than other: Self, within limit: Double) -> Bool {
    let fits = (width <= limit, other.width <= limit)
    if fits.0 != fits.1 { return fits.0 }
    return fits.0 ? cost < other.cost : width < other.width
  }

  /// The area and the length of the lines. A layout that is higher than wide costs more, because
  /// pages are wide.
  private var cost: Double {
    let length = lines.reduce(0) { $0 + $1.length }
    return width * height * max(1, height / width) + 20 * length
  }

  /// A column of boxes.
  private struct Column {
    var x: Double
    var width: Double
    var bottom: Double

    var right: Double { x + width }
  }

  private init(
    _ model: DiagramModel, _ sizes: DiagramSizes, columns tablesOfColumns: [[Int]], alone: [Int],
    width limit: Double
  ) {
    boxes = sizes.heights.map { DiagramBox(height: $0) }
    let nets = DiagramNets(model, columns: tablesOfColumns)
    let rows = DiagramRows(nets, heights: sizes.heights)
    let tracks = nets.channels.map { DiagramTracks($0, rows) }
    var columns: [Column] = []
    var x = DiagramSize.margin
    for (index, tables) in tablesOfColumns.enumerated() {
      let width = tables.map { sizes.widths[$0] }.max() ?? 0
      columns.append(
        Column(x: x, width: width, bottom: DiagramSize.margin + rows.bottoms[index]))
      for table in tables {
        boxes[table].x = x
        boxes[table].y = DiagramSize.margin + rows.top(of: .box(table))
        boxes[table].width = width
      }
      // After the last column there are only lines from a table to itself.
      x += width + tracks[index].width(isLast: index == tablesOfColumns.count - 1)
    }
    lines = zip(nets.paths, nets.nets).map { path, net in
      path.flatMap { step in
        let place = step.channel
        let left = columns[place].right
        let right = place + 1 < columns.count ? columns[place + 1].x : left
        let track = left + tracks[place].offset(of: net)
        let from = DiagramSize.margin + rows.y(of: step.from)
        let to = DiagramSize.margin + rows.y(of: step.to)
        return [
          DiagramPoint(x: step.isFromLeft ? left : right, y: from),
          DiagramPoint(x: track, y: from), DiagramPoint(x: track, y: to),
          DiagramPoint(x: step.isToLeft ? left : right, y: to),
        ]
      }.corners
    }
    place(alone, sizes, in: columns, from: x, width: limit)
    let points = lines.joined()
    let rights = boxes.map { $0.x + $0.width } + points.map(\.x)
    let bottoms = boxes.map { $0.y + $0.height } + points.map(\.y)
    width = (rights.max() ?? 0) + DiagramSize.margin
    height = (bottoms.max() ?? 0) + DiagramSize.margin
  }

  /// Puts the tables without references into free space: below a column, or into a new one.
  private mutating func place(
    _ tables: [Int], _ sizes: DiagramSizes, in columns: [Column], from x: Double,
    width limit: Double
  ) {
    var columns = columns
    var x = x
    for table in tables {
      let (width, height) = (sizes.widths[table], sizes.heights[table])
      let known = columns.indices.filter { columns[$0].width >= width }
        .min { columns[$0].bottom < columns[$1].bottom }
      let depth = columns.map(\.bottom).max() ?? 0
      // Place the table below others if the picture does not get higher, or can't get wider.
      let isRoom = known.map { columns[$0].bottom + height <= depth } ?? false
      let fits = x + width + DiagramSize.margin <= limit || columns.isEmpty
      if isRoom || !fits, let known = known ?? columns.indices.first {
        boxes[table].x = columns[known].x
        boxes[table].y = columns[known].bottom + DiagramSize.boxGap
        boxes[table].width = columns[known].width
        columns[known].bottom += DiagramSize.boxGap + height
      } else {
        boxes[table].x = x
        boxes[table].y = DiagramSize.margin
        boxes[table].width = width
        columns.append(Column(x: x, width: width, bottom: DiagramSize.margin + height))
        x += width + DiagramSize.boxGap
      }
    }
  }
}

extension DiagramTracks {
  /// The width of the channel.
  fileprivate func width(isLast: Bool) -> Double {
    let tracks = Double(count) * DiagramSize.trackGap
    if isLast { return DiagramSize.boxGap + (count == 0 ? 0 : DiagramSize.marker + tracks) }
    return max(DiagramSize.minimumChannel, 2 * DiagramSize.marker + tracks)
  }

  /// The distance of a tree's track from the left of the channel.
  fileprivate func offset(of net: Int) -> Double {
    DiagramSize.marker + (Double(tracks[net] ?? 0) + 0.5) * DiagramSize.trackGap
  }
}

extension [DiagramPoint] {
  /// The points at which a line turns, and its ends.
  fileprivate var corners: [DiagramPoint] {
    var corners: [DiagramPoint] = []
    for point in self where corners.last != point {
      if corners.count > 1 {
        let (first, second) = (corners[corners.count - 2], corners[corners.count - 1])
        let isStraight =
          first.x == second.x && second.x == point.x || first.y == second.y && second.y == point.y
        if isStraight { corners.removeLast() }
      }
      corners.append(point)
    }
    return corners
  }

  fileprivate var length: Double {
    zip(self, dropFirst()).reduce(0) { $0 + abs($1.0.x - $1.1.x) + abs($1.0.y - $1.1.y) }
  }
}

/// The size of each table's box.
struct DiagramSizes {
  let widths: [Double]
  let heights: [Double]

  init(_ model: DiagramModel) {
    widths = model.tables.map { table in
      let rows = table.rows.map { row in
        DiagramText.width(of: row.name, bold: row.isKey) + DiagramText.width(of: row.shownType)
          + DiagramText.gutter + 34
      }
      let header = DiagramText.width(of: table.name, bold: true) + 28
      return min(DiagramSize.maximumBox, max(120, header, rows.max() ?? 0).rounded(.up))
    }
    heights = model.tables.map { table in
      let rows = table.rows.count + (table.hiddenCount > 0 ? 1 : 0)
      return DiagramSize.header + Double(rows) * DiagramSize.row + 6
    }
  }
}
