import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { issueGuestToken } from '../../access/guests.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../../chartData/testing/entities.ts'
import { pictureFailure } from '../../pictures/renderer.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let datasetId: number
let charts: number[]
let dashboard: number
/** Keyed by user: the server limits how often a user signs in. */
const tokens = new Map<string, string>()

const forms = [
  { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num' },
  { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] },
  { viz_type: 'big_number_total', metric: 'sum__num' },
]

async function call(url: string, user = 'admin', payload?: object, headers: Record<string, string> = {}) {
  const method = payload ? 'POST' : 'GET'
  const token = tokens.get(user) ?? (await server.token(user))
  tokens.set(user, token)
  const all = { authorization: `Bearer ${token}`, ...headers }
  return server.app.inject({ method, url: `/api/v1/${url}`, headers: all, ...(payload && { payload }) })
}

const open = (id: number, chartIds: readonly number[], user = 'admin', extraFormData = {}) =>
  call(`dashboard/${id}/data`, user, { queries: chartIds.map((chartId) => ({ chartId, extraFormData })) })

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** A separate chart, whose results no other test has cached. */
async function newChart(form: { viz_type: string } & Record<string, unknown>) {
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'num', operator: '>', comparator: Math.random() }
  return insertChart(server.services, datasetId, `A ${form.viz_type}`, { ...form, adhoc_filters: [filter] })
}

async function setRule(clause: string | undefined) {
  const { db } = server.services
  await db.deleteFrom('row_rules').execute()
  if (clause !== undefined) {
    const stamps = { uuid: randomUUID(), created_on: 0, changed_on: 0 }
    const { id } = await db
      .insertInto('row_rules')
      .values({ ...stamps, name: 'rule', filter_type: 'Regular', clause })
      .returning('id')
      .executeTakeFirstOrThrow()
    const role = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    await db.insertInto('row_rule_roles').values({ rule_id: id, role_id: role.id }).execute()
    await db.insertInto('row_rule_datasets').values({ rule_id: id, dataset_id: datasetId }).execute()
  }
  await db.transaction().execute(rightsChanged)
}

