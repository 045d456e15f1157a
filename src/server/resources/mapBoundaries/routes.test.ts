import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: Browser
let reader: Browser

beforeAll(async () => {
  server = await startApp()
  await ensureExamplesDatabase(server.services.db, Date.now)
  await server.addUser('reader', ['Gamma'])
  admin = await server.browser('admin')
  reader = await server.browser('reader')
}, 120_000)
afterAll(() => server.close())

const square = (x: number) => [
  [
    [x, 0],
    [x + 1, 0],
    [x + 1, 1],
    [x, 1],
    [x, 0],
  ],
]
const districts = (...codes: string[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: codes.map((code, at) => ({
      type: 'Feature',
      properties: { code, name: `District ${code}` },
      geometry: { type: 'Polygon', coordinates: square(at) },
    })),
  })

async function post(
  browser: Browser,
  content: string | undefined,
  fields: Record<string, string> = {},
  url = '/api/v1/map_boundaries/',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (content !== undefined) form.set('file', new Blob([content]), 'Sales districts.geojson')
  const body = new Response(form)
  return browser.inject({
    method: 'POST',
    url,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}
const get = (url: string, browser = reader, headers: Record<string, string> = {}) =>
  browser.inject({ method: 'GET', url, headers })
const codesOf = (answer: { json: () => unknown }) =>
  (
    answer.json() as { objects: { regions: { geometries: { properties: { code: string } }[] } } }
  ).objects.regions.geometries.map(({ properties }) => properties.code)

describe('uploaded boundaries', () => {
  it('become a map that every reader of charts gets, and that is replaced under its key', async () => {
    const made = await post(admin, districts('N', 'S'))
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        result: {
          name: 'Sales districts',
          key: 'sales_districts',
          regions: 2,
          code_property: 'code',
          name_property: 'name',
          is_plan: false,
          notes: '',
        },
      },
    ])
    const { id } = made.json<{ id: number }>()
    expect((await get('/api/v1/map_boundaries/choices')).json()).toEqual({
      result: [{ key: 'sales_districts', value: 'own:sales_districts', name: 'Sales districts' }],
      faults: [],
    })
    const areas = await get('/api/v1/map_boundaries/areas/sales_districts')
    expect([areas.statusCode, codesOf(areas)]).toEqual([200, ['N', 'S']])
    const etag = String(areas.headers['etag'])
    const again = await get('/api/v1/map_boundaries/areas/sales_districts', reader, { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)

    const replaced = await post(admin, districts('W'), {}, `/api/v1/map_boundaries/${id}/file`)
    expect([replaced.statusCode, replaced.json().result]).toMatchObject([200, { key: 'sales_districts', regions: 1 }])
    const now = await get('/api/v1/map_boundaries/areas/sales_districts', reader, { 'if-none-match': etag })
    expect([now.statusCode, codesOf(now)]).toEqual([200, ['W']])
    const renamed = await admin.inject({
      method: 'PUT',
      url: `/api/v1/map_boundaries/${id}`,
      payload: { name: 'Mine' },
    })
    expect(renamed.statusCode).toBe(200)
    const list = await get('/api/v1/map_boundaries/', admin)
    expect(list.json()).toMatchObject({ count: 1, result: [{ name: 'Mine', key: 'sales_districts', file: null }] })
    expect((await admin.inject({ method: 'DELETE', url: `/api/v1/map_boundaries/${id}` })).statusCode).toBe(200)
    expect((await get('/api/v1/map_boundaries/areas/sales_districts')).statusCode).toBe(404)
    expect(readdirSync(join(server.home, 'scratch')).filter((name) => name.startsWith('child-'))).toEqual([])
  })

  it.each([
    ['no JSON', 'nonsense', {}, 422, /The file could not be read: it is no GeoJSON or TopoJSON: such a file begins/],
    ['no file', undefined, {}, 400, /The form has no file/],
    ['a plan that is neither true nor false', districts('A'), { is_plan: 'NaN' }, 400, /is_plan/],
    ['an unknown property', districts('A'), { code_property: 'plz' }, 422, /no feature has the property “plz”/],
    ['a name without letters', districts('A'), { name: '?!' }, 422, /A name needs a letter or a digit/],
    ['too many levels', `${'['.repeat(200_000)}`, {}, 422, /it is no JSON|nested too deeply/],
  ])('are refused: %s', async (_name, content, fields, status, message) => {
    const answer = await post(admin, content, fields as Record<string, string>)
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringMatching(message)])
  })

  it('say their size and the limit if they are too large', async () => {
    const small = await startApp({ SEXTANT_UPLOAD_MB: '1' })
    try {
      const answer = await post(await small.browser('admin'), ' '.repeat(1.5 * 1024 * 1024))
      expect([answer.statusCode, answer.json()]).toEqual([413, { message: 'The file has 1.5 MB; the limit is 1 MB.' }])
    } finally {
      await small.close()
    }
  })

  it('are written by administrators only', async () => {
    expect((await post(reader, districts('A'))).statusCode).toBe(403)
    expect((await get('/api/v1/map_boundaries/')).statusCode).toBe(403)
  })

  it('have unique names', async () => {
    const made = await post(admin, districts('A'), { name: 'Same' })
    expect(made.statusCode).toBe(201)
    const other = await post(admin, districts('A'), { name: 'same!' })
    expect([other.statusCode, other.json()]).toEqual([422, { message: { name: ['Another map has this name.'] } }])
    expect((await post(admin, districts('A'), {}, '/api/v1/map_boundaries/98765/file')).statusCode).toBe(404)
  })
})

