import { parse as parseSql } from '@polyglot-sql/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { timeGrainsAnswer } from '../../server/chartData/answerText.ts'
import { dialectOfUri, specOf } from '../../server/databases/connections.ts'
import { draftOf } from '../../server/databases/draft.ts'
import { availableDatabases } from '../../server/resources/databases/available.ts'
import type { ConnectionSpec } from '../contracts.ts'
import { createGate } from '../gate/gate.ts'
import { answerRequest } from '../gate/sql/answerRequest.ts'
import { formatted } from '../gate/sql/formatted.ts'
import type { Parse } from '../gate/sql/judge.ts'
import { COMMON_FUNCTIONS, names, STANDARD_LEXIS } from '../gate/sql/profile.ts'
import type { ReaderRequest } from '../gate/sql/protocol.ts'
import type { SqlReader } from '../gate/sql/reader.ts'
import { normaliseQuery } from '../plan/normalise.ts'
import { planQuery } from '../plan/plan.ts'
import { renderSelect } from '../plan/render.ts'
import { ChildFailure } from '../run/child.ts'
import { asAppError } from '../run/failures.ts'
import { parseDatabaseUri, serverConnection } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { databasesTable } from './documentation.ts'
import { dialects } from './index.ts'
import { limitOffset } from './rowWindow.ts'
import { finiteFloat, literalsOf, typedTimestamp } from './shared/literals.ts'
import { isTruth, likeInLowerCase, schemaTable, typeByPattern } from './shared/phrases.ts'

/** A dialect as someone would add it: the exports of its folder and one entry of the list, nothing else. */
const quote = (name: string) => `<${name.replaceAll('>', '>>')}>`

/** A package that is installed, as the driver of the dialect. */
const installed = 'zod'

const quaint: Dialect = {
  name: 'quaint',
  title: 'Quaint DB',
  quote,
  literal: literalsOf({
    text: (value) => `'${value.replaceAll("'", "''")}'`,
    time: typedTimestamp,
    float: finiteFloat,
  }),
  table: schemaTable(quote),
  tableAlias: ' AS ',
  rowWindow: limitOffset('ALL'),
  timeGrains: { P1D: (column) => `day_of(${column})` },
  addUnits: (unit, bucket, count) => `(${bucket} + INTERVAL (${count}) ${unit})`,
  listedGrains: ['P1D'],
  fromEpoch: { s: (column) => `from_s(${column})`, ms: (column) => `from_ms(${column})` },
  alias: (label) => label,
  ilike: likeInLowerCase,
  isBoolean: isTruth,
  genericType: typeByPattern([]),
  errors: [[/^no column called/, 'COLUMN_DOES_NOT_EXIST_ERROR']],
  connection: serverConnection({ backends: ['quaint'], drivers: ['tcp'], port: 99, encryptedBy: { tls: 'on' } }),
  gate: {
    grammar: 'postgresql',
    lexis: STANDARD_LEXIS,
    functions: names(COMMON_FUNCTIONS, 'quaintly'),
    tableFunctions: names(''),
    systemSchemas: names('quaint_system'),
    systemTables: null,
    inReadsTables: false,
    aliasKeyword: 'AS ',
  },
  documentation: { database: 'Quaint DB', address: '`quaint://host/database`', package: installed },
  preferred: 0,
  formatter: 'mysql',
  runs: { in: 'server' },
  driverFolder: 'quaint',
}

const connection: ConnectionSpec = { dialect: 'quaint', databaseId: 9, options: {}, dataVersion: '1' }

/** The reader without its process, because the process has its own list of dialects. */
const parse: Parse = (sql, grammar) => {
  const { success, ast, error } = parseSql(sql, grammar as Parameters<typeof parseSql>[1])
  return success && Array.isArray(ast) ? { trees: ast } : { error: error ?? 'not understood' }
}
const reader: SqlReader = {
  // the response matches the request
  ask: async (request: ReaderRequest) =>
    (request.kind === 'format' ? await formatted(request) : answerRequest(request, parse)) as never,
  close: () => undefined,
}
const gate = createGate({ reader, judge: () => Promise.reject(new Error('only the embedded engine parses')) })

/** The list is read-only for all other code. */
const list = dialects as Record<string, Dialect>
beforeAll(() => {
  list['quaint'] = quaint
})
afterAll(() => {
  delete list['quaint']
})

