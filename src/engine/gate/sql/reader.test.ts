import { afterEach, expect, it } from 'vitest'
import { createSqlReader, createSqlReaders, type SqlReader } from './reader.ts'

let reader: SqlReader
afterEach(() => reader.close())

const expression = (text: string) => reader.ask({ kind: 'expression', dialect: 'postgresql', text })

it('returns the matching result for each concurrent request', async () => {
  reader = createSqlReader()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => expression(at % 2 ? `SUM(a) + ${at}` : `evil_${at}(a)`)),
  )
  for (const [at, { complaint }] of answers.entries()) {
    expect(complaint).toBe(at % 2 ? null : `Function not allowed: evil_${at}`)
  }
})

it('rejects a text that takes too long, and continues with the next', async () => {
  reader = createSqlReader({ timeoutMs: 150 })
  expect(await expression('a')).toEqual({ complaint: null })
  const [slow, next] = await Promise.all([expression(`1${'+1'.repeat(95_000)}`), expression('SUM(a)')])
  expect(slow.complaint).toMatch(/too complex|too deeply/)
  expect(next).toEqual({ complaint: null })
})

const longText = (number: number) => `a IN (${`${number},`.repeat(5000)}1)`

/** Sends all texts at once. @returns their indexes in the order in which they are answered */
async function answered(texts: string[]): Promise<number[]> {
  const order: number[] = []
  await Promise.all(
    texts.map(async (text, at) => {
      await expression(text)
      order.push(at)
    }),
  )
  return order
}

it('parses the shortest waiting text first, and none waits forever', async () => {
  reader = createSqlReader()
  await expression('a')
  expect(await answered([longText(1), longText(12), longText(3), 'SUM(b)', 'SUM(c)'])).toEqual([0, 3, 4, 2, 1])
})

it('parses short texts in parallel to long ones', async () => {
  reader = createSqlReaders()
  await Promise.all([expression('a'), expression(longText(1))])
  // otherwise both long ones would be first
  const order = await answered([longText(2), longText(3), 'SUM(b)', 'SUM(c)'])
  expect(order.at(-1)).toBe(1)
})

it.each([
  `1${'+1'.repeat(80_000)}`,
  `${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
  `a${'::int'.repeat(30_000)}`,
  `${'CASE WHEN a = 1 THEN '.repeat(5000)}1${' END'.repeat(5000)}`,
  `${'NOT '.repeat(40_000)}a`,
])(
  'survives deeply nested texts (%#)',
  async (text) => {
    reader = createSqlReader({ timeoutMs: 20_000 })
    expect((await expression(text)).complaint).toMatch(/nested too deeply/)
    expect(await expression('SUM(a)')).toEqual({ complaint: null })
  },
  60_000,
)

it('formats SQL with templates; a formatter that takes too long is stopped', async () => {
  reader = createSqlReader({ timeoutMs: 3000 })
  const format = (sql: string, dialect = 'postgresql') => reader.ask({ kind: 'format', dialect, sql })
  expect(await format("select a from t where d > '{{ from_dttm }}' and b={{ x }}")).toEqual({
    ok: true,
    sql: "SELECT\n  a\nFROM\n  t\nWHERE\n  d > '{{ from_dttm }}'\n  AND b = {{ x }}",
  })
  expect(await format('select 1', 'unknown')).toEqual({ ok: true, sql: 'SELECT\n  1' })
  expect(await format(`select ${'('.repeat(5000)}1`)).toMatchObject({ ok: false })
  expect(await format('select 2')).toEqual({ ok: true, sql: 'SELECT\n  2' })
}, 60_000)

it('rejects everything for an unknown database', async () => {
  reader = createSqlReader()
  expect((await reader.ask({ kind: 'query', dialect: 'other', sql: 'SELECT 1' })).complaint).toMatch(
    /cannot be checked/,
  )
  expect(await reader.ask({ kind: 'statement', dialect: 'other', sql: 'SELECT 1' })).toMatchObject({ ok: false })
})

it.each([
  ['mysql', 'SELECT * FROM `\u0131nformation_schema`.tables'],
  ['mysql', 'SELECT * FROM performance_\u017fchema.threads'],
  ['mysql', 'SELECT * FROM `informatión_schema`.tables'],
  ['mysql', 'SELECT * FROM `information_schema `.tables'],
  ['mssql', 'SELECT * FROM [ｓｙｓ].tables'],
])('recognizes system tables on %s in every spelling: %s', async (dialect, sql) => {
  reader = createSqlReader()
  expect((await reader.ask({ kind: 'query', dialect, sql })).complaint).not.toBe(null)
})
