import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnProfiles, type ProfileAnswer } from '../../../model/dataset/profile.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: Browser
let id = 0

const profile = async (by = admin, of = id) => {
  const answer = await by.inject({ url: `/api/v1/dataset/${of}/profile` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ result: ProfileAnswer }>().result
}
const create = async (payload: Record<string, unknown>) => {
  const answer = await admin.inject({ method: 'POST', url: '/api/v1/dataset/', payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}

let database = 0
beforeAll(async () => {
  server = await startApp()
  admin = await server.browser('admin')
  database = await ensureExamplesDatabase(server.services.db, server.services.now)
  const source = join(server.home, 'sales.csv')
  const rows = Array.from({ length: 5000 }, (_, at) => {
    const day = `2024-01-${String(1 + (at % 28)).padStart(2, '0')}`
    return [day, ['North', 'South'][at % 2], at % 10 === 0 ? '' : at % 100, at % 3 === 0].join(',')
  })
  writeFileSync(source, ['day,region,"am""ount",ok', ...rows].join('\n'))
  await server.services.tables.load({ databaseId: database, table: 'sales', source, format: 'csv' })
  id = await create({ database, table_name: 'sales', schema: 'main' })
}, 60_000)
afterAll(() => server.close())

describe('the profile of a dataset', () => {
  it('has types, nulls, distinct values, ranges and distributions', async () => {
    const answer = await profile()
    expect(answer).toMatchObject({ row_count: 5000, column_count: 4, sampled: 'random', is_distinct_approximate: true })
    expect(answer.sample.rowcount).toBeGreaterThan(1500)
    const [day, region, amount, ok] = columnProfiles(answer)
    expect(day).toMatchObject({ nulls: 0, min: Date.UTC(2024, 0, 1), max: Date.UTC(2024, 0, 28), kind: 2 })
    expect(amount).toMatchObject({ name: 'am"ount', nulls: 500, min: 1, max: 99 })
    expect(amount?.histogram).toMatchObject({ kind: 'ranges' })
    expect(region).toMatchObject({ nulls: 0, min: 'North', max: 'South', distinct: 2 })
    expect(region?.histogram).toMatchObject({ kind: 'values' })
    expect(ok).toMatchObject({ distinct: 2, min: null })
    // approximate: within a tenth
    expect(Math.abs((amount?.distinct ?? 0) - 90)).toBeLessThan(9)
  })

  it('samples the whole of a small dataset, and profiles calculated columns', async () => {
    const small = await create({ database, table_name: 'few', sql: 'SELECT 1 AS a UNION ALL SELECT 2' })
    const { columns } = (await admin.inject({ url: `/api/v1/dataset/${small}` })).json().result
    await admin.inject({
      method: 'PUT',
      url: `/api/v1/dataset/${small}`,
      payload: {
        columns: [
          ...columns.map((column: { id: number; column_name: string }) => ({
            id: column.id,
            column_name: column.column_name,
          })),
          { column_name: 'twice', expression: 'a * 2', type: 'NUMERIC' },
        ],
      },
    })
    const answer = await profile(admin, small)
    expect(answer).toMatchObject({ row_count: 2, sampled: 'all' })
    expect(columnProfiles(answer)).toMatchObject([
      { name: 'a', min: 1, max: 2 },
      { name: 'twice', min: 2, max: 4, histogram: { kind: 'ranges', low: 2, high: 4 } },
    ])
  })

  it('covers only the rows that the reader may see', async () => {
    const reader = await server.addUser('reader', ['Gamma'])
    await server.grant(reader, [{ datasetId: id }])
    const roles = await server.services.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').execute()
    await admin.inject({
      method: 'POST',
      url: '/api/v1/rowlevelsecurity/',
      payload: {
        name: 'North',
        filter_type: 'Regular',
        tables: [id],
        roles: roles.map((role) => role.id),
        clause: "region = 'North'",
      },
    })
    const answer = await profile(await server.browser('reader'))
    expect(answer.row_count).toBe(2500)
    const [, region] = columnProfiles(answer)
    expect(region).toMatchObject({ min: 'North', max: 'North', distinct: 1 })
    expect(new Set(answer.sample.columns[answer.sample.colnames.indexOf('region')])).toEqual(new Set(['North']))
  })

  it('is hidden from users who may not see the dataset', async () => {
    await server.addUser('stranger', ['Gamma'])
    const stranger = await server.browser('stranger')
    expect((await stranger.inject({ url: `/api/v1/dataset/${id}/profile` })).statusCode).toBe(404)
    expect((await admin.inject({ url: '/api/v1/dataset/99999/profile' })).statusCode).toBe(404)
  })
})
