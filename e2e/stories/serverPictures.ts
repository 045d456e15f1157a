import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { APIResponse, Page } from 'playwright-core'
import { charts } from '../../src/charts/index.ts'
import { opaque, pngOf } from '../../src/server/pictures/drawn/png.ts'
import { createRenderer, type Renderer } from '../../src/server/pictures/renderer.ts'
import { type Box, croppedTo, differenceOf, type Image, imageOf } from '../chartGallery/blocks.ts'
import { openChartGallery } from '../chartGallery/galleryPage.ts'
import { callApi } from '../harness/callApi.ts'
import { settled } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import type { Product } from '../harness/product.ts'
import { story } from '../harness/story.ts'
import type { Visitor } from '../harness/visitor.ts'

/** The share of a picture's blocks that may differ from the browser's picture. */
const MOST = 0.03
/** The same for charts that ECharts draws in both places; a missing legend would exceed this limit. */
const MOST_OF_PLOT = 0.01
/** The edge of a dashboard's picture in px. */
const EDGE = 24

/** Types that pictures simplify (docs/pictures.md), with what is different. */
const simplified: Record<string, string> = {
  handlebars: 'the text of its HTML, without styles',
  table: 'whole rows and columns, as many as fit; no search field and no pages',
  pivot_table_v2: 'whole rows and columns, as many as fit',
  time_table: 'whole rows and columns, as many as fit',
  compare: 'no slider',
}

/** Maps that the graphics card draws are compared by separate tests. */
const isGraphics = ({ category, drawnWith }: { category: string; drawnWith: string }) =>
  category === 'Map' && drawnWith === 'react'
const maps = charts.filter(isGraphics).map(({ type }) => type)

const size = { width: 480, height: 320 }
/** Tiles that are drawn at the same time. */
const TOGETHER = 16

/** Here all charts of a dashboard are drawn at once, which takes longer. */
const PATIENCE = { timeoutMs: 600_000 }

/** Pictures that differ are stored here, beside the browser's. */
const folder = resolve(import.meta.dirname, '../../dist/differentPictures')

interface Pair {
  name: string
  browser: Image
  server: Image
  share: number
  /** the share of blocks that may differ */
  most: number
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

async function writePng(name: string, { width, height, pixels }: Image): Promise<void> {
  mkdirSync(folder, { recursive: true })
  async function* rows() {
    yield { pixels: { width, height }, rgb: opaque(Buffer.from(pixels)) }
  }
  writeFileSync(join(folder, `${name}.png`), await pngOf(rows()))
}

/** Stores the pictures that differ too much, and returns a line about each. */
async function differing(pairs: readonly Pair[]): Promise<string[]> {
  const found = pairs.filter(({ share, most }) => share > most)
  for (const { name, browser, server } of found) {
    await writePng(`${name}.browser`, browser)
    await writePng(`${name}.server`, server)
  }
  return found.map(({ name, share }) => `${name}: ${percent(share)} of its blocks`)
}

/** The pictures of one tile. `browser` is a screenshot of the page, with the tile at `place`. */
async function pairOfType(
  page: Page,
  renderer: Renderer,
  { index, place, browser }: { index: number; place: Pick<Box, 'x' | 'y'>; browser: Image },
): Promise<Pair | undefined> {
  const { type, formData, data, datasource } = await page.evaluate((at) => window.chartGallery!.shown(at), index)
  if (type.filtersDashboard || maps.includes(type.type)) return undefined
  const edge = { top: 0, bottom: 0, side: 0 }
  const server = await renderer.draw({
    kind: 'chart',
    order: { type, formData, datasource, size, edge, isTrimmed: false, mode: 'light', now: Date.now() },
    results: data.map((each) => Buffer.from(JSON.stringify(each))),
    format: 'png',
    zoom: 1,
  })
  const pair = { name: type.type, browser: croppedTo(browser, { ...place, ...size }), server: imageOf(server) }
  const most = type.drawnWith === 'echarts' ? MOST_OF_PLOT : MOST
  return { ...pair, share: differenceOf(pair.browser, pair.server).share, most }
}

/** The pictures of the tiles from `from` to before `to`. */
async function pairsOfTypes(page: Page, renderer: Renderer, from: number, to: number): Promise<Pair[]> {
  const range = { from, to, size }
  await page.evaluate(({ from, to, size }) => window.chartGallery!.draw(from, to, size), range)
  // images and fonts arrive later
  await page.waitForTimeout(300)
  const places = await page.locator('[data-tile]').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { left, top } = tile.getBoundingClientRect()
      return { index: Number(tile.getAttribute('data-tile')), x: Math.round(left), y: Math.round(top + scrollY) }
    }),
  )
  const browser = imageOf(await page.screenshot({ fullPage: true }))
  const pairs: Pair[] = []
  for (const { index, ...place } of places) {
    const pair = await pairOfType(page, renderer, { index, place, browser })
    if (pair) pairs.push(pair)
  }
  return pairs
}

