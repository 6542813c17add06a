/// What the functions are called by which SQL calculates with numbers that are stored as text; each connection has them.
enum DecimalName {
  static let add = "decimal_add"
  static let subtract = "decimal_sub"
  static let multiply = "decimal_mul"
  static let divide = "decimal_div"
  static let magnitude = "decimal_abs"
  static let sum = "decimal_sum"
  static let average = "decimal_avg"
}
