import type { Locator, Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { eventually, tile } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { drawn, queriesDuring, unsavedChart } from '../harness/explore.ts'
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

const red = { r: 255, g: 0, b: 0, a: 1 }
const { viewport } = points
/** One place in the middle, which counts once. */
const weighted = {
  spatial: { type: 'delimited', lonlatCol: 'middle', delimiter: ',' },
  size: { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' },
  // its first color is blue
  color_scheme: 'd3Category10',
}

/**
 * Charts of shapes. `at`: whether they have their color (by default red) at the first place, in the middle, and at the
 * second place.
 */
const shapes: { name: string; form: { viz_type: string } & Record<string, unknown>; color?: 'blue'; at: boolean[] }[] =
  [
    {
      name: 'Lines',
      form: { viz_type: 'deck_path', line_column: 'line', line_width: 20, color_picker: red, js_columns: ['middle'] },
      at: [true, true, true],
    },
    {
      name: 'Areas',
      form: {
        viz_type: 'deck_polygon',
        line_column: 'area',
        fill_color_picker: red,
        opacity: 100,
        extruded: false,
      },
      at: [true, true, true],
    },
    {
      // its halves meet west of the middle
      name: 'Area that crosses itself',
      form: { viz_type: 'deck_polygon', line_column: 'bow_tie', fill_color_picker: red, opacity: 100, extruded: false },
      at: [true, true, true],
    },
    {
      name: 'GeoJSON',
      form: {
        viz_type: 'deck_geojson',
        geojson: 'points',
        fill_color_picker: red,
        point_radius_scale: 100_000,
        extruded: false,
      },
      at: [true, false, true],
    },
    {
      name: 'Arcs',
      // a wider arc, so that its ends are beyond the places
      form: {
        viz_type: 'deck_arc',
        start_spatial: { type: 'delimited', lonlatCol: 'start_place', delimiter: ',' },
        end_spatial: { type: 'delimited', lonlatCol: 'end_place', delimiter: ',' },
        color_picker: red,
        target_color_picker: red,
        stroke_width: 40,
      },
      at: [true, true, true],
    },
    {
      name: 'Squares',
      form: { ...weighted, viz_type: 'deck_grid', grid_size: 200_000, extruded: false },
      color: 'blue',
      at: [false, true, false],
    },
    {
      name: 'Hexagons',
      form: { ...weighted, viz_type: 'deck_hex', grid_size: 200_000, extruded: false },
      color: 'blue',
      at: [false, true, false],
    },
    {
      name: 'Cells of the screen',
      form: { ...weighted, viz_type: 'deck_screengrid', grid_size: 60, color_picker: red },
      at: [false, true, false],
    },
    {
      name: 'Contours',
      form: {
        ...weighted,
        viz_type: 'deck_contour',
        cellSize: 200_000,
        contours: [{ lowerThreshold: 0.01, upperThreshold: 10, color: red }],
      },
      at: [false, true, false],
    },
    {
      name: 'Density',
      form: { ...weighted, viz_type: 'deck_heatmap', radius_pixels: 70 },
      at: [false, true, false],
    },
    {
      name: 'Line over 180 degrees',
      form: {
        viz_type: 'deck_path',
        line_column: 'crossing',
        line_width: 20,
        color_picker: red,
        viewport: { ...viewport, longitude: 180 },
      },
      at: [true, true, true],
    },
  ]

/** A dataset with the shapes of one row. */
async function shapesDataset(page: Page, name: string): Promise<number> {
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const geometry = '{"type":"MultiPoint","coordinates":[[10,50],[20,50]]}'
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
    database: result[0]?.id,
    schema: 'main',
    table_name: name,
    sql: `SELECT '[[8,50],[22,50]]' AS line, '[[8,48],[22,48],[22,52],[8,52]]' AS area,
      '[[8,51],[22,48.2],[22,51.8],[8,49]]' AS bow_tie, '${geometry}' AS points,
      '8,50' AS start_place, '15,50' AS middle, '22,50' AS end_place, '[[173,50],[-173,50]]' AS crossing`,
  })
  return id
}

type Rgb = [red: number, green: number, blue: number]

