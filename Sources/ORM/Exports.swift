/// Everything but the macros.
///
/// It is a module of its own so that it compiles beside the compiler plugin, which is the longer
/// part of a build, and not after it.
@_exported import ORMCore
@_exported import ORMSchema
