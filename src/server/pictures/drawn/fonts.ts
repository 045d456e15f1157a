import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinFonts } from './joinFonts.ts'
import { letterSpacing } from './largeTexts.ts'
import { sfntOf } from './sfnt.ts'
import { widthsOf } from './trueType.ts'

const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
/** Fonts in one weight: Chinese with the Japanese syllabaries, Korean, and Arabic. */
const noto = ['sc-chinese-simplified', 'kr-korean', 'arabic-arabic']

const inter = (weight: number) =>
  scripts.map((script) =>
    fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`)),
  )

/** The family of all texts in pictures, as charts name it. */
export const FAMILY = 'Inter'

export interface Fonts {
  /** TrueType files for the renderer. */
  files: string[]
  /** Width in px of a text. */
  measure: (text: string, font: { size: number; weight: number }) => number
  /** Whether every character of a text can be drawn. */
  cover: (text: string) => boolean
}

/** Texts of at least this weight are drawn with the semibold font, as in CSS. */
const boldFrom = 501
/** Characters that no font has are about as wide as a letter; those of East Asian scripts are square. */
const usual = 0.62
const firstSquare = 0x2e80

/**
 * The fonts of pictures, as files in `folder`. Packages have them as WOFF, which the renderer cannot read.
 */
export function openFonts(folder: string): Fonts {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const joined = (weight: number) =>
    joinFonts(
      inter(weight).map((path) => sfntOf(readFileSync(path))),
      { family: FAMILY, weight },
    )
  const [normal, bold] = [joined(400), joined(600)]
  const others = noto.map((name) => ({
    name: `noto-sans-${name}-400`,
    font: sfntOf(readFileSync(join(import.meta.dirname, `../fonts/noto-sans-${name}-400-normal.woff`))),
  }))
  const files = [
    written(join(folder, 'inter-400.ttf'), normal),
    written(join(folder, 'inter-600.ttf'), bold),
    ...others.map(({ name, font }) => written(join(folder, `${name}.ttf`), font)),
  ]
  const otherWidths = others.map(({ font }) => widthsOf(font))
  const [normalWidth, boldWidth] = [normal, bold].map((font) => widthIn([widthsOf(font), ...otherWidths])) as [
    Width,
    Width,
  ]
  return {
    files,
    measure(text, { size, weight }) {
      const widthOf = weight >= boldFrom ? boldWidth : normalWidth
      let width = 0
      let letters = 0
      for (const letter of text) {
        const character = letter.codePointAt(0) ?? 0
        letters += 1
        width += widthOf(character) ?? (character >= firstSquare ? 1 : usual)
      }
      return width * size + letters * letterSpacing(size)
    },
    cover: (text) => [...text].every((letter) => letter < ' ' || normalWidth(letter.codePointAt(0) ?? 0) !== undefined),
  }
}

type Width = (character: number) => number | undefined

/** The width of a character as a fraction of the font size, in the first font that has it. */
const widthIn =
  (fonts: ReadonlyMap<number, number>[]): Width =>
  (character) =>
    fonts.find((widths) => widths.has(character))?.get(character)

/** Writes a file under another name and renames it, because several processes may write it at the same time. */
function written(path: string, content: Buffer): string {
  if (statSync(path, { throwIfNoEntry: false })?.size === content.length) return path
  const own = `${path}.${process.pid}`
  writeFileSync(own, content, { mode: 0o600 })
  renameSync(own, path)
  return path
}
