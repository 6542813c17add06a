/// Everything but the macros, which are next to this file.
///
/// These are separate modules so that they compile in parallel with the compiler plugin, which is
/// the longest part of a build.
@_exported import ORMCore
@_exported import ORMSQLite
@_exported import ORMSchema

// The modules of the enabled traits.
#if Logging
  @_exported import ORMLogging
#endif
#if Metrics
  @_exported import ORMMetrics
#endif
#if Tracing
  @_exported import ORMTracing
#endif
#if ServiceLifecycle
  @_exported import ORMServiceLifecycle
#endif