const textOf = async (answer: APIResponse) => (answer.status() === 200 ? '' : answer.text())

/** The picture of a dashboard that the server draws in this width. */
async function serverPicture(page: Page, slug: string, width: number): Promise<Buffer> {
  const { request } = page.context()
  const { result } = (await (await request.get(`/api/v1/dashboard/${slug}`)).json()) as { result: { id: number } }
  const sizes = `window_size:!(${width},900),thumb_size:!(${width},900)`
  const headers = {
    'x-csrftoken': await page.locator('#csrf_token').evaluate((field) => (field as HTMLInputElement).value),
  }
  const made = await request.post(`/api/v1/dashboard/${result.id}/cache_dashboard_screenshot/?q=(${sizes})`, {
    data: {},
    headers,
  })
  const { image_url } = (await made.json()) as { image_url: string }
  const ask = () => request.get(image_url, { timeout: 60_000 })
  let image = await ask()
  // requested again, because the server is slow while other stories use the processor
  for (let again = 0; again < 3 && /takes too long/.test(await textOf(image)); again += 1) image = await ask()
  if (image.status() !== 200) throw new Error(`${slug}: ${image.status()} ${await image.text()}`)
  return image.body()
}

/** The box around all components of the open dashboard, and the boxes that are not compared, in px of the page. */
const placesOf = (page: Page, types: readonly string[]) =>
  page.locator('[data-dashboard-content]').evaluate((content, left) => {
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }
    const parts = [...content.children].map(boxOf)
    const [first, last] = [parts[0]!, parts.at(-1)!]
    const whole = { ...first, height: last.y + last.height - first.y }
    const tiles = [...content.querySelectorAll('[data-chart-id]')].filter((tile) => {
      const type = tile.querySelector('[data-viz-type]')?.getAttribute('data-viz-type') ?? ''
      // notes about rows that are left out, and buttons that switch the chart, change the height of its plot
      return left.includes(type) || tile.querySelector('p[class*="mark"], [role="radiogroup"]') !== null
    })
    const texts = [...content.querySelectorAll('.dashboard-markdown')]
    // headers contain the badges of filters
    const heads = [...content.querySelectorAll('[data-chart-id] header')]
    return { whole, ignored: [...tiles, ...texts, ...heads].map(boxOf) }
  }, types)

/** The part of a dashboard's picture with its tiles. The title above them has no fixed height. */
const partOf = (image: Image, { width, height }: Box) =>
  croppedTo(image, { x: EDGE, y: image.height - EDGE - height, width, height })

/** Waits for the notes of charts that leave out rows: a chart reserves the space of its note while it counts them. */
const notesAreThere = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[data-viz-type][class*="_cut"]')].every((frame) => frame.querySelector('p')),
  )

async function pairOfDashboard(page: Page, slug: string, left: readonly string[]) {
  await notesAreThere(page)
  const { whole, ignored } = await placesOf(page, left)
  const box: Box = {
    x: Math.round(whole.x),
    y: Math.round(whole.y),
    width: Math.round(whole.width),
    height: Math.round(whole.height),
  }
  const browser = imageOf(await page.screenshot({ clip: box }))
  const server = partOf(imageOf(await serverPicture(page, slug, box.width)), box)
  const without = ignored.map((each) => ({ ...each, x: each.x - box.x, y: each.y - box.y }))
  return { name: slug, browser, server, share: differenceOf(browser, server, without).share, most: MOST }
}

/** Opens dashboards, by slug or id, and compares them with their pictures. */
async function compareDashboards({ page, go }: Visitor, names: readonly string[]): Promise<void> {
  page.setDefaultTimeout(60_000)
  await page.setViewportSize({ width: 1440, height: 5200 })
  const pairs: Pair[] = []
  for (const name of names) {
    await go(`/superset/dashboard/${name}/`)
    await settled(page)
    await page.waitForTimeout(500)
    pairs.push(await pairOfDashboard(page, name, [...Object.keys(simplified), ...maps]))
  }
  expect(await differing(pairs)).toEqual([])
}

/** Dashboards of Apache Superset's examples: the folder of each bundle, its title and its table. */
const bundles = [
  ['covid_vaccine_dashboard', 'COVID Vaccine Dashboard', 'covid_vaccines'],
  ['fcc_new_coder_survey_2018', 'FCC New Coder Survey 2018', 'FCC 2018 Survey'],
  ['sales_dashboard', 'Sales Dashboard', 'cleaned_sales_data'],
  ['unicode_test', 'Unicode Test', 'unicode_test'],
  ['usa_births_names', 'USA Births Names', 'birth_names'],
  ['world_banks_data', "World Bank's Data", 'wb_health_population'],
] as const
const examples = resolve(import.meta.dirname, '../../../shared/examples')
const hasBundles = existsSync(examples)

