/// The names of the SQL functions for numbers that are stored as text. Each connection has these
/// functions.
package enum DecimalName {
  package static let add = "decimal_add"
  package static let subtract = "decimal_sub"
  package static let multiply = "decimal_mul"
  package static let divide = "decimal_div"
  package static let magnitude = "decimal_abs"
  package static let sum = "decimal_sum"
  package static let average = "decimal_avg"
}
