import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'

/** Templates over HTTP: their values, and that no request can change the meaning of the SQL. */

let server: TestApp
let folder: string
let databaseId: number
let token: string
let table: number

const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
const virtual = async (sql: string) => {
  const made = await post('/api/v1/dataset/', { database: databaseId, table_name: `v${Math.random()}`, sql })
  const { id } = made.json<{ id?: number }>()
  if (id === undefined) throw new Error(made.body)
  return id
}
const ask = (dataset: number, query: object = {}, search = '') =>
  post(`/api/v1/chart/data${search}`, {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['word'], metrics: [], orderby: [['word', true]], ...query }],
  })
interface Answer {
  query: string
  cache_key: string
  applied_template_filters: string[]
  applied_filters: { column: string }[]
  data: { word: string }[]
}
const answerOf = async (...given: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...given)
  const [first] = answer.json<{ result?: Answer[] }>().result ?? []
  if (!first) throw new Error(answer.body)
  return first
}
const words = async (...given: Parameters<typeof ask>) => (await answerOf(...given)).data.map(({ word }) => word)

beforeAll(async () => {
  server = await startApp()
  const { db, now, tables } = server.services
  folder = mkdtempSync(join(tmpdir(), 'templates-'))
  databaseId = await ensureExamplesDatabase(db, now)
  const source = join(folder, 'words.csv')
  writeFileSync(source, 'day,word,size\n2024-01-01,a,1\n2024-02-01,b,2\n2025-01-01,c,3\n')
  await tables.load({ databaseId, table: 'words', source, format: 'csv' })
  token = await server.token('admin')
  const made = await post('/api/v1/dataset/', { database: databaseId, table_name: 'words' })
  table = made.json<{ id: number }>().id
}, 120_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('templates', () => {
  it('read filters, which count as applied even if the dataset lacks the column', async () => {
    const dataset = await virtual("SELECT word FROM words WHERE size IN {{ filter_values('size', 1) | where_in }}")
    expect(await words(dataset)).toEqual(['a'])
    const answer = await answerOf(dataset, { filters: [{ col: 'size', op: 'IN', val: [2, 3] }] })
    expect(answer.data.map(({ word }) => word)).toEqual(['b', 'c'])
    expect([answer.applied_template_filters, answer.applied_filters]).toEqual([['size'], [{ column: 'size' }]])
  })

  it('read the URL parameters of the request and of the form data', async () => {
    const dataset = await virtual("SELECT word FROM words WHERE word = '{{ url_param('w', 'b') }}'")
    expect(await words(dataset)).toEqual(['b'])
    expect(await words(dataset, { url_params: { w: 'c' } })).toEqual(['c'])
    expect(await words(dataset, { url_params: { w: 'c' } }, '?w=a')).toEqual(['a'])
  })

  it('read the time range, and the shifted range in a comparison', async () => {
    const dataset = await virtual(
      "SELECT day, word, size FROM words WHERE 1 = 1 {% if from_dttm %}AND day >= '{{ from_dttm }}' AND day < '{{ to_dttm }}'{% endif %}",
    )
    const query = {
      columns: [
        { columnType: 'BASE_AXIS', sqlExpression: 'day', label: 'day', timeGrain: 'P1Y', expressionType: 'SQL' },
      ],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(size)', label: 's' }],
      orderby: [],
      granularity: 'day',
      time_range: '2025-01-01 : 2026-01-01',
      time_offsets: ['1 year ago'],
    }
    expect((await answerOf(dataset, query)).data).toMatchObject([{ s: 3, 's__1 year ago': 3 }])
  })

  it('work in metrics, columns, filters and predicates', async () => {
    const metric = { expressionType: 'SQL', sqlExpression: 'SUM(size {{ "* 10" }})', label: 's' }
    expect((await answerOf(table, { columns: [], metrics: [metric], orderby: [] })).data).toEqual([{ s: 60 }])
    const column = { label: 'word', sqlExpression: "word || '{{ 1 + 1 }}'", expressionType: 'SQL' }
    expect(await words(table, { columns: [column], orderby: [], extras: { where: "word = '{{ 'a' }}'" } })).toEqual([
      'a2',
    ])
    expect(await words(table, { extras: { where: '{% if false %}nonsense{% endif %}' } })).toEqual(['a', 'b', 'c'])
  })

  it('can use other datasets and saved metrics', async () => {
    const dataset = await virtual(`SELECT word FROM {{ dataset(${table}) }} WHERE size > 1`)
    expect(await words(dataset)).toEqual(['b', 'c'])
    const metric = { expressionType: 'SQL', sqlExpression: "{{ metric('count') }} + 1", label: 'n' }
    expect((await answerOf(table, { columns: [], metrics: [metric], orderby: [] })).data).toEqual([{ n: 4 }])
  })

  it('separate cached results by values added to the key', async () => {
    const dataset = await virtual("SELECT word FROM words {# {{ x }} #}{% set k = cache_key_wrapper(url_param('w')) %}")
    const [one, other] = [
      await answerOf(dataset, { url_params: { w: '1' } }),
      await answerOf(dataset, { url_params: { w: '2' } }),
    ]
    expect([one.query === other.query, one.cache_key === other.cache_key]).toEqual([true, false])
  })

  it.each([
    ["SELECT * FROM words WHERE word = '{{ filter_values('x')[0] }}'", "a' OR '1'='1"],
    [
      "SELECT * FROM words WHERE word IN ({{ \"'\" + \"','\".join(filter_values('x', 'a')) + \"'\" }})",
      "a') OR (1=1) --",
    ],
    ['SELECT * FROM words WHERE size = {{ filter_values("x", 1)[0] }}', '1 OR 1=1'],
    ['SELECT * FROM words ORDER BY {{ filter_values("x", 1)[0] }}', '(SELECT 1)'],
    ['SELECT {{ filter_values("x", "1")[0] }} AS word FROM words', "'x' FROM words UNION SELECT word"],
    ['SELECT * FROM words -- {{ filter_values("x", "1")[0] }}', '\nUNION SELECT * FROM words'],
  ])('%s refuses %s', async (sql, value) => {
    const dataset = await virtual(sql.replace("filter_values('x')[0]", "filter_values('x', 'a')[0]"))
    const answer = await ask(dataset, { columns: ['word'], filters: [{ col: 'x', op: '==', val: value }] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: expect.stringMatching(/only allowed inside quotes, or as numbers/) })
  })

  it.each([
    [{ filters: [{ col: 'word', op: 'LATEST PARTITION' }] }],
    [{ filters: [{ col: 'word', op: 'latest partition' }], metrics: ['count'] }],
    [{ extras: { where: "word = '{{ presto.latest_partition('main.words') }}'" } }],
    [{ extras: { where: "word = '{{ hive.latest_sub_partition('words', day='1') }}'" } }],
  ])('%j is rejected by a database without partitions', async (query) => {
    const answer = await ask(table, query)
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringMatching(/DuckDB does not report the newest partition of a table/),
    ])
  })

  it.each([
    ["{{ ''.__class__.__mro__ }}"],
    ['{{ self.x.y }}'],
    ["{% include '/etc/passwd' %}"],
    ['{{ nope }}'],
    ['{% if %}'],
    ["{{ 'a' * 1000000000 }}"],
    ['{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}'],
    ['1); DROP TABLE words; --'],
    ["{{ '1) OR (1=1' }}; SELECT 1"],
  ])('an expression with %s is rejected', async (text) => {
    for (const query of [
      { columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: text, label: 'm' }], orderby: [] },
      { extras: { where: text } },
      { columns: [{ label: 'word', sqlExpression: text, expressionType: 'SQL' }], orderby: [] },
    ]) {
      const answer = await ask(table, query)
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/^\{"message":"/)])
    }
  })
})
