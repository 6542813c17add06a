/// The value of a column that is fetched only on request.
///
/// ```swift
/// @Table struct Photo {
///   let id: Int
///   @Column(lazy: true) var image: Lazy<Data>
/// }
///
/// guard let photo = try await db.find(Photo.self, 1) else { return }   // photo.image is .unloaded
/// let image = try await db.load(\.image, of: photo)
/// // SELECT "image" FROM "photo" WHERE "id" = $1
/// ```
///
/// A write does not change the column of an unloaded value.
public enum Lazy<Value: Sendable>: Sendable {
  /// The value was not fetched, and no write changes the column.
  case unloaded
  /// The value was fetched, or set by the program.
  case loaded(Value)

  /// The value, if it is loaded.
  public var value: Value? {
    switch self {
    case .unloaded: nil
    case .loaded(let value): value
    }
  }
}

extension Lazy: Equatable where Value: Equatable {}
extension Lazy: Hashable where Value: Hashable {}
