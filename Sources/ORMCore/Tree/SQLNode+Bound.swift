// A representation may round: UnixSeconds rounds down, ISO8601 to the nearest millisecond.
// Conditions compare stored forms, so a bound that is rounded as well would be another bound:
// 12:00:00 would not be `< 12:00:00.5`. The statement gets a value that lies between the two stored
// forms around the bound: 1709208000.5, or a text. No stored form equals it, so every operator
// returns the rows for which Swift returns true, and the SQL is the same.
//
// A value after `==` and in a list has its stored form, so that a value that was written is found.

extension SQLNode {
  /// Creates the node of a Swift value with which stored values are compared by their order.
  @inlinable
  package init<Representation: ColumnRepresentation>(
    bound value: Representation.Value, as representation: Representation.Type,
    beside neighbor: @autoclosure () -> SQLNode? = nil
  ) where Representation.Value: Comparable {
    self.init(value, as: Representation.self, beside: neighbor())
    if let side = Representation.sideOfStored(value) {
      self = moved(side, as: Representation.self)
    }
  }

  /// Creates the node of a bound whose type may not be comparable in Swift.
  init<Representation: ColumnRepresentation>(
    possibleBound value: Representation.Value, as representation: Representation.Type,
    beside neighbor: SQLNode?
  ) {
    func side<Bound: Comparable>(of bound: Bound) -> BoundSide? {
      guard let stored = try? Representation.asStored(value) as? Bound else { return nil }
      return BoundSide(of: bound, from: stored)
    }
    self.init(value, as: Representation.self, beside: neighbor)
    if let bound = value as? any Comparable, let side = side(of: bound) {
      self = moved(side, as: Representation.self)
    }
  }

  /// Returns the node of the bound, if this is the node of its stored form.
  @usableFromInline
  @inline(never)
  func moved<Representation: ColumnRepresentation>(
    _ side: BoundSide, as representation: Representation.Type
  ) -> SQLNode {
    guard case .value(let stored) = kind, !Representation.isNumberAsText else { return self }
    return .value(stored.bound(side, isJulianDay: Representation.self == JulianDay.self))
  }
}

/// The side of its stored form on which a bound lies.
@usableFromInline
enum BoundSide {
  case above, below

  /// Creates the side; returns nil if both are the same.
  @inlinable
  init?<Bound: Comparable>(of bound: Bound, from stored: Bound) {
    if stored < bound {
      self = .above
    } else if bound < stored {
      self = .below
    } else {
      return nil
    }
  }
}

extension ColumnRepresentation where Value: Comparable {
  /// Returns the side of its stored form on which a bound lies; nil if the stored form is exact.
  @inlinable
  static func sideOfStored(_ bound: Value) -> BoundSide? {
    guard let stored = try? asStored(bound) else { return nil }
    return BoundSide(of: bound, from: stored)
  }
}

extension SQLValue {
  /// Returns a value between this stored form and the next one on that side.
  ///
  /// A REAL is unchanged: its next stored form is not known, and it is as close to the bound as a
  /// number can be. Only a Julian day counts milliseconds, which are coarser.
  fileprivate func bound(_ side: BoundSide, isJulianDay: Bool) -> SQLValue {
    switch self {
    case .integer(let number):
      // A larger REAL can't represent halves.
      guard number.magnitude < 1 << 52 else { return self }
      return .real(Double(number) + (side == .above ? 0.5 : -0.5))
    case .real(let number) where isJulianDay:
      return .real(side == .above ? number.nextUp : number.nextDown)
    case .text(let text) where side == .above: return .text(text + "\u{1}")
    case .text(let text):
      // The result is less than the text, but greater than each lesser text of the same length.
      guard let last = text.utf8.last, (0x02...0x7F).contains(last) else { return self }
      let start = text.utf8.dropLast()
      return .text(String(decoding: start + [last - 1, 0x7F], as: UTF8.self))
    case .null, .real, .blob: return self
    }
  }
}
