/// Everything but the macros, which are beside this file.
///
/// The modules are their own so that they compile beside the compiler plugin, which is the longest
/// part of a build, and not after it.
@_exported import ORMCore
@_exported import ORMSQLite
@_exported import ORMSchema

// What the traits add.
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