describe.skipIf(!hasExamples)('covers (needs ../shared/examples)', () => {
  beforeAll(async () => {
    server = await startApp()
    ;({ datasetId } = await loadBirths(server.services))
    charts = await Promise.all(forms.map(newChart))
    dashboard = await insertDashboard(server.services, 'Births', charts)
    await server.addUser('alpha', ['Alpha'])
    await server.addUser('nobody', ['Gamma'])
  })
  afterAll(() => server?.close())

  it('there is none before its reader has opened the dashboard, then one of few bytes in each theme; no query runs', async () => {
    const { engine } = server.services
    const asked = [vi.spyOn(engine, 'run'), vi.spyOn(engine, 'describe'), vi.spyOn(engine, 'catalog')]
    const addresses = [`dashboard/${dashboard}/cover/`, ...charts.map((id) => `chart/${id}/cover/`)]
    for (const address of addresses) expect((await call(address)).statusCode, address).toBe(204)
    for (const each of asked) expect(each).not.toHaveBeenCalled()
    await open(dashboard, charts)
    for (const each of asked) each.mockClear()
    for (const address of [...addresses, 'dashboard/Births/cover/']) {
      const [light, dark] = [await call(address), await call(`${address}?theme=dark`)]
      for (const { statusCode, headers, rawPayload } of [light, dark]) {
        expect([statusCode, headers['content-type']], address).toEqual([200, 'image/png'])
        expect(sizeOf(rawPayload), address).toEqual([560, 300])
        expect(rawPayload.length, address).toBeLessThanOrEqual(20 * 1024)
      }
      expect(dark.rawPayload.equals(light.rawPayload), address).toBe(false)
      const again = await call(address, 'admin', undefined, { 'if-none-match': String(light.headers['etag']) })
      expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, no-cache'])
    }
    for (const each of asked) expect(each).not.toHaveBeenCalled()
  }, 180_000)

  it('rows of lists have a smaller one, of marks and numbers only', async () => {
    await open(dashboard, charts)
    const small = await Promise.all(charts.map((id) => call(`chart/${id}/cover/?size=row`)))
    expect(small.map(({ statusCode }) => statusCode)).toEqual([200, 204, 200])
    expect(sizeOf(small[0]!.rawPayload)).toEqual([96, 60])
    expect((await call(`dashboard/${dashboard}/cover/?size=row`)).statusCode).toBe(200)
  })

  it('shows the rows of its reader only, also after a rule was added', async () => {
    const address = `dashboard/${dashboard}/cover/`
    await open(dashboard, charts)
    const all = await call(address)
    const shared = await call(address, 'alpha')
    // the same rows, the same picture
    expect(shared.rawPayload.equals(all.rawPayload)).toBe(true)
    await setRule("gender = 'boy'")
    for (const each of [address, ...charts.map((id) => `chart/${id}/cover/`)]) {
      expect((await call(each, 'alpha', undefined, { 'if-none-match': String(all.headers['etag']) })).statusCode).toBe(
        204,
      )
    }
    await open(dashboard, charts, 'alpha')
    const own = await call(address, 'alpha')
    expect(own.statusCode).toBe(200)
    expect(own.rawPayload.equals(all.rawPayload)).toBe(false)
    await setRule(undefined)
  })

  it.each([
    ['chart', () => charts[0]],
    ['dashboard', () => dashboard],
  ] as const)('a hidden %s is treated like a missing one, also for guests and without the flag', async (kind, id) => {
    const { services } = server
    const missing = await call(`${kind}/999999/cover/`, 'nobody')
    const hidden = await call(`${kind}/${id()}/cover/`, 'nobody')
    expect([missing.statusCode, hidden.statusCode]).toEqual([404, 404])
    expect(hidden.body).toBe(missing.body)
    const claims = { user: {}, resources: [{ type: 'dashboard', id: String(dashboard) }], rls_rules: [] }
    const token = await issueGuestToken(services.keys.for('guests'), claims as never, services.now())
    const guest = await server.app.inject({
      url: `/api/v1/${kind}/${id()}/cover/`,
      headers: { 'x-guesttoken': token },
    })
    expect(guest.statusCode).toBe(404)
    const flag = (value: boolean | null) =>
      services.db.transaction().execute(async (trx) => {
        await services.flags.store(trx, { THUMBNAILS: value })
        await rightsChanged(trx)
      })
    await flag(false)
    expect((await call(`${kind}/${id()}/cover/`)).statusCode).toBe(404)
    await flag(null)
  })

  it('sends no request to the database, not even for an unknown type of an expression', async () => {
    const axis = { expressionType: 'SQL', label: 'day', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: 'P1Y' }
    const x_axis = { ...axis, sqlExpression: 'coalesce(ds, ds)' }
    const id = await newChart({ viz_type: 'echarts_timeseries_line', x_axis, metrics: ['sum__num'] })
    const board = await insertDashboard(server.services, 'Expressions', [id])
    const describe = vi.spyOn(server.services.engine, 'describe')
    expect((await call(`chart/${id}/cover/`)).statusCode).toBe(204)
    expect(describe).not.toHaveBeenCalled()
    await open(board, [id])
    expect(describe).toHaveBeenCalled()
    expect((await call(`chart/${id}/cover/`)).statusCode).toBe(200)
  })

  it('a chart whose query fails is not analysed', async () => {
    const id = await newChart({ viz_type: 'pie', groupby: ['no_such_column'], metric: 'sum__num' })
    const describe = vi.spyOn(server.services.engine, 'describe').mockClear()
    expect((await call(`chart/${id}/cover/`)).statusCode).toBe(204)
    expect(describe).not.toHaveBeenCalled()
  })

  it('a picture that cannot be drawn is tried once', async () => {
    const id = await newChart(forms[0]!)
    await open(await insertDashboard(server.services, 'Undrawable', [id]), [id])
    const draw = vi.spyOn(server.services.pictures, 'draw').mockRejectedValue(pictureFailure('Too long.'))
    try {
      for (const _ of [1, 2]) expect((await call(`chart/${id}/cover/`)).statusCode).toBe(204)
      expect(draw).toHaveBeenCalledTimes(1)
    } finally {
      draw.mockRestore()
    }
  })

  it('a cover that is cached needs no picture of its tiles', async () => {
    const ids = await Promise.all([newChart(forms[0]!), newChart(forms[1]!)])
    const board = await insertDashboard(server.services, 'Tiles', ids)
    await open(board, ids)
    const first = await call(`dashboard/${board}/cover/`)
    const wrap = vi.spyOn(server.services.cache, 'wrap')
    try {
      const again = await call(`dashboard/${board}/cover/`)
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
      expect(wrap.mock.calls.map(([key]) => key.split(' ')[0])).toEqual(['cover'])
    } finally {
      wrap.mockRestore()
    }
  })

  it('without the picture of a tile, a cover is cached for ten minutes only', async () => {
    const ids = await Promise.all([0, 0, 0].map(() => newChart(forms[0]!)))
    const board = await insertDashboard(server.services, 'A tile fails', ids)
    await open(board, ids)
    const { pictures, cache } = server.services
    const fails = vi.spyOn(pictures, 'draw').mockImplementationOnce(() => Promise.reject(pictureFailure('Too long.')))
    const set = vi.spyOn(cache, 'set')
    try {
      expect((await call(`dashboard/${board}/cover/`)).statusCode).toBe(200)
      expect(set.mock.calls.filter(([key]) => key.startsWith('cover ')).map(([, , ttlMs]) => ttlMs)).toEqual([600_000])
    } finally {
      fails.mockRestore()
      set.mockRestore()
    }
  })

  it('a dashboard whose first screen is cached for less than half has none', async () => {
    const ids = await Promise.all([0, 0, 0].map(() => newChart(forms[0]!)))
    const board = await insertDashboard(server.services, 'Half', ids)
    const address = `dashboard/${board}/cover/`
    await open(board, ids.slice(0, 1))
    expect((await call(address)).statusCode).toBe(204)
    await open(board, ids.slice(1, 2))
    expect((await call(address)).statusCode).toBe(200)
  })

  it('a dashboard has the filters with which it opens, and none until their first values are cached', async () => {
    const id = await newChart(forms[0]!)
    const board = await insertDashboard(server.services, 'Filtered', [id])
    const target = { datasetId, column: { name: 'gender' } }
    const filter = {
      id: 'NATIVE_FILTER-a',
      filterType: 'filter_select',
      name: 'Gender',
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      targets: [target],
      controlValues: { defaultToFirstItem: true },
    }
    await server.services.db
      .updateTable('dashboards')
      .set({ json_metadata: JSON.stringify({ native_filter_configuration: [filter] }) })
      .where('id', '=', board)
      .execute()
    await open(board, [id])
    expect((await call(`dashboard/${board}/cover/`)).statusCode).toBe(204)
    await open(board, [id], 'admin', { filters: [{ col: 'gender', op: 'IN', val: ['boy'] }] })
    expect((await call(`dashboard/${board}/cover/`)).statusCode).toBe(204)
    // drawing a thumbnail caches the values of the filter, as opening the page does
    await call(`dashboard/${board}/thumbnail/x/`)
    const { headers } = await call(`dashboard/${board}/thumbnail/x/`)
    await call(String(headers['location']).replace('/api/v1/', ''))
    expect((await call(`dashboard/${board}/cover/`)).statusCode).toBe(200)
  })
})
