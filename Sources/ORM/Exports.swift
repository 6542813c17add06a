/// Everything but the macros, which are beside this file.
///
/// The modules are their own so that they compile beside the compiler plugin, which is the longest
/// part of a build, and not after it.
@_exported import ORMCore
@_exported import ORMSQLite
@_exported import ORMSchema
