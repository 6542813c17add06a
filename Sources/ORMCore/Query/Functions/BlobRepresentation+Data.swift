#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: FunctionOperand, BlobRepresentation {}
