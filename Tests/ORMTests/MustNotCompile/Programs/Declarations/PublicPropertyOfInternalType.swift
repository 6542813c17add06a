import ORM

enum Rating: Int, ColumnValue { case good, bad }

@Table public struct Reviewed {
  public let id: Int
  public var title: String
  // error: property cannot be declared public because its type uses an internal type
  // error: type alias cannot be declared public because its underlying type uses an internal type
  // error: initializer cannot be declared public because its parameter uses an internal type
  public var rating: Rating
}

@Selection public struct ReviewedLine {
  public let id: Int
  // error: property cannot be declared public because its type uses an internal type
  // error: type alias cannot be declared public because its underlying type uses an internal type
  // error: initializer cannot be declared public because its parameter uses an internal type
  public let rating: Rating
}
