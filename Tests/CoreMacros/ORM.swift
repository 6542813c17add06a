/// For tests of the core, in which there is no engine and so no module `ORM`: they are compiled with
/// this module under that name, which the macros' code uses.
@_exported import ORMCore
