#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import ORMCore

extension Bool: FunctionArgument {}
extension Int: FunctionArgument {}
extension Int8: FunctionArgument {}
extension Int16: FunctionArgument {}
extension Int32: FunctionArgument {}
extension Int64: FunctionArgument {}
extension UInt: FunctionArgument {}
extension UInt8: FunctionArgument {}
extension UInt16: FunctionArgument {}
extension UInt32: FunctionArgument {}
extension UInt64: FunctionArgument {}
extension Double: FunctionArgument {}
extension Float: FunctionArgument {}
extension Decimal: FunctionArgument {}
extension String: FunctionArgument {}
extension Data: FunctionArgument {}
extension Array: FunctionArgument where Element == UInt8 {}
extension Date: FunctionArgument {}
extension UUID: FunctionArgument {}
extension CalendarDay: FunctionArgument {}
extension URL: FunctionArgument {}
extension Optional: FunctionArgument where Wrapped: FunctionArgument & ColumnValue {}