describe('files of the home folder', () => {
  const write = (name: string, content: string) => {
    const folder = join(server.home, 'maps')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), content)
    // the folder is checked at most once in two seconds
    server.advance(10_000)
    const changed = new Date(server.services.now())
    utimesSync(join(folder, name), changed, changed)
  }
  const choices = async () => {
    const { result, faults } = (await get('/api/v1/map_boundaries/choices')).json<{
      result: { key: string }[]
      faults: { file: string; message: string }[]
    }>()
    return { keys: result.map(({ key }) => key), faults }
  }

  it('become maps, change with their files, and are named if they cannot be read', async () => {
    write('floors.plan.geojson', districts('1', '2', '3'))
    write('broken.json', '{')
    write('notes.txt', 'no map')
    const found = await choices()
    expect(found.keys).toContain('floors')
    expect(found.faults).toEqual([
      { file: 'broken.json', message: expect.stringMatching(/^The file could not be read: it is no JSON/) },
    ])
    expect((await get('/api/v1/map_boundaries/areas/floors')).json()).toMatchObject({ isPlan: true })
    write('floors.plan.geojson', districts('4'))
    // the response has the stored areas: it does not wait for the changed file
    expect(codesOf(await get('/api/v1/map_boundaries/areas/floors'))).toEqual(['1', '2', '3'])
    await choices()
    expect(codesOf(await get('/api/v1/map_boundaries/areas/floors'))).toEqual(['4'])
    rmSync(join(server.home, 'maps', 'broken.json'))
    server.advance(10_000)
    expect((await choices()).faults).toEqual([])
    expect(codesOf(await get('/api/v1/map_boundaries/areas/floors'))).toEqual(['4'])
    // the system denies every user access to this file; chart users get the other maps
    symlinkSync('/proc/self/mem', join(server.home, 'maps', 'refused.json'))
    server.advance(10_000)
    expect(await choices()).toMatchObject({
      keys: expect.arrayContaining(['floors']),
      faults: [{ file: 'refused.json', message: 'The file could not be read: it may not be read.' }],
    })
    rmSync(join(server.home, 'maps', 'refused.json'))
    // a map is not deleted with its file: another node may have the file
    rmSync(join(server.home, 'maps', 'floors.plan.geojson'))
    server.advance(10_000)
    expect((await choices()).keys).toContain('floors')
  })
})
