import ORM

private func places() -> some ComposableSelect {
  // error: cannot convert value of type 'Box3D<Float>' to expected argument type
  Place.where { $0.intersects(Box3D<Float>(x: 0, y: 0, z: 0)) }
}