const isRed = ([red, green, blue]: Rgb) => red > 180 && green < 90 && blue < 90

const isBlue = ([red, green, blue]: Rgb) => red < 80 && green < 150 && blue > 150

const mapOf = (page: Page | Locator): Locator => page.locator('[data-map=drawn] canvas').first()

/** Does not wait for the position to be stable: frames are rare while maps are drawn without a graphics card. */
const scrollTo = (tile: Locator) => tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))

/** Whether the two places and the middle between them have a color on a map. */
async function places(page: Page | Locator, hasColor: (color: Rgb) => boolean): Promise<boolean[]> {
  const colors = await mapOf(page).evaluate((element, offset) => {
    const canvas = element as HTMLCanvasElement
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    context?.drawImage(canvas, 0, 0)
    const scale = canvas.width / canvas.clientWidth
    return [-offset, 0, offset].map((right) => [
      ...(context?.getImageData(canvas.width / 2 + right * scale, canvas.height / 2, 1, 1).data ?? []),
    ])
  }, offset)
  return colors.map((color) => hasColor(color.slice(0, 3) as Rgb))
}

const redAt = (map: Locator) => places(map, isRed)

const bothPlaces = (page: Page) =>
  eventually(async () => expect(await places(page, isRed)).toEqual([true, false, true]))

/** Drags a map until its former middle is where the eastern place was. */
async function dragToEast(page: Page): Promise<void> {
  const box = (await mapOf(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // the map recognizes a drag only after the pointer has moved by some px, and moves from there
  const start = x + 4
  await page.mouse.move(start, y)
  await page.mouse.move(start + Math.round(offset), y, { steps: 4 })
  await page.mouse.up()
  // a mark under the pointer is paler
  await page.mouse.move(start, box.y + 40)
}

/** The maps of a page that have a WebGL context. */
const contexts = (page: Page): Promise<number> =>
  page
    .locator('[data-map] canvas')
    .evaluateAll((all) => all.filter((canvas) => (canvas as HTMLCanvasElement).getContext('webgl2') !== null).length)

const mostContexts = 6

/** Counts the pictures that maps draw from now on. */
const countPictures = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext
    const { clear } = prototype
    const counted = window as { pictures?: number }
    prototype.clear = function (mask) {
      // the rendering that finds the mark under the pointer does not go to the screen
      const isOnScreen = this.getParameter(this.FRAMEBUFFER_BINDING) === null
      if (isOnScreen) counted.pictures = (counted.pictures ?? 0) + 1
      clear.call(this, mask)
    }
  })

