/// The lines of a picture, as trees: all lines to the same row of a table are merged.
///
/// A tree passes each column between its ends in its own lane, and each channel between two columns
/// on one vertical line, the track.
struct DiagramNets {
  /// An item of a column: a box, or a tree that passes.
  enum Item: Hashable {
    case box(Int)
    case lane(net: Int, column: Int)
  }

  /// A point where a line meets a column.
  struct End: Hashable {
    var item: Item
    /// The distance below the top of the item.
    var offset: Double
  }

  /// The path of a line through the channel to the right of a column.
  struct Step {
    var channel: Int
    var from: End
    var isFromLeft: Bool
    var to: End
    var isToLeft: Bool
  }

  /// The part of a tree in a channel.
  struct Crossing {
    var net: Int
    /// The ends at the column to the left of the channel, and at the column to the right.
    var left: Set<End> = []
    var right: Set<End> = []
  }

  /// The items of each column.
  private(set) var columns: [[Item]]
  /// The parts of trees in the channel to the right of each column.
  private(set) var channels: [[Crossing]]
  /// The path of each reference's line, from the child to the parent.
  private(set) var paths: [[Step]] = []
  /// The tree of each reference.
  private(set) var nets: [Int] = []

  private struct Root: Hashable {
    var table: Int
    var row: Int
    /// -1 for the left side of the table, 1 for the right side, and 0 for a reference to the same
    /// table.
    var side: Int
  }

  init(_ model: DiagramModel, columns tables: [[Int]]) {
    columns = tables.map { $0.map(Item.box) }
    channels = Array(repeating: [], count: tables.count)
    var columnOf = Array(repeating: 0, count: model.tables.count)
    for (column, tables) in tables.enumerated() { for table in tables { columnOf[table] = column } }
    var numbers: [Root: Int] = [:]
    for reference in model.references {
      let distance = columnOf[reference.child] - columnOf[reference.parent]
      let root = Root(
        table: reference.parent, row: reference.parentRow, side: distance.signum())
      let net = numbers[root] ?? numbers.count
      numbers[root] = net
      nets.append(net)
      paths.append(
        path(
          of: reference, net: net, from: columnOf[reference.child],
          to: columnOf[reference.parent]))
    }
  }

  private mutating func path(
    of reference: DiagramModel.Reference, net: Int, from start: Int, to goal: Int
  ) -> [Step] {
    var from = Self.end(of: reference.child, row: reference.childRow)
    var last = Self.end(of: reference.parent, row: reference.parentRow)
    if start == goal {
      if from == last {
        // A column that refers to itself has a small loop.
        from.offset += DiagramSize.row / 4
        last.offset -= DiagramSize.row / 4
      }
      // A reference within a column, by the channel to the right.
      let step = Step(channel: start, from: from, isFromLeft: true, to: last, isToLeft: true)
      add(step, of: net)
      return [step]
    }
    var path: [Step] = []
    var column = start
    while column != goal {
      let goesLeft = goal < start
      let channel = goesLeft ? column - 1 : column
      column += goesLeft ? -1 : 1
      let to = column == goal ? last : End(item: .lane(net: net, column: column), offset: 0)
      if column != goal && !columns[column].contains(to.item) { columns[column].append(to.item) }
      let step = Step(
        channel: channel, from: from, isFromLeft: !goesLeft, to: to, isToLeft: goesLeft)
      add(step, of: net)
      path.append(step)
      from = to
    }
    return path
  }

  private mutating func add(_ step: Step, of net: Int) {
    let known = channels[step.channel].firstIndex { $0.net == net }
    let index = known ?? channels[step.channel].count
    if known == nil { channels[step.channel].append(Crossing(net: net)) }
    for (end, isLeft) in [(step.from, step.isFromLeft), (step.to, step.isToLeft)] {
      if isLeft {
        channels[step.channel][index].left.insert(end)
      } else {
        channels[step.channel][index].right.insert(end)
      }
    }
  }

  private static func end(of table: Int, row: Int) -> End {
    End(item: .box(table), offset: DiagramSize.header + (Double(row) + 0.5) * DiagramSize.row)
  }
}
