import ORM
import Testing

/// A change of a constraint between two versions of a struct, and the behaviour of the new version.
struct ConstraintChange: Sendable, CustomTestStringConvertible {
  /// The outcome for the old constraint in a database without records.
  enum Foreign: Sendable {
    /// It is replaced together with the definition of its column or key.
    case replaced
    /// It stays until the struct declares it or the migration may drop it.
    case stays
    /// It contradicts the new version, so the migration is refused.
    case contradicts
  }

  /// Statements of one transaction, and whether the new version allows them.
  struct Probe: Sendable {
    let statements: [String]
    let isAllowed: Bool

    static func works(_ statements: String...) -> Self {
      Self(statements: statements, isAllowed: true)
    }
    static func fails(_ statements: String...) -> Self {
      Self(statements: statements, isAllowed: false)
    }
  }

  let testDescription: String
  let old: [any TableOrView.Type]
  let new: [any TableOrView.Type]
  /// Rows of the old version.
  let rows: String
  let foreign: Foreign
  let probes: [Probe]
  /// A query of one column after the probes, and its texts.
  let result: (sql: String, texts: [String])?

  init(
    _ description: String, _ old: any TableOrView.Type..., to new: any TableOrView.Type...,
    rows: String = "", foreign: Foreign = .replaced, probes: [Probe] = [],
    result: (sql: String, texts: [String])? = nil
  ) {
    testDescription = description
    (self.old, self.new, self.rows, self.foreign) = (old, new, rows, foreign)
    (self.probes, self.result) = (probes, result)
  }

  @Table("t") struct Plain { let id: Int; var n: Int }
  @Table("t") struct Checked { let id: Int; @Column(check: "n > 0") var n: Int }
  @Table("t") struct CheckedLower { let id: Int; @Column(check: "n > -10") var n: Int }
  @Table("t") struct TwoStates {
    let id: Int; @Column(check: "state IN ('open', 'done')") var state: String = "open"
  }
  @Table("t") struct ThreeStates {
    let id: Int; @Column(check: "state IN ('open', 'done', 'late')") var state: String = "open"
  }
  @Table("t") struct Unique { let id: Int; @Column(unique: true) var n: Int }
  @Table("t") struct PairUniqueByOne { let id: Int; @Column(unique: true) var a: Int; var b: Int }
  @Table("t", constraints: "UNIQUE (a, b)") struct PairUnique {
    let id: Int; var a: Int; var b: Int
  }
  @Table("t", constraints: "UNIQUE (n) ON CONFLICT REPLACE") struct Replacing {
    let id: Int; var n: Int
  }
  @Table("t") struct KeyOfTwo {
    @Column(primaryKey: true) let id: Int; @Column(primaryKey: true) let n: Int
  }
  @Table("t") struct Optional { let id: Int; var n: Int? }
  @Table("t") struct DefaultOne { let id: Int; @Column(default: 1) var n: Int }
  @Table("t") struct DefaultTwo { let id: Int; @Column(default: 2) var n: Int }
  @Table("t") struct Named { let id: Int; var name: String }
  @Table("t") struct NamedInAnyCase { let id: Int; @Column(collate: .noCase) var name: String }
  @Table("t") struct OneMore {
    let id: Int; var n: Int; @Column(generated: .virtual("n + 1")) var m: Int?
  }
  @Table("t") struct TwoMore {
    let id: Int; var n: Int; @Column(generated: .virtual("n + 2")) var m: Int?
  }
  @Table("t") struct Stored { let id: Int; var n: Int; var m: Int? }

