import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
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
}, 120_000)
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

  it('of many rows counts distinct values in a sample, and in all rows where these are not enough', async () => {
    const source = join(server.home, 'many.parquet')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`COPY (
      SELECT i AS id, i % 300 AS few, 'text ' || i % 40 AS name, CASE WHEN i % 5 = 0 THEN i END AS mostly_null
      FROM range(2_200_000) t(i)
    ) TO '${source}' (FORMAT parquet)`)
    connection.closeSync()
    instance.closeSync()
    await server.services.tables.load({ databaseId: database, table: 'many', source, format: 'parquet' })
    const answer = await profile(admin, await create({ database, table_name: 'many', schema: 'main' }))
    expect(answer).toMatchObject({ row_count: 2_200_000, is_distinct_approximate: true })
    expect(Math.abs((answer.distinct_rows ?? 0) - 1_000_000)).toBeLessThan(20_000)
    expect(answer.totals.map(({ colnames }) => colnames.filter((name) => name.startsWith('distinct')))).toEqual([
      [],
      ['distinct 0', 'distinct 1', 'distinct 2', 'distinct 3'],
      // ids are unique, so more rows have more distinct ones
      ['distinct 0', 'distinct 3'],
    ])
    const [number, few, name, rare] = columnProfiles(answer)
    expect(number).toMatchObject({ nulls: 0, min: 0, max: 2_199_999 })
    expect(few).toMatchObject({ min: 0, max: 299 })
    expect(name).toMatchObject({ min: 'text 0', max: 'text 9' })
    expect(rare).toMatchObject({ nulls: 1_760_000 })
    const isNear = (found: number | null | undefined, real: number) => Math.abs((found ?? 0) / real - 1) < 0.25
    expect([number, few, name, rare].map((column) => column?.distinct)).toSatisfy((found: number[]) =>
      [2_200_000, 300, 40, 440_000].every((real, at) => isNear(found[at], real)),
    )
  }, 60_000)

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
