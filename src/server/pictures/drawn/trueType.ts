/** Reading and writing TrueType fonts. Tables: https://learn.microsoft.com/typography/opentype/spec/ */

const HEADER_BYTES = 12
const ENTRY_BYTES = 16

export type Tables = Map<string, Buffer>

export interface Glyph {
  /** Its outline; empty for a space. */
  outline: Buffer
  /** Its advance width and its left side bearing, in units of the font. */
  metrics: Buffer
}

export interface TrueType {
  tables: Tables
  unitsPerEm: number
  glyphs: Glyph[]
  /** Character -> index of its glyph. */
  characters: Map<number, number>
}

/** @throws if tables are missing */
function tablesOf(font: Buffer): Tables {
  const tables: Tables = new Map()
  for (let at = HEADER_BYTES; at < HEADER_BYTES + font.readUInt16BE(4) * ENTRY_BYTES; at += ENTRY_BYTES) {
    const offset = font.readUInt32BE(at + 8)
    tables.set(font.toString('latin1', at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12)))
  }
  const missing = required.find((name) => !tables.has(name))
  if (missing !== undefined) throw new Error(`The font has no table ${missing}`)
  return tables
}

/** Width of each character as a fraction of the font size. Does not read the outlines, which may be large. */
export function widthsOf(font: Buffer): Map<number, number> {
  const tables = tablesOf(font)
  const table = (name: string) => tables.get(name) as Buffer
  const [hmtx, wide, unitsPerEm] = [table('hmtx'), table('hhea').readUInt16BE(34), table('head').readUInt16BE(18)]
  const widths = new Map<number, number>()
  for (const [character, glyph] of charactersOf(table('cmap'))) {
    widths.set(character, hmtx.readUInt16BE(Math.min(glyph, wide - 1) * 4) / unitsPerEm)
  }
  return widths
}

const required = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cmap', 'OS/2', 'post']

/** @throws if tables are missing or the font has no TrueType outlines */
export function readFont(font: Buffer): TrueType {
  const tables = tablesOf(font)
  const table = (name: string) => tables.get(name) as Buffer
  const [loca, glyf, hmtx] = [table('loca'), table('glyf'), table('hmtx')]
  const isLong = table('head').readInt16BE(50) === 1
  const start = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const wide = table('hhea').readUInt16BE(34)
  const metricsOf = (glyph: number) => {
    if (glyph < wide) return hmtx.subarray(glyph * 4, glyph * 4 + 4)
    // the last width is that of all further glyphs
    const bearing = wide * 4 + (glyph - wide) * 2
    return Buffer.concat([hmtx.subarray(wide * 4 - 4, wide * 4 - 2), hmtx.subarray(bearing, bearing + 2)])
  }
  const glyphs = Array.from({ length: table('maxp').readUInt16BE(4) }, (_, glyph) => ({
    outline: glyf.subarray(start(glyph), start(glyph + 1)),
    metrics: metricsOf(glyph),
  }))
  return { tables, unitsPerEm: table('head').readUInt16BE(18), glyphs, characters: charactersOf(table('cmap')) }
}

/** Reads the two formats that today's fonts have. */
function charactersOf(cmap: Buffer): Map<number, number> {
  const subtables = new Map<number, Buffer>()
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const isUnicode = [0, 3].includes(cmap.readUInt16BE(at))
    const subtable = cmap.subarray(cmap.readUInt32BE(at + 4))
    if (isUnicode) subtables.set(subtable.readUInt16BE(0), subtable)
  }
  const [long, short] = [subtables.get(12), subtables.get(4)]
  if (long) return longCharacters(long)
  return short ? shortCharacters(short) : new Map()
}

/** Format 12: groups of consecutive characters. */
function longCharacters(table: Buffer): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = 16; at < 16 + table.readUInt32BE(12) * 12; at += 12) {
    const [first, last, glyph] = [0, 4, 8].map((part) => table.readUInt32BE(at + part)) as [number, number, number]
    for (let character = first; character <= last; character += 1) found.set(character, glyph + character - first)
  }
  return found
}

