/// Changes of a text, as those who mean no good make them.
enum HostileText {
  static let seed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a file -->
    <database version="1">
      <table name="objects" old_names="things, &quot;old things&quot;" strict="no">
        <column name="id" type="int(8)" primary="1"/>
        <column name="title" type="varchar(36)" default="it's &lt;none&gt;" quote_default="1" unique="yes"/>
        <column name="edited" type="timestamp" default="CURRENT_TIMESTAMP" old_names="changed"/>
        <column name="n" type="real" not_null="1" default="-1.5"><constraint>CHECK (n &gt; 0)</constraint></column>
        <constraint>UNIQUE (title, n) ON CONFLICT REPLACE</constraint>
        <constraint><![CDATA[CONSTRAINT "c" CHECK (n < 1e3 AND title <> 'x')]]></constraint>
      </table>
      <statement>CREATE INDEX i ON objects (title COLLATE NOCASE DESC) WHERE n > 1</statement>
    </database>
    """

  private static let pieces: [[UInt8]] =
    [
      "<", ">", "</", "/>", "\"", "'", "&", ";", "&amp;", "&#10;", "&#x0;", "&#xD800;", "&x;",
      "]]>",
      "<![CDATA[", "<!--", "-->", "<!DOCTYPE x [", "<!ENTITY x 'y'>", "<?", "?>", "=", " ", "\n",
      "\r",
      "\t", "\0", "\u{1}", "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\u{2028}", "é", "e\u{301}", "𝄞", "(",
      ")", ",", "--",
      "/*", "*/", "'x'", "name", "type", "1", "table", "column", "xmlns:x='u'", "x:y='1'",
      "encoding=\"x\"", "UTF-16",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF8], [0x80]]

  static func mutate(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...30, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 5:
      let copy = Array(bytes[place..<end])
      bytes.insert(contentsOf: copy, at: Int.random(in: 0...bytes.count, using: &generator))
    case 6: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
    default: bytes[place] ^= 0x20
    }
  }
}
