import type { Locator, Page } from 'playwright-core'
import {
  areasOfCountry,
  areasOfWorld,
  type DrawnAreas,
  type KnownPlace,
  knownCountries,
  knownPlaces,
  placesOn,
} from '../../src/charts/testing/mapPlaces.ts'
import { callApi } from '../harness/callApi.ts'
import { createChart, createDashboard } from '../harness/createDashboard.ts'
import { eventually, tile } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'

async function lightnessAt(map: Locator, drawn: DrawnAreas, known: readonly KnownPlace[]): Promise<number[]> {
  const box = (await map.boundingBox())!
  const placeOf = placesOn(drawn, box)
  return map.evaluate((element, places) => {
    const canvas = element as HTMLCanvasElement
    const scale = canvas.width / canvas.clientWidth
    return places.map(([x = 0, y = 0]) => {
      const pixel = canvas.getContext('2d')?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data
      return pixel && pixel[0] === pixel[1] && pixel[1] === pixel[2] ? pixel[0]! : -1
    })
  }, known.map(placeOf))
}

async function codesDataset(page: Page): Promise<number> {
  const known = Object.entries(knownPlaces).flatMap(([key, own]) => own.map((each) => [key, each] as const))
  const rows = [...known, ...knownCountries.map((each) => ['world', each] as const)]
  const values = rows.map(([map, [, , code, isLarge]]) => `('${map}', '${code}', ${isLarge ? 9 : 1})`)
  const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/dataset/', {
    database: result[0]?.id,
    schema: 'main',
    table_name: 'codes_of_maps',
    sql: `SELECT * FROM (VALUES ${values.join()}) AS codes(map, code, value)`,
  })
  return id
}

const form = (map: string) => ({
  entity: 'code',
  metric: { expressionType: 'SQL', sqlExpression: 'sum(value)', label: 'Value' },
  linear_color_scheme: 'white_black',
  adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'map', operator: '==', comparator: map }],
})

export const stories = [
  story('maps: ten countries and the world have the colors of their values at known places', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    const dataset = await codesDataset(page)
    const ids: number[] = []
    for (const key of Object.keys(knownPlaces)) {
      const own = { viz_type: 'country_map', select_country: key, ...form(key) }
      ids.push(await createChart(page, `Values of ${key}`, dataset, own))
    }
    ids.push(await createChart(page, 'Values of the world', dataset, { viz_type: 'world_map', ...form('world') }))
    await go(`/superset/dashboard/${await createDashboard(page, 'Colors of maps', ids, {}, 3)}/`)
    const maps = [
      ...Object.entries(knownPlaces).map(([key, known]) => ({ name: key, drawn: areasOfCountry(key), known })),
      { name: 'the world', drawn: areasOfWorld(), known: knownCountries },
    ]
    for (const { name, drawn, known } of maps) {
      const map = tile(page, `Values of ${name}`)
      await map.scrollIntoViewIfNeeded()
      const canvas = map.locator('[data-viz-type] canvas').first()
      await canvas.waitFor()
      // white is the smallest value, black the largest
      const expected = known.map(([, , , isLarge]) => (isLarge ? 0 : 255))
      await eventually(async () =>
        expect({ name, at: await lightnessAt(canvas, drawn, known) }).toEqual({ name, at: expected }),
      )
    }
    expect(await axeFindings()).toEqual([])
  }),
]
