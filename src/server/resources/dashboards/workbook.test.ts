import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { insertChart, insertDashboard, loadBirths } from '../../chartData/testing/entities.ts'
import { dashboardWorkbook } from '../../dashboardData/dashboardWorkbook.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let dashboard: number
let datasetId: number

async function workbook(user = 'admin', state: object = {}) {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  const url = `/api/v1/dashboard/${dashboard}/workbook/`
  return server.app.inject({ method: 'POST', url, headers, payload: state })
}
async function sheetsOf(user?: string, state?: object) {
  const answer = await workbook(user, state)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const { sheets } = await readXlsx(answer.rawPayload)
  return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]))
}
/** Files that exports have left. */
const files = () =>
  readdirSync(join(server.services.config.home, 'scratch'), { recursive: true }).filter((path) =>
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(path)),
  )

describe.skipIf(!hasExamples)('a dashboard as a workbook (needs ../shared/examples)', () => {
  beforeAll(async () => {
    server = await startApp()
    ;({ datasetId } = await loadBirths(server.services))
    const { services } = server
    const table = { viz_type: 'table', query_mode: 'aggregate', groupby: ['gender'], metrics: ['sum__num'] }
    const line = { viz_type: 'echarts_timeseries_line', x_axis: 'ds', time_grain_sqla: 'P1Y', metrics: ['sum__num'] }
    const mixed = { ...line, viz_type: 'mixed_timeseries', metrics_b: ['sum__num'], groupby_b: ['gender'] }
    const charts = [
      await insertChart(services, datasetId, 'Births: by gender', { ...table, show_totals: true, row_limit: 1000 }),
      await insertChart(services, datasetId, 'Per year', { ...line, row_limit: 3 }),
      await insertChart(services, datasetId, 'Both', mixed),
      await insertChart(services, datasetId, 'Pivoted', { ...line, groupby: ['gender'], row_limit: 60 }),
      await insertChart(services, datasetId, 'Broken', { ...table, groupby: ['no_such_column'] }),
      await insertChart(services, datasetId, 'Unknown', { viz_type: 'no_such_type' }),
    ]
    dashboard = await insertDashboard(services, 'Births', charts)
    await server.addUser('alpha', ['Alpha'])
    await server.addUser('gamma', ['Gamma'])
  })
  afterAll(() => server?.close())

  it('has a list of the charts, and a sheet for each of their results', async () => {
    const sheets = await sheetsOf()
    expect(Object.keys(sheets)).toEqual(['Charts', 'Births by gender', 'Per year', 'Both', 'Both (2)', 'Pivoted'])
    const [head, when, ...lines] = sheets['Charts']!
    expect(head).toEqual(['Births', 'Sheet', 'Rows', 'Note'])
    expect(when?.[0]).toMatch(/^Exported on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    const notes = Object.fromEntries(lines.map(([chart, sheet, rows, note]) => [sheet ?? chart, [rows, note ?? null]]))
    expect(notes['Births by gender']).toEqual([3, null])
    expect(notes['Per year']).toEqual([3, 'The row limit of the chart was reached after 3 rows.'])
    // a row of the sheet holds up to two of the rows that were read
    expect(notes['Pivoted']?.[1]).toBe('The row limit of the chart was reached after 60 rows.')
    expect(Number(notes['Pivoted']?.[0])).toBeLessThan(60)
    expect(notes['Broken']).toEqual([null, expect.stringContaining('no_such_column')])
    expect(notes['Unknown']).toEqual([null, 'It has no data of its own.'])
    const [names, ...rows] = sheets['Births by gender']!
    expect(names).toEqual(['gender', 'sum__num'])
    const sums = new Map(rows.map(([gender, sum]) => [gender, Number(sum)]))
    // the last row is the total
    expect(rows.at(-1)?.[1]).toBe(sums.get('boy')! + sums.get('girl')!)
    expect(sheets['Per year']![1]![0]).toBeInstanceOf(Date)
    expect(sheets['Both']![1]).toHaveLength(2)
    expect(sheets['Both (2)']![0]).toHaveLength(3)
    await vi.waitFor(() => expect(files()).toEqual([]))
  })

  it('contains the rows that its filters leave', async () => {
    const extraFormData = { filters: [{ col: 'gender', op: 'IN', val: ['girl'] }] }
    const state = { dataMask: { 'NATIVE_FILTER-a': { extraFormData, filterState: { value: ['girl'] } } } }
    const { services } = server
    const target = { column: { name: 'gender' }, datasetId }
    const filter = { id: 'NATIVE_FILTER-a', name: 'Gender', filterType: 'filter_select', targets: [target] }
    const scope = { rootPath: ['ROOT_ID'], excluded: [] }
    const metadata = { native_filter_configuration: [{ ...filter, type: 'NATIVE_FILTER', scope, controlValues: {} }] }
    await services.db
      .updateTable('dashboards')
      .set({ json_metadata: JSON.stringify(metadata) })
      .where('id', '=', dashboard)
      .execute()
    const sheets = await sheetsOf('admin', state)
    expect(sheets['Charts']?.[2]?.[0]).toBe('Filters: Gender: girl')
    expect(sheets['Births by gender']?.slice(1).map(([gender]) => gender)).toEqual(['girl', 'Totals'])
    const all = await sheetsOf()
    expect(all['Births by gender']).toHaveLength(4)
  })

  it('contains the rows that the rules of its reader leave', async () => {
    const { db } = server.services
    const alpha = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    const headers = { authorization: `Bearer ${await server.token('admin')}` }
    const rule = {
      name: 'girls',
      filter_type: 'Regular',
      tables: [datasetId],
      roles: [alpha.id],
      clause: "gender = 'girl'",
    }
    const made = await server.app.inject({ method: 'POST', url: '/api/v1/rowlevelsecurity/', headers, payload: rule })
    expect(made.statusCode).toBe(201)
    const sheets = await sheetsOf('alpha')
    expect(sheets['Births by gender']?.slice(1).map(([gender]) => gender)).toEqual(['girl', 'Totals'])
    expect(JSON.stringify(sheets)).not.toContain('boy')
  })

  it('is rejected if it is too large, and leaves no file behind, also if its client has left', async () => {
    const { services } = server
    const admin = await services.subjects.ofUser(1)
    const row = await findDashboard(services.db, dashboard)
    const config = { ...services.config, limits: { ...services.config.limits, exportBytes: 10 } }
    await expect(dashboardWorkbook({ ...services, config }, row!, admin!.subject)).rejects.toMatchObject({
      status: 422,
    })
    expect(files()).toEqual([])
    await expect(dashboardWorkbook(services, row!, admin!.subject, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(files()).toEqual([])
    const unread = await dashboardWorkbook(services, row!, admin!.subject)
    unread.destroy()
    await vi.waitFor(() => expect(files()).toEqual([]))
  })

  it.each([
    ['gamma', {}, 404],
    ['admin', { dataMask: 1 }, 400],
    ['admin', { other: 1 }, 400],
  ])('%s, %j: %i', async (user, state, status) => {
    expect((await workbook(user, state)).statusCode).toBe(status)
  })

  it('is refused to those who may not download data', async () => {
    const { db, permissions } = server.services
    const userId = await server.addUser('reader', [])
    const given = [...permissions.all].filter((permission) => permission !== 'can_csv:Superset')
    await db.transaction().execute(async (trx) => {
      const role = await trx.insertInto('roles').values({ name: 'readers' }).returning('id').executeTakeFirstOrThrow()
      const rows = given.map((permission) => ({ role_id: role.id, permission }))
      await trx.insertInto('role_permissions').values(rows).execute()
      await trx.insertInto('user_roles').values({ user_id: userId, role_id: role.id }).execute()
      await rightsChanged(trx)
    })
    expect((await workbook('reader')).statusCode).toBe(403)
  })
})
