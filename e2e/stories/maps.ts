import type { Locator, Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { eventually } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

/** A dataset of two places, ten degrees apart. */
async function placesDataset(page: Page, name: string): Promise<number> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
    database: result[0]?.id,
    schema: 'main',
    table_name: name,
    sql: "SELECT * FROM (VALUES (10.0, 50.0, 'west', 'FR-75'), (20.0, 50.0, 'east', 'FR-69')) AS places(lon, lat, side, code)",
  })
  return id
}

const zoom = 4
/** px between the middle of the map and each place: the world is 512 px wide at zoom 0 */
const offset = ((512 * 2 ** zoom) / 360) * 5

const points = {
  viz_type: 'deck_scatter',
  spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' },
  viewport: { longitude: 15, latitude: 50, zoom, bearing: 0, pitch: 0 },
  autozoom: false,
  point_radius_fixed: { type: 'fix', value: 1 },
  min_radius: 20,
  max_radius: 20,
  color_picker: { r: 255, g: 0, b: 0, a: 1 },
}

/** The red, green and blue of a place of the screen. */
async function colorAt(page: Page, x: number, y: number): Promise<number[]> {
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const png = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, png)
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green < 90 && blue < 90

const mapOf = (page: Page): Locator => page.locator('[data-map=drawn] canvas')

/** Whether the two places and the middle between them are red. */
async function redPlaces(page: Page): Promise<boolean[]> {
  const box = await mapOf(page).boundingBox()
  if (!box) throw new Error('the map has no box')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const found = await Promise.all([x - offset, x, x + offset].map((at) => colorAt(page, at, y)))
  return found.map(isRed)
}

const bothPlaces = (page: Page) => eventually(async () => expect(await redPlaces(page)).toEqual([true, false, true]))

export const stories = [
  story('maps: points are drawn at their places, and again after the browser stopped drawing', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ expects: [/WebGL|context/i] })
    await signIn()
    const id = await placesDataset(page, 'places_of_points')
    await go(await unsavedChart(page, id, points))
    await drawn(page)
    await mapOf(page).waitFor()
    await bothPlaces(page)
    expect(await axeFindings()).toEqual([])
    // the point under the pointer says what it is
    const box = (await mapOf(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2 + offset, box.y + box.height / 2)
    await page.locator('dd', { hasText: '20' }).waitFor()

    await mapOf(page).evaluate((canvas) =>
      (canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
    )
    await page.getByText('The browser has stopped drawing this map.').waitFor()
    await page.getByRole('button', { name: 'Draw again' }).click()
    await mapOf(page).waitFor()
    await bothPlaces(page)
  }),

  story('maps: a browser without WebGL says so, and shows the rows', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const id = await placesDataset(page, 'places_without_webgl')
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest)
      } as never
    })
    await go(await unsavedChart(page, id, points))
    await drawn(page)
    await page.getByText(/^This map needs WebGL/).waitFor()
    await page.getByRole('button', { name: 'View as table' }).first().click()
    await page.getByRole('cell', { name: '10' }).first().waitFor()
    await page.locator('button:focus', { hasText: 'View as chart' }).waitFor()
  }),

  story('maps: the regions of a country are drawn, and one finger scrolls the page over them', async ({ visit }) => {
    const { page, signIn, go } = await visit({ touch: true })
    await signIn()
    const id = await placesDataset(page, 'places_of_regions')
    const form = { viz_type: 'country_map', select_country: 'france', entity: 'code', metric: 'count' }
    await go(
      await unsavedChart(page, id, {
        ...form,
        metric: { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' },
      }),
    )
    await drawn(page)
    const canvas = page.locator('[data-viz-type=country_map] canvas').first()
    await canvas.waitFor()
    await eventually(async () =>
      expect(
        await canvas.evaluate((element) => getComputedStyle(element.parentElement!.parentElement!).touchAction),
      ).toEqual('pan-x pan-y'),
    )
  }),
]
