import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { CARD_HEAD } from './dashboardLayout.ts'
import { drawOnOne, drawOnPages } from './drawn/drawDashboard.ts'
import { openFonts } from './drawn/fonts.ts'
import { opaque, pngOf } from './drawn/png.ts'
import { rasterize } from './drawn/rasterize.ts'
import type { DashboardOrder } from './protocol.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-strips-'))
const fonts = openFonts(folder)
afterAll(() => rmSync(folder, { recursive: true }))

/** The rows of a PNG file of 8-bit colors without filters. */
function rowsOf(png: Buffer): Buffer[] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
  }
  const bytes = inflateSync(Buffer.concat(parts))
  expect(bytes.length).toBe((width * 3 + 1) * height)
  return Array.from({ length: height }, (_, row) =>
    bytes.subarray(row * (width * 3 + 1) + 1, (row + 1) * (width * 3 + 1)),
  )
}

it('a PNG file of strips has their pixels in order', async () => {
  const strips = [
    { pixels: { width: 2, height: 1 }, rgb: Buffer.from([1, 2, 3, 4, 5, 6]) },
    { pixels: { width: 2, height: 2 }, rgb: Buffer.from([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]) },
  ]
  const png = await pngOf(
    (async function* () {
      yield* strips
    })(),
  )
  expect(rowsOf(png).map((row) => [...row])).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12],
    [13, 14, 15, 16, 17, 18],
  ])
})

describe('a dashboard in strips', () => {
  const chart = { kind: 'chart' as const, chartId: 1, title: 'High', x: 0, y: 0, width: 300, height: 1500 }
  const order: DashboardOrder = {
    title: 'Dashboard',
    notes: [],
    mode: 'light',
    width: 300,
    bands: [{ top: 0, height: 1500, parts: [chart] }],
  }
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="298" height="1463"><rect x="50" width="100" height="1463" fill="#123456"/></svg>',
  )
  const tiles = new Map([[1, { title: 'High', svg }]])

  it('of pages no strip has a darker line at its edges', () => {
    const pages = drawOnPages(order, tiles, { pageHeight: 400, scaleOf: () => 1.75, fonts })
    const strips = pages.flatMap((page) => page.strips)
    expect(strips.length).toBeGreaterThan(1)
    for (const { svg, pixels } of strips) {
      const rgb = opaque(rasterize(svg, 1, fonts).pixels)
      const colorAt = (row: number, column: number) => {
        const at = (row * pixels.width + column) * 3
        return rgb.toString('hex', at, at + 3)
      }
      const ground = colorAt(2, 2)
      const last = { row: pixels.height - 1, column: pixels.width - 1 }
      expect([colorAt(0, 2), colorAt(last.row, 2), colorAt(2, 0), colorAt(2, last.column)]).toEqual(
        Array(4).fill(ground),
      )
    }
  })

  it.each([[300], [560], [1024], [1500]])('what is clipped twice in a tile at %d px is complete', async (y) => {
    const clipped = `<svg width="274" height="303" viewBox="0 0 274 303"><rect x="50" width="100" height="303" fill="#123456"/></svg>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="298" height="303"><g transform="translate(12,0)">${clipped}</g></svg>`
    const low = { ...chart, y, height: 340 }
    const band = { top: y, height: 340, parts: [low] }
    const own = { ...order, bands: [{ top: 0, height: 10, parts: [] }, band] }
    const poster = drawOnOne(own, new Map([[1, { title: '', svg: Buffer.from(svg) }]]), fonts)
    const drawn = [...poster.strips(1)].map((strip) => opaque(rasterize(strip.svg, 1, fonts).pixels))
    const rows = Buffer.concat(drawn)
    const x = 24 + 1 + 12 + 100
    const marked = Array.from({ length: poster.height }, (_, row) => {
      const at = (row * poster.width + x) * 3
      return rows.toString('hex', at, at + 3) === '123456' ? 1 : 0
    })
    expect(marked.reduce<number>((sum, each) => sum + each, 0)).toBe(303)
  })

  it.each([[1], [1.37], [0.73]])('at a scale of %d every row of pixels is there once, without seams', async (scale) => {
    const poster = drawOnOne(order, tiles, fonts)
    const drawn = (async function* () {
      for (const strip of poster.strips(scale)) yield { ...strip, rgb: opaque(rasterize(strip.svg, 1, fonts).pixels) }
    })()
    const rows = rowsOf(await pngOf(drawn))
    expect(rows.length).toBe(Math.round(poster.height * scale))
    // left edge 24, tile edge 1, mark from 50 to 150
    const x = Math.round((24 + 1 + 100) * scale) * 3
    const colors = rows.map((row) => row.toString('hex', x, x + 3))
    const first = colors.indexOf('123456')
    const last = colors.lastIndexOf('123456')
    expect(new Set(colors.slice(first, last + 1))).toEqual(new Set(['123456']))
    const top = poster.height - 24 - 1500 + CARD_HEAD
    expect(Math.abs(first - top * scale)).toBeLessThanOrEqual(1)
    expect(Math.abs(last + 1 - (top + 1463) * scale)).toBeLessThanOrEqual(1)
  })
})
