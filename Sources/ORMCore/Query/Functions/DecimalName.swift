/// What the functions are called by which SQL calculates with numbers that are stored as text; each
/// connection has them.
package enum DecimalName {
  package static let add = "decimal_add"
  package static let subtract = "decimal_sub"
  package static let multiply = "decimal_mul"
  package static let divide = "decimal_div"
  package static let magnitude = "decimal_abs"
  package static let sum = "decimal_sum"
  package static let average = "decimal_avg"
}
