#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Bool: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension Int: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension Int64: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension Double: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension String: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension Data: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension Date: FunctionArgument { public typealias ArgumentRepresentation = Self }
extension UUID: FunctionArgument { public typealias ArgumentRepresentation = Self }
