import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { eventually, tile } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'

/** Places around the middle of a map, and one that the map does not show. */
const sql = `SELECT * FROM (VALUES (10.0, 50.0, 'west'), (20.0, 50.0, 'east'), (15.0, 47.0, 'south'), (120.5, 10.25, 'far'))
  AS places(lon, lat, side)`
const viewport = { longitude: 15, latitude: 50, zoom: 4, bearing: 0, pitch: 0 }
/** px between the middle of the map and the places in the west and east */
const offset = ((512 * 2 ** viewport.zoom) / 360) * 5

/** A dashboard with a map of the places, with a legend over it, and their table. */
async function openPlaces(page: Page, name: string, columns: number): Promise<string> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const body = { database: result[0]?.id, schema: 'main', table_name: name, sql }
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', body)
  const charts = [
    await createChart(page, 'Places', id, {
      viz_type: 'deck_scatter',
      spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' },
      viewport,
      autozoom: false,
      point_radius_fixed: { type: 'fix', value: 1 },
      min_radius: 6,
      max_radius: 6,
      dimension: 'side',
      legend_position: 'tr',
    }),
    await createChart(page, 'Rows', id, { viz_type: 'table', query_mode: 'raw', all_columns: ['side'] }),
  ]
  return `/superset/dashboard/${await createDashboard(page, 'Places to select', charts, {}, columns)}/`
}

const mapOf = (page: Page) => page.locator('[data-map=drawn] canvas').first()

/** Whether the pixel in the middle of the map has a strong color, as marks have and land and sea have not. */
const hasMarkInMiddle = (page: Page): Promise<boolean> =>
  mapOf(page).evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    context?.drawImage(canvas, 0, 0)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
    return Math.max(red, green, blue) - Math.min(red, green, blue) > 50
  })

const shownRows = async (page: Page) => (await tile(page, 'Rows').locator('tbody td').allTextContents()).toSorted()

export const stories = [
  story('maps: a mark that the map does not show is brought into view by keyboard', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go(await openPlaces(page, 'places_by_keyboard', 1))
    await mapOf(page).waitFor({ timeout: 60_000 })
    expect(await hasMarkInMiddle(page)).toEqual(false)
    const list = page.getByRole('listbox', { name: /^Marks of Places/ })
    await list.focus()
    const far = page.getByRole('option', { name: /side: far/ })
    for (let step = 0; step < 4 && !(await isCurrent(page, /side: far/)); step += 1)
      await page.keyboard.press('ArrowRight')
    expect(await isCurrent(page, /side: far/)).toEqual(true)
    await eventually(async () => expect(await hasMarkInMiddle(page)).toEqual(true), 30_000)
    const [line, legend] = [await far.boundingBox(), await page.getByRole('list', { name: 'Legend' }).boundingBox()]
    const apart = line!.y >= legend!.y + legend!.height || legend!.y >= line!.y + line!.height
    expect(apart).toEqual(true)
    expect(await axeFindings()).toEqual([])
  }),

  story('maps: a lasso filters by the points inside, by pointer and by keyboard', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go(await openPlaces(page, 'places_in_lasso', 2))
    await mapOf(page).waitFor({ timeout: 60_000 })
    const lasso = page.getByRole('button', { name: 'Filter by a lasso' })
    await lasso.click()
    expect(await axeFindings()).toEqual([])
    const box = (await mapOf(page).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // around the places in the west and the east, below which the one in the south stays outside
    const corners = [
      [-1.5, -25],
      [1.5, -25],
      [1.5, 25],
      [0.6, 25],
      [0.6, -10],
      [-0.6, -10],
      [-0.6, 25],
      [-1.5, 25],
    ] as const
    await page.mouse.move(x - 1.5 * offset, y - 25)
    await page.mouse.down()
    for (const [right, down] of corners) await page.mouse.move(x + right * offset, y + down, { steps: 5 })
    await page.mouse.up()
    await eventually(async () => expect(await shownRows(page)).toEqual(['east', 'west']), 30_000)
    await page.getByRole('button', { name: 'Clear the area' }).click()
    await eventually(async () => expect(await shownRows(page)).toEqual(['east', 'far', 'south', 'west']), 30_000)

    await lasso.press('Enter')
    await page.keyboard.press('Escape')
    // the focus is on the button again
    await page.keyboard.press('Enter')
    for (const keys of [
      ['ArrowUp', 'ArrowLeft'],
      ['ArrowDown', 'ArrowDown'],
      ['ArrowRight', 'ArrowRight'],
    ]) {
      for (const key of keys) for (let step = 0; step < 13; step += 1) await page.keyboard.press(key)
      await page.keyboard.press('Space')
    }
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await shownRows(page)).toEqual(['south', 'west']), 30_000)
  }),
]

/** Whether the current mark of the focused list has this text. */
const isCurrent = (page: Page, text: RegExp) =>
  page
    .evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(id)?.textContent ?? ''
    })
    .then((current) => text.test(current))
