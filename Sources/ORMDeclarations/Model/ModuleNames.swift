/// The module that generated code names: the core, which works with every engine, and which
/// `import ORM` exports.
package let coreModule = "ORMCore"

/// The module as generated code names it: `ORMCore::Column`.
///
/// Generated code is in the user's type and module, where any name can refer to a type of the user:
/// `struct String`, or an `enum ORM` in a table. A module selector always refers to the module;
/// compilers before 6.3 have none. An extension's list of protocols names the module with a dot,
/// because the compiler (6.3.1) looks up a protocol there without its selector.
package let orm = coreModule + moduleSelector

/// The standard library: `Swift::String`.
package let swift = "Swift" + moduleSelector

#if compiler(>=6.3)
  package let moduleSelector = "::"
#else
  package let moduleSelector = "."
#endif
