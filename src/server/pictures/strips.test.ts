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
    '<svg xmlns="http://www.w3.org/2000/svg" width="298" height="1462"><rect x="50" width="100" height="1462" fill="#123456"/></svg>',
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

  it('a heading is on the page of what it names', () => {
    const band = (top: number, part: object) => ({
      top,
      height: 100,
      parts: [{ x: 0, y: top, width: 300, height: 100, ...part }],
    })
    const low = (top: number) => band(top, { kind: 'chart', chartId: 1, title: undefined })
    const heading = (top: number) => band(top, { kind: 'heading', text: 'Rain', size: 'small' })
    const bands = [low(0), heading(112), low(224), heading(336), heading(448)] as DashboardOrder['bands']
    // two bands fit on a page, below the title on the first one
    const pages = drawOnPages({ ...order, bands }, tiles, { pageHeight: 310, scaleOf: () => 1, fonts })
    expect(pages.map(({ strips }) => strips.filter(({ svg }) => svg.includes('Rain')).length)).toEqual([0, 1, 2])
    expect(pages.map(({ strips }) => strips.filter(({ svg }) => svg.includes('High')).length)).toEqual([1, 1, 0])
  })

  const own = 'width="274" height="302"'
  const twice = `<svg ${own} viewBox="0 0 274 302"><rect width="150" height="302" fill="#123456"/></svg>`
  const far = `<svg ${own} overflow="visible"><clipPath id="picture1-map"><rect ${own}/></clipPath><g clip-path="url(#picture1-map)"><path d="M-30000 -30000H150V30000H-30000Z" fill="#123456"/></g></svg>`

  it.each([
    ['clipped twice', twice, 300],
    ['clipped twice', twice, 560],
    ['clipped twice', twice, 1024],
    ['clipped twice', twice, 1500],
    ['as large as land', far, 300],
    ['as large as land', far, 560],
  ])('what is %s in a tile is complete', (_, inner, y) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="298" height="302"><g transform="translate(12,0)">${inner}</g></svg>`
    const band = { top: y, height: 340, parts: [{ ...chart, y, height: 340 }] }
    const low = { ...order, bands: [{ top: 0, height: 10, parts: [] }, band] }
    const poster = drawOnOne(low, new Map([[1, { title: '', svg: Buffer.from(svg) }]]), fonts)
    const rows = Buffer.concat([...poster.strips(1)].map((strip) => opaque(rasterize(strip.svg, 1, fonts).pixels)))
    // left edge 24, tile edge 1, edge of the chart 12
    const x = 24 + 1 + 12 + 100
    const marked = Array.from({ length: poster.height }, (_, row) => (row * poster.width + x) * 3)
    expect(marked.filter((at) => rows.toString('hex', at, at + 3) === '123456')).toHaveLength(302)
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
    const top = poster.height - 24 - 1500 + CARD_HEAD + 1
    expect(Math.abs(first - top * scale)).toBeLessThanOrEqual(1)
    expect(Math.abs(last + 1 - (top + 1462) * scale)).toBeLessThanOrEqual(1)
  })
})
