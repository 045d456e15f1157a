import { arrows } from './arrows.ts'
import { type Glyph, readFont, writeFont } from './trueType.ts'

/**
 * Joins fonts that each have some of the characters into one. Packages divide fonts by script, but the renderer takes a
 * missing character from the first font that has it, whatever its weight: titles in Cyrillic would not be bold. If
 * several fonts have a character, the first one is used. Sizes are those of the first font.
 */
export function joinFonts(fonts: readonly Buffer[], named: { family: string; weight: number }): Buffer {
  const [base, ...others] = fonts.map(readFont)
  if (!base) throw new Error('There is no font')
  const glyphs = [...base.glyphs]
  const characters = new Map(base.characters)
  for (const font of others) {
    if (font.unitsPerEm !== base.unitsPerEm) throw new Error('The fonts have different units')
    const first = glyphs.length
    glyphs.push(...font.glyphs.map((glyph) => moved(glyph, first)))
    for (const [character, glyph] of font.characters) {
      if (!characters.has(character)) characters.set(character, glyph + first)
    }
  }
  for (const [character, glyph] of arrows(base.unitsPerEm)) {
    if (!characters.has(character)) characters.set(character, glyphs.push(glyph) - 1)
  }
  return writeFont(base.tables, { glyphs, characters, ...named })
}

const WORDS = 0x0001
const MORE = 0x0020
/** Bytes of the transformation of a part, by its flag. */
const transformations = [
  [0x0008, 2],
  [0x0040, 4],
  [0x0080, 8],
] as const

/** A composite glyph (`é` consists of `e` and its accent) refers to its parts by their index. */
function moved(glyph: Glyph, by: number): Glyph {
  const isComposed = glyph.outline.length > 0 && glyph.outline.readInt16BE(0) < 0
  if (!isComposed) return glyph
  const outline = Buffer.from(glyph.outline)
  let at = 10
  for (let flags = MORE; flags & MORE; ) {
    flags = outline.readUInt16BE(at)
    outline.writeUInt16BE(outline.readUInt16BE(at + 2) + by, at + 2)
    at += 4 + (flags & WORDS ? 4 : 2)
    at += transformations.find(([flag]) => flags & flag)?.[1] ?? 0
  }
  return { ...glyph, outline }
}
