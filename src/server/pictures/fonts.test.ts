import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFonts } from './drawn/fonts.ts'
import { largeTexts } from './drawn/largeTexts.ts'
import { rasterize } from './drawn/rasterize.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-fonts-'))
const fonts = openFonts(folder)
afterAll(() => rmSync(folder, { recursive: true }))

/** The share of ink of a text, and its pixels. */
function inkOf(text: string, weight = 400): { share: number; pixels: string } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40" font-family="Inter" font-size="24" font-weight="${weight}"><rect width="300" height="40" fill="#fff"/><text x="4" y="28">${text}</text></svg>`
  const { pixels } = rasterize(svg, 1, fonts)
  let ink = 0
  for (let at = 0; at < pixels.length; at += 4) ink += 255 - (pixels[at] ?? 255)
  return { share: ink / 255 / (300 * 40), pixels: pixels.toString('base64') }
}

describe('texts of pictures', () => {
  it.each([
    ['Latin', 'Revenue', 'Revenur'],
    ['Latin with accents', 'Größe', 'Größé'],
    ['Vietnamese', 'Việt', 'Viềt'],
    ['Greek', 'Έσοδα', 'Έσοδω'],
    ['Cyrillic', 'Выручка', 'Выручко'],
    ['Chinese', '销售额', '销售量'],
    ['Japanese', 'ひらカタ', 'ひらカナ'],
    ['Korean', '매출', '매일'],
    ['Arabic', 'مبيعات', 'مبيعان'],
    ['arrows', '↗ 12', '↘ 12'],
  ])('%s is drawn with its own characters', (_script, text, other) => {
    expect(fonts.cover(text)).toBe(true)
    const drawn = inkOf(text)
    expect(drawn.share).toBeGreaterThan(0.005)
    // boxes in place of characters would look the same
    expect(drawn.pixels).not.toBe(inkOf(other).pixels)
  })

  it.each(['Revenue', 'Έσοδα', 'Выручка'])('%s is heavier as a title', (text) => {
    expect(inkOf(text, 600).share).toBeGreaterThan(inkOf(text).share * 1.1)
  })

  it('are as wide as they are drawn', () => {
    const text = 'Sales of the year 2024'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="40" font-family="Inter"><rect width="600" height="40" fill="#fff"/><text y="28" font-size="24">${text}</text></svg>`
    const { pixels, width } = rasterize(largeTexts(svg), 1, fonts)
    let last = 0
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) last = Math.max(last, (at / 4) % width)
    expect(Math.abs(fonts.measure(text, { size: 24, weight: 400 }) - last)).toBeLessThan(8)
  })

  it('letters of Arabic are joined', () => {
    expect(inkOf('مبيعات').pixels).not.toBe(inkOf([...'مبيعات'].join('\u200c')).pixels)
  })

  it('of scripts without a font have the width of a letter', () => {
    expect(fonts.cover('ไทย')).toBe(false)
    expect(fonts.measure('ไทย', { size: 10, weight: 400 })).toBeCloseTo(18.6)
    expect(fonts.measure('ꡀꡁ', { size: 10, weight: 400 })).toBe(20)
  })
})