/** Format 4: segments of characters below 65536. */
function shortCharacters(table: Buffer): Map<number, number> {
  const found = new Map<number, number>()
  const bytes = table.readUInt16BE(6)
  for (let segment = 0; segment < bytes; segment += 2) {
    const [last, first, delta, offset] = [14, 16 + bytes, 16 + bytes * 2, 16 + bytes * 3].map((at) =>
      table.readUInt16BE(at + segment),
    ) as [number, number, number, number]
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const inArray = 16 + bytes * 3 + segment + offset + (character - first) * 2
      const listed = offset === 0 ? character : table.readUInt16BE(inArray)
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) found.set(character, glyph)
    }
  }
  return found
}

/** A font file of these glyphs under a family name, with outlines and widths but no further features of fonts. */
export function writeFont(
  base: Tables,
  {
    glyphs,
    characters,
    family,
    weight,
  }: { glyphs: Glyph[]; characters: ReadonlyMap<number, number>; family: string; weight: number },
): Buffer {
  const outlines = glyphs.map(({ outline }) => padded(outline))
  const loca = Buffer.alloc((glyphs.length + 1) * 4)
  let end = 0
  for (const [index, outline] of outlines.entries()) {
    end += outline.length
    loca.writeUInt32BE(end, (index + 1) * 4)
  }
  const copy = (name: string) => Buffer.from(base.get(name) as Buffer)
  const head = copy('head')
  head.writeInt16BE(1, 50)
  const hhea = copy('hhea')
  hhea.writeUInt16BE(glyphs.length, 34)
  const maxp = copy('maxp')
  maxp.writeUInt16BE(glyphs.length, 4)
  const post = copy('post').subarray(0, 32)
  // glyphs have no names
  post.writeUInt32BE(0x00030000, 0)
  const os2 = copy('OS/2')
  os2.writeUInt16BE(weight, 4)
  return withTables([
    ['OS/2', os2],
    ['cmap', cmapOf(characters)],
    ['glyf', Buffer.concat(outlines)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.concat(glyphs.map(({ metrics }) => metrics))],
    ['loca', loca],
    ['maxp', maxp],
    ['name', nameOf(family)],
    ['post', post],
  ])
}

/** Tables and outlines begin at multiples of four. */
const padded = (part: Buffer) => Buffer.concat([part, Buffer.alloc(-part.length & 3)])

function cmapOf(characters: ReadonlyMap<number, number>): Buffer {
  const sorted = [...characters].toSorted(([one], [other]) => one - other)
  const table = Buffer.alloc(12 + 16 + sorted.length * 12)
  table.writeUInt16BE(1, 2)
  // Windows, all of Unicode
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(10, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(12, 12)
  table.writeUInt32BE(table.length - 12, 16)
  table.writeUInt32BE(sorted.length, 24)
  for (const [index, [character, glyph]] of sorted.entries()) {
    const at = 28 + index * 12
    table.writeUInt32BE(character, at)
    table.writeUInt32BE(character, at + 4)
    table.writeUInt32BE(glyph, at + 8)
  }
  return table
}

/** The family, and the name for PostScript, without which the renderer ignores a font. */
const NAMES = [1, 6]

function nameOf(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16()
  const texts = 6 + NAMES.length * 12
  const table = Buffer.alloc(texts + text.length)
  table.writeUInt16BE(NAMES.length, 2)
  table.writeUInt16BE(texts, 4)
  for (const [index, name] of NAMES.entries()) {
    // Windows, Unicode, English
    for (const [part, value] of [3, 1, 0x409, name, text.length, 0].entries()) {
      table.writeUInt16BE(value, 6 + index * 12 + part * 2)
    }
  }
  text.copy(table, texts)
  return table
}

/** Builds a font file from tables that are sorted by name. Checksums are zero: the renderer does not read them. */
function withTables(tables: [name: string, content: Buffer][]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + tables.length * ENTRY_BYTES)
  // the binary search over the tables uses the largest power of two that is not above their number
  const power = 2 ** Math.floor(Math.log2(tables.length))
  header.writeUInt32BE(0x00010000, 0)
  for (const [index, value] of [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].entries()) {
    header.writeUInt16BE(value, 4 + index * 2)
  }
  let end = header.length
  const parts = tables.map(([name, content], index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES
    header.write(name, at, 'latin1')
    header.writeUInt32BE(end, at + 8)
    header.writeUInt32BE(content.length, at + 12)
    const part = padded(content)
    end += part.length
    return part
  })
  return Buffer.concat([header, ...parts])
}