export const stories = [
  story('maps: every kind of shape is drawn at its places, a few at a time', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const dataset = await shapesDataset(page, 'shapes_of_maps')
    const ids: number[] = []
    for (const { name, form } of shapes)
      ids.push(await createChart(page, name, dataset, { viewport, autozoom: false, ...form }))
    await go(`/superset/dashboard/${await createDashboard(page, 'Shapes of maps', ids, {}, 3)}/`)
    for (const { name, color, at } of shapes) {
      const map = tile(page, name)
      await scrollTo(map)
      await mapOf(map).waitFor({ timeout: 60_000 })
      const hasColor = color === 'blue' ? isBlue : isRed
      await eventually(async () => expect({ name, at: await places(map, hasColor) }).toEqual({ name, at }), 60_000)
      expect((await contexts(page)) <= mostContexts).toEqual(true)
    }
    expect(await axeFindings()).toEqual([])
    // a map that released its context shows a picture, and responds again
    const first = tile(page, shapes[0]!.name)
    await scrollTo(first)
    expect(await places(first, isRed)).toEqual(shapes[0]!.at)
    const box = (await mapOf(first).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await eventually(async () => {
      await page.mouse.move(x - 5, y)
      await page.mouse.move(x, y)
      expect((await first.locator('dd').count()) > 0).toEqual(true)
    }, 60_000)
  }),

  story('maps: points are drawn at their places, and again after the browser stopped drawing', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ expects: [/WebGL|context/i] })
    await signIn()
    const id = await placesDataset(page, 'places_of_points')
    await countPictures(page)
    await go(await unsavedChart(page, id, points))
    await drawn(page)
    await mapOf(page).waitFor()
    await bothPlaces(page)
    // without a graphics card, each picture of many marks takes seconds
    expect(await page.evaluate(() => (window as { pictures?: number }).pictures)).toEqual(1)
    expect(await axeFindings()).toEqual([])
    // hovering a point shows its description
    const box = (await mapOf(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2 + offset, box.y + box.height / 2)
    await page.locator('dd', { hasText: '20' }).waitFor()

    // marks are reached one after another by keyboard
    await page.getByRole('listbox', { name: /^Marks of/ }).focus()
    await page.getByRole('option', { name: /lon: 10/, selected: false }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await page.getByText(/^lon: 20, lat: 50/).waitFor()

    await mapOf(page).evaluate((canvas) =>
      (canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
    )
    await page.getByText('The browser has stopped drawing this map.').waitFor()
    await page.getByRole('button', { name: 'Draw again' }).click()
    await mapOf(page).waitFor()
    await bothPlaces(page)
  }),

  story('maps: moving a map in the chart builder sets its viewport, without a query', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const id = await placesDataset(page, 'places_of_viewports')
    const undo = page.getByRole('button', { name: 'Undo' })
    await go(await unsavedChart(page, id, { ...points, autozoom: true }))
    await drawn(page)
    await mapOf(page).waitFor()
    // a map that gets a size has not moved: a move would be reported after 300 ms
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.waitForTimeout(900)
    expect(await undo.isDisabled()).toEqual(true)
    await page.setViewportSize({ width: 1440, height: 900 })

    await go(await unsavedChart(page, id, points))
    await drawn(page)
    await mapOf(page).waitFor()
    await bothPlaces(page)
    const shows = (at: boolean[]) => eventually(async () => expect(await places(page, isRed)).toEqual(at), 30_000)
    const viewport = page.getByRole('button', { name: /^Viewport: / })
    const looksAt = (name: RegExp) =>
      eventually(async () => expect(await viewport.getAttribute('aria-label')).toMatch(name))
    await looksAt(/: 15° \| 50°$/)
    const asked = await queriesDuring(page, async () => {
      await dragToEast(page)
      // the western place is in the middle
      await looksAt(/: 9\.99\d* *° \| 50°$/)
      await shows([false, true, false])
      expect(await page.getByText('Your chart is not up to date').count()).toEqual(0)

      await viewport.click()
      await page.getByRole('textbox', { name: 'Longitude' }).fill('15')
      await page.keyboard.press('Enter')
      await looksAt(/: 15° \| 50°$/)
      await bothPlaces(page)
      expect(await axeFindings()).toEqual([])
      await page.keyboard.press('Escape')

      for (const at of [
        [false, true, false],
        [true, false, true],
      ]) {
        await undo.click()
        await shows(at)
      }
    })
    expect(asked).toEqual(0)
  }),

  story('maps: saved charts are layers of one map, each with its rows; a missing one is named', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit({ expects: [/404/] })
    await signIn()
    const dataset = await shapesDataset(page, 'shapes_of_layers')
    const layers = shapes.filter(({ name }) => name === 'Lines' || name === 'GeoJSON')
    const ids: number[] = []
    for (const { name, form } of layers) {
      ids.push(await createChart(page, `Layer: ${name}`, dataset, { viewport, autozoom: false, ...form }))
    }
    const missing = 987_654
    const layered = { viz_type: 'deck_multi', deck_slices: [...ids, missing], viewport, autozoom: false }
    const id = await createChart(page, 'Layers', dataset, layered)
    const dashboard = await createDashboard(page, 'Layers of maps', [id], {}, 1)
    await go(`/superset/dashboard/${dashboard}/`)
    const map = tile(page, 'Layers')
    const shows = (at: boolean[]) => eventually(async () => expect(await places(map, isRed)).toEqual(at), 60_000)
    await mapOf(map).waitFor({ timeout: 60_000 })
    await shows([true, true, true])
    await map.getByText(`Chart ${missing} is not shown`).waitFor()
    expect(await axeFindings()).toEqual([])
    // the points of the other layer stay
    await map.getByRole('button', { name: 'Layer: Lines' }).press('Enter')
    await shows([true, false, true])

    await map.getByRole('button', { name: 'View as table' }).press('Enter')
    await map.getByRole('table', { name: 'Layer: Lines' }).waitFor()
    await map
      .getByRole('table', { name: 'Layer: GeoJSON' })
      .getByRole('cell', { name: /MultiPoint/ })
      .waitFor()

    // the server draws the map for lists and reports
    const cover = (path: string) => fetch(path).then(({ status }) => status)
    expect(await page.evaluate(cover, `/api/v1/dashboard/${dashboard}/cover/`)).toEqual(200)
  }),

  story('maps: places near each other are one circle, which a click divides', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const id = await placesDataset(page, 'places_of_circles')
    await go(
      await unsavedChart(page, id, {
        viz_type: 'mapbox',
        all_columns_x: 'lon',
        all_columns_y: 'lat',
        mapbox_color: 'rgb(255, 0, 0)',
        viewport_longitude: 15,
        viewport_latitude: 50,
        viewport_zoom: zoom,
      }),
    )
    await drawn(page)
    await mapOf(page).waitFor()
    await bothPlaces(page)
    expect(await axeFindings()).toEqual([])
    const seesAt = (at: boolean[]) => eventually(async () => expect(await places(page, isRed)).toEqual(at), 30_000)
    for (const _step of [1, 2, 3]) await page.getByRole('button', { name: 'Zoom out' }).press('Enter')
    await seesAt([false, true, false])
    const box = (await mapOf(page).boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    // a circle under the pointer is paler
    const isPaleOrRed = ([red, green, blue]: Rgb) => red > 180 && green < 170 && blue < 170
    await eventually(async () => expect(await places(page, isPaleOrRed)).toEqual([false, false, false]), 30_000)
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await bothPlaces(page)
  }),

  story('maps: a saved chart is drawn at each place, with the rows of the place', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
    const at = (longitude: number) => `{"type":"Point","coordinates":[${longitude},50]}`
    const { id: dataset } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
      database: result[0]?.id,
      schema: 'main',
      table_name: 'places_of_charts',
      sql: `SELECT * FROM (VALUES ('${at(10)}', 'a'), ('${at(10)}', 'b'), ('${at(20)}', 'a')) AS places(place, kind)`,
    })
    const metric = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }
    const pie = await createChart(page, 'Kinds', dataset, { viz_type: 'pie', groupby: ['kind'], metric })
    const map = { viz_type: 'cartodiagram', selected_chart: [pie], geom_column: 'place', map_view: viewport }
    const id = await createChart(page, 'Kinds of places', dataset, { ...map, autozoom: false, chart_size: 80 })
    await go(`/superset/dashboard/${await createDashboard(page, 'Charts on a map', [id], {}, 1)}/`)
    const charts = tile(page, 'Kinds of places').locator('[data-placed=drawn] [data-viz-type=pie] canvas')
    await charts.nth(1).waitFor({ timeout: 60_000 })
    const box = (await mapOf(tile(page, 'Kinds of places')).boundingBox())!
    const places = async () => {
      const boxes = await Promise.all((await charts.all()).map((each) => each.boundingBox()))
      return boxes.map((each) => Math.round(each!.x + each!.width / 2 - box.x - box.width / 2))
    }
    await eventually(async () => expect(await places()).toEqual([-Math.round(offset), Math.round(offset)]), 30_000)
    expect(await axeFindings()).toEqual([])
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

  story(
    'maps: an uploaded file becomes a map whose regions a chart colors, filters by and names',
    async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit({ expects: [/422 \(/] })
      await signIn()
      const half = (west: number, east: number) => [
        [
          [west, 40],
          [east, 40],
          [east, 50],
          [west, 50],
          [west, 40],
        ],
      ]
      const district = (nr: string, name: string, west: number, east: number) => ({
        type: 'Feature',
        properties: { nr, name },
        geometry: { type: 'Polygon', coordinates: half(west, east) },
      })
      const features = [district('W1', 'West', 0, 10), district('E1', 'East', 10, 20)]
      const upload = async (name: string, content: string) => {
        await page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
        await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      }
      await go('/mapboundaries/list/')
      await page.getByRole('button', { name: 'Map', exact: true }).first().click()
      await upload('Sales districts.geojson', '{"type": "Feature')
      await page.getByText('The file could not be read: it is no JSON').waitFor()
      expect(await axeFindings()).toEqual([])
      await upload('Sales districts.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
      await page.getByRole('button', { name: 'Sales districts', exact: true }).waitFor()

      const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
      const { id: dataset } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
        database: result[0]?.id,
        schema: 'main',
        table_name: 'districts_of_maps',
        sql: "SELECT * FROM (VALUES ('w1', 1), ('East', 9), ('N7', 3)) AS districts(district, sold)",
      })
      const metric = { expressionType: 'SQL', sqlExpression: 'sum(sold)', label: 'Sold' }
      await go(await unsavedChart(page, dataset, { viz_type: 'country_map', entity: 'district', metric }))
      await page.getByRole('combobox', { name: /Country/ }).click()
      await page.getByRole('option', { name: /Sales districts/ }).click()
      await page.getByRole('button', { name: /Create chart|Update chart/ }).click()
      await drawn(page)
      const canvas = page.locator('[data-viz-type=country_map] canvas').first()
      await canvas.waitFor()
      // the lower value is paler
      const lightness = () =>
        canvas.evaluate((element) => {
          const { width, height } = element as HTMLCanvasElement
          const context = (element as HTMLCanvasElement).getContext('2d')
          return [0.47, 0.53].map((x) => {
            const [red = 0, green = 0, blue = 0] = context?.getImageData(width * x, height * 0.45, 1, 1).data ?? []
            return red + green + blue
          })
        })
      await eventually(async () => {
        const [west = 0, east = 0] = await lightness()
        expect(west > east + 60).toEqual(true)
      })
      await page.getByText('One of 3 values is not a region: N7').first().waitFor({ state: 'attached' })
      expect(await axeFindings()).toEqual([])
    },
  ),

  story('maps: a style of another server is drawn below the data, with its credits', async ({ visit }) => {
    const host = 'https://tiles.example.org'
    const { page, signIn, go, axeFindings } = await visit({ expects: [/tiles\.example\.org/] })
    await signIn()
    const id = await placesDataset(page, 'places_of_style')
    let isThere = true
    const style = {
      version: 8,
      sources: {
        land: {
          type: 'geojson',
          attribution: '<a href="https://example.org">© Example Tiles</a>',
          data: {
            type: 'Polygon',
            coordinates: [
              [
                [-60, 0],
                [60, 0],
                [60, 80],
                [-60, 80],
                [-60, 0],
              ],
            ],
          },
        },
      },
      layers: [
        { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#00ff00', 'fill-antialias': false } },
      ],
    }
    await page.route(`${host}/**`, (route) =>
      isThere ? route.fulfill({ json: style }) : route.fulfill({ status: 404 }),
    )
    // changes the page to what the server renders with SEXTANT_MAP_STYLE
    await page.route(/\/explore\//, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const answer = await route.fetch()
      const address = `${host}/style.json`
      const added = JSON.stringify({ MAP_STYLE: { light: address, dark: address } })
        .slice(1, -1)
        .replaceAll('"', '&#34;')
      const policy = `${answer.headers()['content-security-policy']}; connect-src 'self' ${host}`
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
        body: (await answer.text()).replace('conf&#34;:{', `conf&#34;:{${added},`),
      })
    })
    const chart = await unsavedChart(page, id, points)
    await go(chart)
    await drawn(page)
    await page.locator('[data-base-map=drawn]').waitFor({ timeout: 60_000 })
    await page.getByText('© Example Tiles').waitFor()
    await eventually(async () => {
      const [red = 0, green = 0, blue = 0] = await page.locator('[data-base-map] canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
        context?.drawImage(canvas, 0, 0)
        return [...(context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])]
      })
      expect([red, green, blue]).toEqual([0, 255, 0])
    })
    await eventually(async () => {
      const at = await page.locator('[data-map=drawn] > [role=img] > canvas').evaluate((element, offset) => {
        const canvas = element as HTMLCanvasElement
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
        context?.drawImage(canvas, 0, 0)
        const scale = canvas.width / canvas.clientWidth
        return [-offset, 0, offset].map(
          (right) =>
            (context?.getImageData(canvas.width / 2 + right * scale, canvas.height / 2, 1, 1).data[3] ?? 0) > 0,
        )
      }, offset)
      // no land from the product's own map between the points
      expect(at).toEqual([true, false, true])
    })
    expect(await axeFindings()).toEqual([])

    isThere = false
    await go(chart)
    await drawn(page)
    await page.getByText('Natural Earth').waitFor()
    await bothPlaces(page)
    expect(await page.locator('[data-base-map]').count()).toEqual(0)
  }),

  story('maps: an area of a map filters the other charts, by mouse and by keyboard', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const dataset = await placesDataset(page, 'places_of_areas')
    const map = await createChart(page, 'Places of areas', dataset, points)
    const table = await createChart(page, 'Sides', dataset, {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['side'],
    })
    await go(`/superset/dashboard/${await createDashboard(page, 'Areas of maps', [map, table], {}, 2)}/`)
    const places = tile(page, 'Places of areas')
    await mapOf(places).waitFor({ timeout: 60_000 })
    const sides = (expected: string[]) =>
      eventually(async () =>
        expect((await tile(page, 'Sides').locator('td').allTextContents()).toSorted()).toEqual(expected),
      )
    await sides(['east', 'west'])

    await places.getByRole('button', { name: 'Filter by an area' }).click()
    const box = (await mapOf(places).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x + offset - 30, y - 30)
    await page.mouse.down()
    await page.mouse.move(x + offset + 30, y + 30, { steps: 4 })
    await page.mouse.up()
    await sides(['east'])
    expect(await axeFindings()).toEqual([])
    // the map itself still shows both places
    await eventually(async () => expect(await redAt(places)).toEqual([true, false, true]), 30_000)
    await places.getByRole('button', { name: 'Clear the area' }).press('Enter')
    await sides(['east', 'west'])

    const start = places.getByRole('button', { name: 'Filter by an area' })
    for (const _step of [1, 2, 3, 4]) await places.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await start.press('Enter')
    await page.keyboard.press('Enter')
    // neither place is in view
    await eventually(async () => expect(await tile(page, 'Sides').locator('td').count()).toEqual(0))
    await places.getByRole('button', { name: 'Clear the area' }).press('Enter')
    await sides(['east', 'west'])
    await start.press('Enter')
    await page.keyboard.press('Escape')
    expect(await places.getByText(/^Drag over an area/).count()).toEqual(0)
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

  story('maps: a square filters the other charts, and its menu has its rows', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const dataset = await placesDataset(page, 'places_of_squares')
    const squares = {
      viz_type: 'deck_grid',
      spatial: points.spatial,
      size: weighted.size,
      color_scheme: weighted.color_scheme,
      grid_size: 200_000,
      viewport,
      autozoom: false,
      extruded: false,
    }
    const map = await createChart(page, 'Squares of places', dataset, squares)
    const table = await createChart(page, 'Sides of squares', dataset, {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['side'],
    })
    await go(`/superset/dashboard/${await createDashboard(page, 'Squares of maps', [map, table], {}, 2)}/`)
    const drawnMap = tile(page, 'Squares of places')
    await mapOf(drawnMap).waitFor({ timeout: 60_000 })
    await eventually(async () => expect(await places(drawnMap, isBlue)).toEqual([true, false, true]), 60_000)
    const sides = (expected: string[]) =>
      eventually(async () =>
        expect((await tile(page, 'Sides of squares').locator('td').allTextContents()).toSorted()).toEqual(expected),
      )
    const box = (await mapOf(drawnMap).boundingBox())!
    const east = [box.x + box.width / 2 + offset, box.y + box.height / 2] as const
    await page.mouse.click(...east)
    await sides(['east'])
    await page.mouse.click(...east)
    await sides(['east', 'west'])
    await page.mouse.click(...east, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Drill to detail by all' }).click()
    await page.getByRole('dialog').getByRole('cell', { name: 'FR-69' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('cell', { name: 'FR-75' }).count()).toEqual(0)
  }),
]
