-- A seed bank's database as it was found: made over the years by other programs, which knew neither
-- STRICT nor one way to name a column, and kept dates as text and weights as NUMERIC.

CREATE TABLE "Taxon" (
  "Code" CHAR(5) PRIMARY KEY NOT NULL,
  "Scientific Name" VARCHAR(80) NOT NULL UNIQUE,
  "Common Name" VARCHAR(80),
  "group" TEXT NOT NULL
);

CREATE TABLE "COLLECTORS" (
  "COLLECTOR_ID" INTEGER PRIMARY KEY AUTOINCREMENT,
  "FULL_NAME" TEXT NOT NULL,
  "E_MAIL" TEXT
);

CREATE TABLE "Seed Lot" (
  "LotNo" INTEGER PRIMARY KEY,
  "TaxonCode" CHAR(5) NOT NULL REFERENCES "Taxon" ("Code"),
  "COLLECTOR_ID" INTEGER REFERENCES "COLLECTORS",
  "Collected" DATETIME,
  "Weight (g)" NUMERIC NOT NULL DEFAULT 0,
  "Viable?" BOOLEAN NOT NULL DEFAULT 1,
  "Label" BLOB,
  "say ""where""" TEXT
);

CREATE TABLE "Germination Test" (
  "LotNo" INTEGER NOT NULL REFERENCES "Seed Lot" ("LotNo"),
  "TestNo" INTEGER NOT NULL,
  "Started" DATE NOT NULL,
  "Sown" SMALLINT NOT NULL,
  "Germinated" SMALLINT NOT NULL DEFAULT 0,
  PRIMARY KEY ("LotNo", "TestNo")
) WITHOUT ROWID;

CREATE INDEX "lot by taxon" ON "Seed Lot" ("TaxonCode");

INSERT INTO "Taxon" VALUES
  ('ALLUR', 'Allium ursinum', 'Ramsons', 'herb'),
  ('BETPE', 'Betula pendula', 'Silver birch', 'tree'),
  ('CORAV', 'Corylus avellana', 'Hazel', 'shrub'),
  ('DESCE', 'Deschampsia cespitosa', NULL, 'grass'),
  ('PRIVE', 'Primula veris', 'Cowslip', 'herb'),
  ('QUERO', 'Quercus robur', 'Common oak', 'tree');

INSERT INTO "COLLECTORS" ("FULL_NAME", "E_MAIL") VALUES
  ('Ingrid Ødegård', 'ingrid@example.org'),
  ('Tomás O''Neill', NULL),
  ('Wanda Żak', 'wanda@example.org');

-- Weights are whole numbers where the scale said so, labels are small pictures, and nobody knows who
-- brought lot 7, or when.
INSERT INTO "Seed Lot" VALUES
  (1, 'ALLUR', 1, '1998-06-14 10:30:00', 12.5, 1, x'89504e470d0a1a0a', 'beech wood, north slope'),
  (2, 'ALLUR', 2, '2003-06-20 08:15:00', 40, 1, NULL, NULL),
  (3, 'BETPE', 1, '2003-09-02 16:00:00', 3, 0, NULL, 'moor "am Kreuz"'),
  (4, 'CORAV', 3, '2011-10-09 11:45:00', 850, 1, x'89504e470d0a1a0a', NULL),
  (5, 'DESCE', 3, '2011-08-30', 7.25, 1, x'', 'wet meadow'),
  (6, 'PRIVE', 3, '2019-07-11T07:20:00Z', 1.75, 1, NULL, 'chalk grassland'),
  (7, 'QUERO', NULL, NULL, 1200, 0, NULL, NULL);

INSERT INTO "Germination Test" VALUES
  (1, 1, '1999-03-01', 50, 41), (1, 2, '2009-03-01', 50, 32), (1, 3, '2019-03-01', 50, 9),
  (2, 1, '2004-03-01', 100, 88), (2, 2, '2014-03-01', 100, 71),
  (3, 1, '2004-04-15', 200, 12), (3, 2, '2014-04-15', 200, 0),
  (4, 1, '2012-02-01', 20, 17),
  (5, 1, '2012-04-01', 400, 366), (5, 2, '2022-04-01', 400, 290),
  (6, 1, '2020-02-15', 80, 52),
  (7, 1, '2020-11-01', 10, 0);