/** Imports these dashboards with their tables. */
async function importBundles(product: Product): Promise<void> {
  const tables = mkdtempSync(join(tmpdir(), 'sextant-bundle-tables-'))
  for (const [, , table] of bundles) {
    copyFileSync(join(examples, 'tables', `${table}.parquet`), join(tables, `${table}.parquet`))
  }
  await product.loadTables(tables)
  rmSync(tables, { recursive: true })
  for (const [folder] of bundles) await product.importBundle(join(examples, 'bundles', folder))
}

const kinds = ['dashboard', 'chart', 'dataset'] as const

/** The ids of the objects that were changed last, by their kind. */
async function newestIds(page: Page): Promise<Map<(typeof kinds)[number], Set<number>>> {
  const found = new Map<(typeof kinds)[number], Set<number>>()
  for (const kind of kinds) {
    const query = '(order_column:changed_on_delta_humanized,order_direction:desc,page_size:100)'
    const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', `/api/v1/${kind}/?q=${query}`)
    found.set(kind, new Set(result.map(({ id }) => id)))
  }
  return found
}

/** Removes what was imported: other stories expect few objects. */
async function removeNew(page: Page, before: Awaited<ReturnType<typeof newestIds>>): Promise<void> {
  for (const [kind, now] of await newestIds(page)) {
    const made = [...now.difference(before.get(kind) ?? new Set())]
    if (made.length > 0) await callApi(page, 'DELETE', `/api/v1/${kind}/?q=!(${made.join(',')})`)
  }
}

/** The ids of the imported dashboards. */
async function idsOfBundles(page: Page): Promise<string[]> {
  const answer = await page.request.get(
    '/api/v1/dashboard/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page_size:100)',
  )
  const { result } = (await answer.json()) as { result: { id: number; dashboard_title: string }[] }
  return bundles.map(([, title]) => String(result.find((each) => each.dashboard_title === title)?.id))
}

const ofBundles = story(
  'server pictures: dashboards of imported bundles have the layout that the browser shows',
  async ({ product, visit }) => {
    const visitor = await visit({ theme: 'light' })
    await visitor.signIn()
    const before = await newestIds(visitor.page)
    try {
      await importBundles(product)
      await compareDashboards(visitor, await idsOfBundles(visitor.page))
    } finally {
      await removeNew(visitor.page, before)
    }
  },
  PATIENCE,
)

export const stories = [
  story(
    'server pictures: every type has the layout that the browser shows',
    async ({ visit }) => {
      const { page, signIn } = await visit({ theme: 'light' })
      await signIn()
      const gallery = await openChartGallery(page)
      const home = mkdtempSync(join(tmpdir(), 'sextant-server-pictures-'))
      const faults: string[] = []
      const renderer = createRenderer({ folder: home, onFault: (message) => void faults.push(message) })
      const pairs: Pair[] = []
      try {
        for (let from = 0; from < gallery.types; from += TOGETHER) {
          pairs.push(...(await pairsOfTypes(page, renderer, from, Math.min(gallery.types, from + TOGETHER))))
        }
      } finally {
        renderer.close()
        rmSync(home, { recursive: true, force: true })
      }
      expect(faults).toEqual([])
      expect(pairs.length > 40).toEqual(true)
      expect(await differing(pairs.filter(({ name }) => simplified[name] === undefined))).toEqual([])
      // types whose pictures are now like the browser's must be removed from the list
      const like = pairs.filter(({ name, share }) => simplified[name] !== undefined && share <= MOST)
      expect(like.map(({ name }) => name)).toEqual([])
    },
    PATIENCE,
  ),

  ...[
    ['bird-strikes', 'strikes-detail', 'earthquakes', 'flight-network'],
    ['employment-detail', 'jobs', 'us-flights', 'weather'],
    ['weather-detail', 'countries-detail', 'world', 'shop'],
  ].map((slugs) =>
    story(
      `server pictures: dashboards have the layout that the browser shows: ${slugs.join(', ')}`,
      async ({ visit }) => {
        const visitor = await visit({ theme: 'light' })
        await visitor.signIn()
        await compareDashboards(visitor, slugs)
      },
      PATIENCE,
    ),
  ),

  ...(hasBundles ? [ofBundles] : []),
]

if (!hasBundles) process.stdout.write(`skipped: browser story: ${ofBundles.name} (needs ../shared/examples)\n`)
