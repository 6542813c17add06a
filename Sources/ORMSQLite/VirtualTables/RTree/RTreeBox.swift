import ORMCore

/// A box with sides along the axes, which an ``RTreeTable`` stores and searches for.
public protocol RTreeBox: Sendable, Hashable {
  /// The type of its coordinates.
  associatedtype Coordinate: RTreeCoordinate

  /// The number of axes, from 1 to 5.
  static var dimensions: Int { get }
  /// Its bounds on each axis, the lower one first.
  var ranges: [ClosedRange<Coordinate>] { get }
}

/// A number of 32 bits, the format in which an ``RTreeTable`` stores coordinates.
public protocol RTreeCoordinate: ColumnValue, Comparable, Hashable {
  /// The module that stores such coordinates.
  static var rtreeModule: String { get }
}

@_documentation(visibility: internal)
extension Float: RTreeCoordinate {
  public static var rtreeModule: String { "rtree" }
}

@_documentation(visibility: internal)
extension Int32: RTreeCoordinate {
  public static var rtreeModule: String { "rtree_i32" }
}

/// An interval on one axis.
public struct Box1D<Coordinate: RTreeCoordinate>: RTreeBox {
  /// Its bounds, the lower one first.
  public var x: ClosedRange<Coordinate>

  public static var dimensions: Int { 1 }
  public var ranges: [ClosedRange<Coordinate>] { [x] }

  /// Creates an interval.
  public init(x: ClosedRange<Coordinate>) { self.x = x }

  /// Creates a point.
  public init(x: Coordinate) { self.init(x: x...x) }
}

/// A rectangle.
public struct Box2D<Coordinate: RTreeCoordinate>: RTreeBox {
  /// Its bounds, the lower one first.
  public var x, y: ClosedRange<Coordinate>

  public static var dimensions: Int { 2 }
  public var ranges: [ClosedRange<Coordinate>] { [x, y] }

  /// Creates a rectangle.
  public init(x: ClosedRange<Coordinate>, y: ClosedRange<Coordinate>) {
    self.x = x
    self.y = y
  }

  /// Creates a point.
  public init(x: Coordinate, y: Coordinate) { self.init(x: x...x, y: y...y) }
}

/// A box of three dimensions.
public struct Box3D<Coordinate: RTreeCoordinate>: RTreeBox {
  /// Its bounds, the lower one first.
  public var x, y, z: ClosedRange<Coordinate>

  public static var dimensions: Int { 3 }
  public var ranges: [ClosedRange<Coordinate>] { [x, y, z] }

  /// Creates a box.
  public init(
    x: ClosedRange<Coordinate>, y: ClosedRange<Coordinate>, z: ClosedRange<Coordinate>
  ) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates a point.
  public init(x: Coordinate, y: Coordinate, z: Coordinate) {
    self.init(x: x...x, y: y...y, z: z...z)
  }
}

/// A box of four dimensions: three of space, and time.
public struct Box4D<Coordinate: RTreeCoordinate>: RTreeBox {
  /// Its bounds, the lower one first.
  public var x, y, z, t: ClosedRange<Coordinate>

  public static var dimensions: Int { 4 }
  public var ranges: [ClosedRange<Coordinate>] { [x, y, z, t] }

  /// Creates a box.
  public init(
    x: ClosedRange<Coordinate>, y: ClosedRange<Coordinate>, z: ClosedRange<Coordinate>,
    t: ClosedRange<Coordinate>
  ) {
    self.x = x
    self.y = y
    self.z = z
    self.t = t
  }

  /// Creates a point.
  public init(x: Coordinate, y: Coordinate, z: Coordinate, t: Coordinate) {
    self.init(x: x...x, y: y...y, z: z...z, t: t...t)
  }
}

/// A box of five dimensions.
public struct Box5D<Coordinate: RTreeCoordinate>: RTreeBox {
  /// Its bounds, the lower one first.
  public var x, y, z, t, u: ClosedRange<Coordinate>

  public static var dimensions: Int { 5 }
  public var ranges: [ClosedRange<Coordinate>] { [x, y, z, t, u] }

  /// Creates a box.
  public init(
    x: ClosedRange<Coordinate>, y: ClosedRange<Coordinate>, z: ClosedRange<Coordinate>,
    t: ClosedRange<Coordinate>, u: ClosedRange<Coordinate>
  ) {
    self.x = x
    self.y = y
    self.z = z
    self.t = t
    self.u = u
  }

  /// Creates a point.
  public init(x: Coordinate, y: Coordinate, z: Coordinate, t: Coordinate, u: Coordinate) {
    self.init(x: x...x, y: y...y, z: z...z, t: t...t, u: u...u)
  }
}