describe('a dialect that is only in the list', () => {
  it('is formatted as its definition says', async () => {
    const sql = 'select `a b`'
    expect(await reader.ask({ kind: 'format', dialect: 'quaint', sql })).toEqual({ ok: true, sql: 'SELECT\n  `a b`' })
  })

  it('is available, with the fields of its form', () => {
    const [first] = availableDatabases()
    expect(first).toMatchObject({
      name: 'Quaint DB',
      engine: 'quaint',
      default_driver: 'tcp',
      preferred: true,
      sqlalchemy_uri_placeholder: 'quaint://user:password@host:port/dbname[?key=value&key=value...]',
      parameters: { required: ['database', 'host', 'port', 'username'] },
      backend: 'quaint',
    })
    expect(first?.form?.map(({ name }) => name)).toEqual([
      'host',
      'port',
      'database',
      'username',
      'password',
      'query',
      'encryption',
    ])
    expect(first?.form?.[1]).toEqual({
      name: 'port',
      label: 'Port',
      type: 'integer',
      is_required: true,
      is_secret: false,
      is_after_name: false,
      example: 'e.g. 99',
    })
  })

  it('is available only if its driver is installed', () => {
    list['quaint'] = { ...quaint, documentation: { ...quaint.documentation, package: 'quaint-client' } }
    expect(availableDatabases().map(({ engine }) => engine)).not.toContain('quaint')
    list['quaint'] = quaint
    expect(availableDatabases().map(({ engine }) => engine)).toContain('quaint')
  })

  it('can be connected, by its address and by its form', () => {
    const uri = parseDatabaseUri('quaint+tcp://ann@db.example:99/shop?tls=on')
    expect(uri && dialectOfUri(uri)).toBe(quaint)
    const spec = uri && specOf(uri, { databaseId: 9, secrets: { password: 'p' }, serverCertificate: null })
    expect(spec).toMatchObject({ dialect: 'quaint', options: { host: 'db.example', port: 99, encryption: true } })
    const draft = draftOf(
      {
        configuration_method: 'dynamic_form',
        engine: 'quaint',
        parameters: { host: 'h', port: 1, username: 'u', database: 'd' },
      },
      Buffer.alloc(32),
    )
    expect(draft).toMatchObject({ uri: 'quaint://u@h:1/d', driver: 'tcp' })
  })

  it('has its SQL checked with its own profile', async () => {
    expect(await gate.expression(connection, 'quaintly(amount)', false)).toEqual({ ok: true })
    expect(await gate.expression(connection, 'pg_sleep(9)', false)).toMatchObject({ ok: false })
    expect(await gate.query(connection, 'SELECT * FROM quaint_system.users', null)).toMatchObject({ ok: false })
    const ruled = await gate.applyRules(connection, 'SELECT * FROM sales', () => ['tenant = 1'])
    expect(ruled).toMatchObject({ ok: true, sql: expect.stringContaining('WHERE (tenant = 1') })
  })

  it('has its own quotes, literals and grains', () => {
    const dataset = {
      id: 1,
      uuid: '',
      table_name: 'or>ders',
      catalog: null,
      schema: 'public',
      sql: null,
      main_dttm_col: 'day',
      offset: 0,
      cache_timeout: null,
      fetch_values_predicate: null,
      template_params: null,
      extra: null,
      changed_on: 0,
      database: { id: 9, uuid: '', name: 'quaint', backend: 'quaint', cache_timeout: null },
      columns: [],
      metrics: [],
    } satisfies Dataset
    const axis = {
      expressionType: 'SQL',
      columnType: 'BASE_AXIS',
      timeGrain: 'P1D',
      sqlExpression: 'now()',
      label: 'd',
    }
    const parsed = parseQueryContext({
      datasource: { id: 1, type: 'table' },
      queries: [{ columns: [axis], metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: "it's" }] }],
    })
    if (!parsed.ok) throw new Error(parsed.error)
    const [now, limits] = [0, { rows: 10, samples: 10, max: 10 }]
    const given = {
      query: parsed.value.queries[0] ?? {},
      dataset,
      formData: {},
      resultType: 'full',
      now,
      limits,
    } as const
    const query = normaliseQuery(given)
    const input = {
      query,
      dataset,
      dialect: quaint,
      now,
      rules: ["city = 'O'"],
      adhocTypes: new Map([['now()', GenericType.temporal]]),
    }
    const sql = renderSelect(planQuery(input).tree, quaint)
    expect(sql).toContain('FROM <public>.<or>>ders>')
    expect(sql).toContain("AS <it's>")
    expect(sql).toContain('day_of(')
    expect(JSON.parse(timeGrainsAnswer(quaint).body.toString())).toMatchObject({
      data: [{ function: 'day_of({col})', duration: 'P1D' }],
    })
  })

  it('has its error messages recognized', () => {
    const failure = new ChildFailure({ kind: 'engine', message: 'no column called a' })
    expect(asAppError(failure, 'quaint')).toMatchObject({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', status: 400 })
  })

  it('has a row in the documentation', () => {
    expect(databasesTable()).toContain('| Quaint DB | `quaint://host/database` | `zod` |')
  })
})
