import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openFonts } from './drawn/fonts.ts'
import { plainFonts } from './drawn/plainFonts.ts'
import { rasterize } from './drawn/rasterize.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-weights-'))
const fonts = openFonts(folder)
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['<text font-weight="620">', '<text font-weight="600">'],
  ['<text font-weight="420">', '<text font-weight="400">'],
  ['<text style="font-weight:bold">', '<text style="font-weight:600">'],
  [
    `<text style="font: normal 620 25.5px 'Inter', sans-serif" x="3">`,
    `<text style="font-style:normal;font-weight:600;font-size:25.5px;font-family:'Inter', sans-serif" x="3">`,
  ],
  [
    '<text style="fill:red;font: italic normal 11px Inter;x:y">',
    '<text style="fill:red;font-style:italic;font-weight:400;font-size:11px;font-family:Inter;x:y">',
  ],
  ['<text>font: normal 620 12px</text>', '<text>font: normal 620 12px</text>'],
])('%s becomes %s', (svg, expected) => {
  expect(plainFonts(svg)).toBe(expected)
})

/** px from the first to the last dark row of a text. */
function heightOf(style: string): number {
  const text = `<text x="4" y="60" ${style}>72 %</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#fff"/>${text}</svg>`
  const { pixels } = rasterize(plainFonts(svg), 1, fonts)
  const rows = Array.from({ length: 80 }, (_, row) => row).filter((row) =>
    Array.from({ length: 200 }, (_, column) => pixels[(row * 200 + column) * 4] ?? 255).some((red) => red < 128),
  )
  return (rows.at(-1) ?? 0) - (rows[0] ?? 0)
}

it('a text with a weight that the renderer does not know has its size', () => {
  const usual = heightOf('font-family="Inter" font-size="40" font-weight="600"')
  expect(usual).toBeGreaterThan(25)
  expect(heightOf(`style="font: normal 620 40px 'Inter Variable', Inter, sans-serif"`)).toBe(usual)
})
