import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../../chartData/testing/entities.ts'
import { findChart } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { chartPicture } from '../../pictures/chartPicture.ts'
import { dashboardPicture } from '../../pictures/dashboardPicture.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let chart: number
let dashboard: number
let datasetId: number

async function call(
  url: string,
  { user = 'admin', ...more }: { user?: string; method?: 'POST'; payload?: object } = {},
) {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  return server.app.inject({ method: 'GET', ...more, url: `/api/v1/${url}`, headers })
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe.skipIf(!hasExamples)('pictures (needs ../shared/examples)', () => {
  beforeAll(async () => {
    server = await startApp()
    ;({ datasetId } = await loadBirths(server.services))
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
    chart = await insertChart(server.services, datasetId, 'Births by gender', form)
    const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'gender', metrics: ['sum__num'] }
    const second = await insertChart(server.services, datasetId, 'Bars', bars)
    const unknown = await insertChart(server.services, datasetId, 'Unknown', { viz_type: 'no_such_type' })
    dashboard = await insertDashboard(server.services, 'Births', [chart, second, unknown])
    await server.addUser('alpha', ['Alpha'])
    await server.addUser('nobody', ['Gamma'])
  })
  afterAll(() => server?.close())

  it.each([
    ['chart', () => chart, [800, 600]],
    ['dashboard', () => dashboard, undefined],
  ] as const)(
    'the thumbnail of a %s is at the address in its list',
    async (kind, id, size) => {
      const { thumbnail_url: url } = (
        await call(`${kind}/?q=(columns:!(id,thumbnail_url),filters:!((col:id,opr:eq,value:${id()})))`)
      ).json<{
        result: { thumbnail_url: string }[]
      }>().result[0]!
      const image = await vi.waitFor(
        async () => {
          const answer = await call(url.replace('/api/v1/', ''))
          // 202 on a machine that is too busy to draw it in time
          expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
          return answer
        },
        { timeout: 60_000 },
      )
      expect(image.headers['cache-control']).toContain('private')
      if (size) expect(sizeOf(image.rawPayload)).toEqual(size)
      const moved = await call(`${kind}/${id()}/thumbnail/old/`)
      expect([moved.statusCode, moved.headers['location']]).toEqual([302, url])
      expect((await call(`${kind}/${id()}/thumbnail/old/`, { user: 'nobody' })).statusCode).toBe(404)
    },
    180_000,
  )

  it('a screenshot has the requested sizes, for every user who may read it', async () => {
    const cached = await call(`chart/${chart}/cache_screenshot/?q=(window_size:!(600,400),thumb_size:!(300,200))`)
    expect(cached.statusCode).toBe(202)
    const { cache_key, chart_url, image_url } = cached.json<Record<string, string>>()
    expect(chart_url).toContain(`slice_id=${chart}`)
    const address = new URL(image_url!).pathname.replace('/api/v1/', '')
    expect(address).toBe(`chart/${chart}/screenshot/${cache_key}/`)
    const image = await call(address)
    expect([image.statusCode, sizeOf(image.rawPayload)]).toEqual([200, [300, 200]])
    expect((await call(address, { user: 'nobody' })).statusCode).toBe(404)
    expect((await call(`chart/${chart}/screenshot/unknown/`)).statusCode).toBe(404)
    expect((await call(`chart/${chart}/cache_screenshot/?q=(window_size:!(9,400))`)).statusCode).toBe(400)
  })

  it('a chart is an SVG file or a PDF as well', async () => {
    const asked = await call(`chart/${chart}/cache_screenshot/?q=(window_size:!(600,400),thumb_size:!(300,200))`)
    const address = new URL(asked.json<Record<string, string>>().image_url!).pathname.replace('/api/v1/', '')
    const svg = await call(`${address}?download_format=svg`)
    expect([svg.statusCode, svg.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(svg.headers['content-disposition']).toContain('attachment')
    expect(svg.headers['content-security-policy']).toContain('sandbox')
    expect(svg.body).toMatch(/^<svg [^>]*width="600" height="400"[\s\S]*>boy</)
    const pdf = await call(`${address}?download_format=pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.rawPayload.toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*\/Count 1/)
    expect((await call(`${address}?download_format=svg`, { user: 'nobody' })).statusCode).toBe(404)
  })

  it('a dashboard is an image or a PDF, and reports which charts it cannot show', async () => {
    const payload = { dataMask: {}, activeTabs: [] }
    const cached = await call(`dashboard/${dashboard}/cache_dashboard_screenshot/`, { method: 'POST', payload })
    expect(cached.statusCode).toBe(202)
    const { image_url } = cached.json<Record<string, string>>()
    const address = new URL(image_url!).pathname.replace('/api/v1/', '')
    const image = await call(address)
    expect(sizeOf(image.rawPayload)[0]).toBe(1248)
    const file = await call(`${address}?download_format=pdf`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.rawPayload.toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*\/Count 1[\s\S]*%%EOF\n$/)
    const wrong = { method: 'POST', payload: { dataMask: 'all' } } as const
    expect((await call(`dashboard/${dashboard}/cache_dashboard_screenshot/`, wrong)).statusCode).toBe(400)
  })

  it('shows no row that its reader may not see, even if the image was drawn for another reader before', async () => {
    const { services } = server
    const { db } = services
    const textsFor = async (user: string) => {
      const subject = await subjectOf(user)
      const row = await findChart(db, chart)
      const svg = await chartPicture(services, row!, subject, { size: { width: 400, height: 300 }, format: 'svg' })
      return [...svg.toString().matchAll(/>([^<>]+)</g)].map(([, text]) => text)
    }
    expect(await textsFor('admin')).toEqual(expect.arrayContaining(['boy', 'girl']))
    const role = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    const stamps = { uuid: randomUUID(), created_on: 0, changed_on: 0 }
    const rule = await db
      .insertInto('row_rules')
      .values({ ...stamps, name: 'boys', filter_type: 'Regular', clause: "gender = 'boy'" })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('row_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute()
    await db.insertInto('row_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute()
    await db.transaction().execute(rightsChanged)
    const texts = await textsFor('alpha')
    expect(texts).toContain('boy')
    expect(texts).not.toContain('girl')
  })

  async function subjectOf(user: string) {
    const { services } = server
    const { id } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', user)
      .executeTakeFirstOrThrow()
    return (await services.subjects.ofUser(id))!.subject
  }

  it('a picture that was cached by other code is drawn again', async () => {
    const { services } = server
    const draw = vi.spyOn(services.pictures, 'draw')
    const subject = await subjectOf('admin')
    const row = (await findChart(services.db, chart))!
    const size = { width: 330, height: 220 }
    const board = (await findDashboard(services.db, dashboard))!
    const drawings: number[] = []
    for (const stamp of ['one', 'one', 'two']) {
      draw.mockClear()
      const own = { ...services, pictureStamp: async () => stamp }
      await chartPicture(own, row, subject, { size })
      await dashboardPicture(own, board, subject, { width: 900 })
      drawings.push(draw.mock.calls.length)
    }
    draw.mockRestore()
    expect([drawings[0], drawings[1]]).toEqual([drawings[2], 0])
  })

  it('a chart on a dashboard is drawn with the dimensions that a filter adds', async () => {
    const { services } = server
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: [], metrics: ['sum__num'] }
    const row = await findChart(services.db, await insertChart(services, datasetId, 'All births', form))
    const svg = await chartPicture(services, row!, await subjectOf('admin'), {
      size: { width: 400, height: 300 },
      format: 'svg',
      dashboard: {
        id: dashboard,
        extraFormData: { interactive_groupby: ['gender'] },
        labelColors: {},
        colorScheme: undefined,
      },
    })
    expect(svg.toString()).toContain('>girl<')
  })

  it('a map with custom boundaries has its regions', async () => {
    const corner = (x: number) => [
      [x, 0],
      [x + 1, 0],
      [x, 1],
      [x, 0],
    ]
    const feature = (code: string, at: number) => ({
      type: 'Feature',
      properties: { code },
      geometry: { type: 'Polygon', coordinates: [corner(at)] },
    })
    const form = new FormData()
    const map = { type: 'FeatureCollection', features: [feature('boy', 0), feature('girl', 1)] }
    form.set('file', new Blob([JSON.stringify(map)]), 'genders.json')
    const body = new Response(form)
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/v1/map_boundaries/',
      headers: {
        authorization: `Bearer ${await server.token('admin')}`,
        'content-type': body.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(made.statusCode, made.body).toBe(201)
    const fields = { viz_type: 'country_map', entity: 'gender', metric: 'sum__num' }
    const pictureOf = async (select_country: string) => {
      const id = await insertChart(server.services, datasetId, select_country, { ...fields, select_country })
      const found = (await findChart(server.services.db, id))!
      const subject = await subjectOf('admin')
      return (
        await chartPicture(server.services, found, subject, { size: { width: 400, height: 300 }, format: 'svg' })
      ).toString()
    }
    expect(await pictureOf('own:missing')).toContain('The map “missing” could not be loaded')
    const svg = await pictureOf('own:genders')
    expect(svg).not.toContain('could not be loaded')
    expect(svg).not.toContain('is a region')
  })

  describe('a chart that draws others', () => {
    const form = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', row_limit: 1 }
    const saved = (viz_type: string, own: object) =>
      insertChart(server.services, datasetId, `A ${viz_type}`, { viz_type, ...own }).then((id) =>
        findChart(server.services.db, id),
      )
    const draw = async (row: Awaited<ReturnType<typeof saved>>, bytes = 0) => {
      const { services } = server
      const large = { body: Buffer.alloc(bytes), rowcount: 0, computedOn: 0 }
      const answer = vi.fn<typeof services.chartData.answer>(async (...asked) =>
        bytes > 0 ? ([large] as never) : services.chartData.answer(...asked),
      )
      const spied = { ...services, chartData: { ...services.chartData, answer } }
      const drawn = await chartPicture(spied, row!, await subjectOf('admin'), {
        size: { width: 500, height: 400 },
        format: 'svg',
      }).then(String, (error: Error) => error.message)
      return { drawn, answer }
    }

    it('reads it without its own limits if places are added to it', async () => {
      const pie = await insertChart(server.services, datasetId, 'Few slices', form)
      const map = { selected_chart: [pie], geom_column: 'state' }
      const { answer } = await draw(await saved('cartodiagram', map))
      expect(answer.mock.calls[0]![0].queries[0]).toMatchObject({ columns: ['gender', 'state'], row_limit: 0 })
    })

    it('names layers that do not exist, and those beyond the 50 that it draws', async () => {
      const spatial = { type: 'latlong', lonCol: 'num', latCol: 'num' }
      const filter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'num < 60' }
      const points = await insertChart(server.services, datasetId, 'Points', {
        viz_type: 'deck_scatter',
        spatial,
        adhoc_filters: [filter],
      })
      const missing = await draw(await saved('deck_multi', { deck_slices: [points, 999_999] }))
      expect(missing.drawn).toMatch(/Chart 999999 is not shown/)
      const many = Array.from({ length: 51 }, (_, at) => points + 1000 + at)
      const { drawn, answer } = await draw(await saved('deck_multi', { deck_slices: [points, ...many] }))
      expect(drawn).toContain('Layers not shown: 51')
      expect(answer).toHaveBeenCalledTimes(1)
    })

    it('is refused with more than 50 that cannot be left out', async () => {
      const line_charts = Array.from({ length: 51 }, (_, at) => at + 1)
      const { drawn, answer } = await draw(await saved('line_multi', { line_charts }))
      expect(drawn).toBe('A chart draws at most 50 other charts.')
      expect(answer).not.toHaveBeenCalled()
    })

    it('reads no further results once they are too large together', async () => {
      const pies = await Promise.all(
        [1, 2, 3].map((at) => insertChart(server.services, datasetId, `Pie ${at}`, { ...form, row_limit: at })),
      )
      const { drawn, answer } = await draw(await saved('deck_multi', { deck_slices: pies }), 9 * 1024 * 1024)
      expect(drawn).toBe('The chart has too many values to be drawn as an image.')
      const signals = answer.mock.calls.map(([, , { signal }]) => signal?.aborted)
      expect(signals).toContain(true)
    })
  })

  it('a filter of several datasets has the name of its column in each, and one without values is left out', async () => {
    const { services } = server
    const scope = { rootPath: ['ROOT_ID'], excluded: [] }
    const missing = 999_999
    const wide = {
      id: 'NATIVE_FILTER-wide',
      filterType: 'filter_select',
      name: 'Wide',
      scope,
      targets: [
        { datasetId: missing, column: { name: 'sex' } },
        { datasetId, column: { name: 'gender' } },
      ],
      defaultDataMask: {
        extraFormData: { filters: [{ col: 'sex', op: 'IN', val: ['boy'] }] },
        filterState: { value: ['boy'] },
      },
    }
    const unread = {
      ...wide,
      id: 'NATIVE_FILTER-unread',
      name: 'Unread',
      targets: [{ datasetId: missing, column: { name: 'x' } }],
      defaultDataMask: {},
      controlValues: { defaultToFirstItem: true },
    }
    const id = await insertDashboard(services, 'Filtered births', [chart])
    await services.db
      .updateTable('dashboards')
      .set({ json_metadata: JSON.stringify({ native_filter_configuration: [wide, unread] }) })
      .where('id', '=', id)
      .execute()
    const answer = vi.fn(services.chartData.answer)
    const spied = { ...services, chartData: { ...services.chartData, answer } }
    const picture = await dashboardPicture(spied, (await findDashboard(services.db, id))!, await subjectOf('admin'))
    expect(sizeOf(picture)[0]).toBeGreaterThan(0)
    const [, ofChart] = answer.mock.calls.map(([context]) => context.queries[0]?.filters)
    expect(answer).toHaveBeenCalledTimes(2)
    expect(ofChart).toEqual([expect.objectContaining({ col: 'gender', op: 'IN', val: ['boy'] })])
  })

  it('without the flag there are none', async () => {
    const flags = (value: boolean | null) =>
      server.services.db.transaction().execute(async (trx) => {
        await server.services.flags.store(trx, { THUMBNAILS: value })
        await rightsChanged(trx)
      })
    await flags(false)
    expect((await call(`chart/${chart}/thumbnail/x/`)).statusCode).toBe(404)
    await flags(null)
    expect((await call(`chart/${chart}/thumbnail/x/`)).statusCode).toBe(302)
  })
})
