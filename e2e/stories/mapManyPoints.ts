import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { eventually, tile } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { queriesDuring } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

/** Points in columns and rows, this many px from each other, around the middle of a map without land. */
const [columns, rows, step] = [620, 161, 2]
/** Results have at most 100,000 rows. */
const count = columns * rows
const viewport = { longitude: -140, latitude: 0, zoom: 4, bearing: 0, pitch: 0 }
/** width of the world in px, which is 512 at zoom 0 */
const world = 512 * 2 ** viewport.zoom
/** px from the middle of the map to a column or row; half a px more is the middle of a pixel */
const offset = (at: number, of: number) => (at - of / 2) * step + 0.5

async function datasetOf(page: Page, table_name: string, sql: string): Promise<number> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const body = { database: result[0]?.id, schema: 'main', table_name, sql }
  return (await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', body)).id
}

/** `offset` as an SQL expression. */
const px = (at: string, of: number) => `((${at} - ${of / 2}) * ${step} + 0.5)`
const latticeSql = `SELECT ${viewport.longitude} + ${px(`i % ${columns}`, columns)} * 360 / ${world} AS lon,
    degrees(atan(sinh(-2 * pi() * ${px(`floor(i / ${columns})`, rows)} / ${world}))) AS lat
  FROM range(${count}) AS numbers(i)`
const millionSql = `SELECT -150 + i % 1000 / 50 AS lon, -10 + floor(i / 1000) / 50 AS lat
  FROM range(1000000) AS numbers(i)`

const form = {
  viz_type: 'deck_scatter',
  spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' },
  row_limit: 100_000,
  viewport,
  autozoom: false,
  point_radius_fixed: { type: 'fix', value: 1 },
  min_radius: 0.75,
  max_radius: 0.75,
  color_picker: { r: 255, g: 0, b: 0, a: 1 },
}

const canvasOf = (page: Page) => page.locator('[data-map=drawn] canvas').first()

interface Seen {
  /** points whose pixel has their color */
  points: number
  /** red pixels around all points */
  outside: number
}

/** Counts the points that are at their places after the map was moved by some px. */
async function pointsAt(page: Page, [right, down] = [0, 0]): Promise<Seen> {
  const places = Array.from({ length: count }, (_, at) => [
    offset(at % columns, columns) + right,
    offset(Math.floor(at / columns), rows) + down,
  ])
  return canvasOf(page).evaluate((element, places) => {
    const canvas = element as HTMLCanvasElement
    const { width, height } = canvas
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    context?.drawImage(canvas, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const isRed = (at: number) => pixels[at]! > 180 && pixels[at + 1]! < 150 && pixels[at + 2]! < 150
    const at = ([right = 0, down = 0]: number[]) =>
      [Math.floor(width / 2 + right), Math.floor(height / 2 + down)] as const
    const seen = { points: 0, outside: 0 }
    for (const place of places) {
      const [x, y] = at(place)
      if (isRed((y * width + x) * 4)) seen.points += 1
    }
    const [[west, north], [east, south]] = [at(places[0]!), at(places.at(-1)!)]
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      const isInside = x > west - 3 && x < east + 3 && y > north - 3 && y < south + 3
      if (!isInside && isRed(pixel * 4)) seen.outside += 1
    }
    return seen
  }, places)
}

const everyPoint = { points: count, outside: 0 }

declare global {
  interface Window {
    /** how far the last picture was shifted at each frame, in px */
    shifts?: string[]
  }
}

/** Records how far the picture is shifted, from now on. */
const recordShifts = (page: Page) =>
  canvasOf(page).evaluate((canvas) => {
    const shifts: string[] = []
    window.shifts = shifts
    new MutationObserver(() => shifts.push((canvas as HTMLCanvasElement).style.transform)).observe(canvas, {
      attributeFilter: ['style'],
    })
  })

/** The offsets in px of shifted pictures. */
const offsetsOf = (shifts: readonly string[]) =>
  shifts.flatMap((text) => {
    const [, x, y] = /^translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(text) ?? []
    return x === undefined ? [] : [[Math.round(Number(x)), Math.round(Number(y))]]
  })

/** How far the map is dragged, in px. */
const [right, down] = [24, 8]

export const stories = [
  story(
    'maps: a hundred thousand points are drawn, follow the pointer at once, and are drawn again at rest',
    async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit()
      await signIn()
      const lattice = await datasetOf(page, 'lattice_of_points', latticeSql)
      const million = await datasetOf(page, 'million_points', millionSql)
      const charts = [
        await createChart(page, 'Lattice', lattice, form),
        await createChart(page, 'Million', million, { ...form, autozoom: true }),
      ]
      await go(`/superset/dashboard/${await createDashboard(page, 'Many points', charts, {}, 1)}/`)
      await canvasOf(page).waitFor({ timeout: 60_000 })
      await eventually(async () => expect(await pointsAt(page)).toEqual(everyPoint), 90_000)
      expect(await axeFindings()).toEqual([])

      const box = (await canvasOf(page).boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      // the map recognizes a drag only after the pointer has moved by some px, and moves from there
      const start = x + 4
      await page.mouse.move(start, y)
      await recordShifts(page)
      const asked = await queriesDuring(page, async () => {
        for (let part = 1; part <= 8; part += 1)
          await page.mouse.move(start + (right * part) / 8, y + (down * part) / 8)
        // the button is still pressed
        await eventually(async () => {
          const shifts = await page.evaluate(() => window.shifts ?? [])
          // on a slow machine the map is drawn again between two moves, and is shifted from there
          const [across = 0, along = 0] = offsetsOf(shifts).at(-1) ?? []
          expect([across > 0 && across <= right, across]).toEqual([true, along * (right / down)])
        })
        await page.mouse.up()
        await eventually(async () => expect(await pointsAt(page, [right, down])).toEqual(everyPoint), 90_000)
      })
      expect(asked).toEqual(0)
      // the new picture is at its own place
      expect(await canvasOf(page).evaluate((canvas) => (canvas as HTMLCanvasElement).style.transform)).toEqual('')

      const cells = tile(page, 'Million')
      await cells.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await cells.getByText(/^1,000,000 points as [\d,]+ cells$/).waitFor({ timeout: 60_000 })
    },
  ),
]