  @Table("p") struct P { let id: Int }
  @Table("q") struct Q { let id: Int }
  @Table("t") struct Loose { let id: Int; var p: Int? }
  @Table("t") struct ToP { let id: Int; @Column(references: P.self) var p: Int? }
  @Table("t") struct ToQ { let id: Int; @Column(references: Q.self) var p: Int? }
  @Table("t") struct Cascading {
    let id: Int; @Column(references: P.self, onDelete: .cascade) var p: Int?
  }
  @Table("t") struct Emptying {
    let id: Int; @Column(references: P.self, onDelete: .setNull) var p: Int?
  }
  @Table("t") struct Following {
    let id: Int; @Column(references: P.self, onUpdate: .cascade) var p: Int?
  }
  @Table("t") struct EmptyingByUpdate {
    let id: Int; @Column(references: P.self, onUpdate: .setNull) var p: Int?
  }
  @Table("t", constraints: "FOREIGN KEY (p) REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED")
  struct Deferred { let id: Int; var p: Int? }

  private static let one = "INSERT INTO t VALUES (1, 5);"
  private static let family = """
    INSERT INTO p VALUES (1), (8); INSERT INTO q VALUES (1), (7); INSERT INTO t VALUES (1, 1);
    """

  static let all: [Self] = [
    Self(
      "CHECK added", Plain.self, to: Checked.self, rows: one,
      probes: [.fails("INSERT INTO t VALUES (2, 0)"), .works("INSERT INTO t VALUES (2, 1)")]),
    Self(
      "CHECK dropped", Checked.self, to: Plain.self, rows: one, foreign: .stays,
      probes: [.works("INSERT INTO t VALUES (2, 0)")]),
    Self(
      "CHECK changed", Checked.self, to: CheckedLower.self, rows: one, foreign: .contradicts,
      probes: [.works("INSERT INTO t VALUES (2, -5)"), .fails("INSERT INTO t VALUES (3, -20)")]),
    Self(
      "value added to the list of a CHECK", TwoStates.self, to: ThreeStates.self,
      rows: "INSERT INTO t VALUES (1, 'open');", foreign: .contradicts,
      probes: [
        .works("INSERT INTO t VALUES (2, 'late')"), .fails("INSERT INTO t VALUES (3, 'lost')"),
      ]),
    Self(
      "value taken from the list of a CHECK", ThreeStates.self, to: TwoStates.self,
      rows: "INSERT INTO t VALUES (1, 'open');", foreign: .stays,
      probes: [
        .works("INSERT INTO t VALUES (2, 'done')"), .fails("INSERT INTO t VALUES (3, 'late')"),
      ]),
    Self(
      "UNIQUE added", Plain.self, to: Unique.self, rows: one,
      probes: [.fails("INSERT INTO t VALUES (2, 5)")]),
    Self(
      "UNIQUE dropped", Unique.self, to: Plain.self, rows: one, foreign: .stays,
      probes: [.works("INSERT INTO t VALUES (2, 5)")]),
    Self(
      "UNIQUE moved to two columns", PairUniqueByOne.self, to: PairUnique.self,
      rows: "INSERT INTO t VALUES (1, 5, 6);", foreign: .contradicts,
      probes: [
        .works("INSERT INTO t VALUES (2, 5, 7)"), .fails("INSERT INTO t VALUES (3, 5, 7)"),
      ]),
    Self(
      "ON CONFLICT of a UNIQUE dropped", Replacing.self, to: Unique.self, rows: one,
      foreign: .contradicts, probes: [.fails("INSERT INTO t VALUES (2, 5)")],
      result: ("SELECT id || '' FROM t", ["1"])),
    Self(
      "PRIMARY KEY changed", Plain.self, to: KeyOfTwo.self, rows: one,
      probes: [.works("INSERT INTO t VALUES (1, 6)"), .fails("INSERT INTO t VALUES (1, 5)")]),
    Self(
      "PRIMARY KEY changed back", KeyOfTwo.self, to: Plain.self, rows: one,
      probes: [.fails("INSERT INTO t VALUES (1, 6)")]),
    Self(
      "NOT NULL added", Optional.self, to: Plain.self, rows: one,
      probes: [.fails("INSERT INTO t VALUES (2, NULL)")]),
    Self(
      "NOT NULL dropped", Plain.self, to: Optional.self, rows: one,
      probes: [.works("INSERT INTO t VALUES (2, NULL)")]),
    Self(
      "DEFAULT changed", DefaultOne.self, to: DefaultTwo.self,
      probes: [.works("INSERT INTO t (id) VALUES (1)")], result: ("SELECT n || '' FROM t", ["2"])),
    Self(
      "DEFAULT dropped", DefaultOne.self, to: Plain.self,
      probes: [.fails("INSERT INTO t (id) VALUES (1)")]),
    Self(
      "COLLATE added", Named.self, to: NamedInAnyCase.self, rows: "INSERT INTO t VALUES (1, 'a');",
      result: ("SELECT name FROM t WHERE name = 'A'", ["a"])),
    Self(
      "COLLATE dropped", NamedInAnyCase.self, to: Named.self,
      rows: "INSERT INTO t VALUES (1, 'a');", result: ("SELECT name FROM t WHERE name = 'A'", [])),
    Self(
      "generated column changed", OneMore.self, to: TwoMore.self,
      rows: "INSERT INTO t VALUES (1, 5);",
      result: ("SELECT m || '' FROM t", ["7"])),
    Self(
      "generated column stored", OneMore.self, to: Stored.self,
      rows: "INSERT INTO t VALUES (1, 5);",
      probes: [.works("UPDATE t SET n = 9")], result: ("SELECT m || '' FROM t", ["6"])),
    Self(
      "REFERENCES added", P.self, Q.self, Loose.self, to: P.self, Q.self, ToP.self, rows: family,
      probes: [.fails("INSERT INTO t VALUES (2, 7)"), .works("INSERT INTO t VALUES (2, 8)")]),
    Self(
      "REFERENCES dropped", P.self, Q.self, ToP.self, to: P.self, Q.self, Loose.self, rows: family,
      foreign: .stays, probes: [.works("INSERT INTO t VALUES (2, 7)", "DELETE FROM p")]),
    Self(
      "REFERENCES moved", P.self, Q.self, ToP.self, to: P.self, Q.self, ToQ.self, rows: family,
      foreign: .contradicts,
      probes: [
        .works("INSERT INTO t VALUES (2, 7)"), .fails("INSERT INTO t VALUES (3, 8)"),
        .works("DELETE FROM p"), .fails("DELETE FROM q"),
      ]),
    Self(
      "REFERENCES with ON DELETE CASCADE dropped", P.self, Q.self, Cascading.self, to: P.self,
      Q.self, Loose.self, rows: family, foreign: .stays, probes: [.works("DELETE FROM p")],
      result: ("SELECT p || '' FROM t", ["1"])),
    Self(
      "ON DELETE CASCADE dropped", P.self, Q.self, Cascading.self, to: P.self, Q.self, ToP.self,
      rows: family, probes: [.fails("DELETE FROM p")], result: ("SELECT p || '' FROM t", ["1"])),
    Self(
      "ON DELETE changed", P.self, Q.self, Cascading.self, to: P.self, Q.self, Emptying.self,
      rows: family, probes: [.works("DELETE FROM p")],
      result: ("SELECT (p IS NULL) || '' FROM t", ["1"])),
    Self(
      "ON UPDATE changed", P.self, Q.self, Following.self, to: P.self, Q.self,
      EmptyingByUpdate.self, rows: family, probes: [.works("UPDATE p SET id = 9 WHERE id = 1")],
      result: ("SELECT (p IS NULL) || '' FROM t", ["1"])),
    Self(
      "DEFERRABLE added", P.self, Q.self, ToP.self, to: P.self, Q.self, Deferred.self, rows: family,
      probes: [.works("INSERT INTO t VALUES (2, 9)", "INSERT INTO p VALUES (9)")]),
    Self(
      "DEFERRABLE dropped", P.self, Q.self, Deferred.self, to: P.self, Q.self, ToP.self,
      rows: family, probes: [.fails("INSERT INTO t VALUES (2, 9)", "INSERT INTO p VALUES (9)")]),
  ]
}
