import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { duckdbEscapes } from '../../../engine/dialects/duckdb/testing/escapes.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { PlanAnswer, PlanStep } from '../../../model/sqlLab/queryPlan.ts'
import type { QueryAnswer, ResultAnswer, SampleAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import type { Subject } from '../../access/subject.ts'
import { loadBirths } from '../../chartData/testing/entities.ts'
import { allKept, findResult, keepInSteps, resultPieces } from '../../sqlLab/results.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { multipartForm } from '../../testing/multipart.ts'
import { hasShared } from '../../testing/shared.ts'

/** The text of the only sheet of a workbook. */
const sheetText = (bytes: Uint8Array) => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

const files = mkdtempSync(join(tmpdir(), 'sextant-lab-files-'))
let server: TestApp
const tokens = new Map<string, string>()
let clients = 0

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, user = 'admin') {
  const token = tokens.get(user) ?? (await server.token(user))
  tokens.set(user, token)
  return server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: body === undefined ? undefined : JSON.stringify(body),
  })
}

const run = (sql: string, more: object = {}, user = 'admin') =>
  call('POST', '/api/v1/sqllab/execute/', { database_id: 1, sql, client_id: `test${++clients}`, ...more }, user)

const statusOf = async (clientId: string) => {
  const found = server.services.db.selectFrom('queries').select('status').where('client_id', '=', clientId)
  return (await found.executeTakeFirst())?.status
}

/** A new tab of a user. */
async function tabOf(user: string): Promise<number> {
  const form = await multipartForm({ queryEditor: JSON.stringify({ name: user, dbId: 1, sql: '' }) }, {})
  const headers = { ...form.headers, authorization: `Bearer ${await server.token(user)}` }
  const made = await server.app.inject({ method: 'POST', url: '/tabstateview/', headers, payload: form.payload })
  return made.json<{ id: number }>().id
}

const faultOf = (response: { json<T>(): T }) =>
  response.json<{ errors: { message: string; error_type: string; extra: Record<string, unknown> }[] }>().errors[0]

describe.skipIf(!hasShared)('SQL Lab (needs ../shared)', () => {
  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_ROW_LIMIT: '2500', SEXTANT_DATABASE_FOLDERS: files })
    await loadBirths(server.services)
    const lab = await server.addUser('lab', ['Gamma', 'sql_lab'])
    await server.grant(lab, [{ databaseId: 1 }])
    await server.addUser('lab_no_data', ['Gamma', 'sql_lab'])
    await server.addUser('gamma', ['Gamma'])
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    rmSync(files, { recursive: true, force: true })
  })

  it('runs a query and returns its rows', async () => {
    const response = await run("select 1 as a, 'x' as b, date '2020-01-02' as d, timestamp '2020-01-02 03:04:05' as t")
    expect(response.statusCode, response.body).toBe(200)
    const answer = response.json<ResultAnswer>()
    expect(answer.data).toEqual([{ a: 1, b: 'x', d: '2020-01-02', t: '2020-01-02T03:04:05' }])
    expect(answer.columns).toEqual([
      { name: 'a', type: 'INTEGER', is_dttm: false },
      { name: 'b', type: 'STRING', is_dttm: false },
      { name: 'd', type: 'DATE', is_dttm: true },
      { name: 't', type: 'DATETIME', is_dttm: true },
    ])
    expect(answer.query).toMatchObject({ state: 'success', rows: 1, limitingFactor: 'NOT_LIMITED', limit: 2500 })
  })

  it('runs several statements with a result each', async () => {
    const answer = (await run('select 1 as a; select 2 as b')).json<ResultAnswer>()
    expect(answer.data).toEqual([{ b: 2 }])
    const [first, second] = answer.query.extra.statements ?? []
    expect(second).toMatchObject({ sql: 'select 2 as b', rows: 1 })
    const earlier = await call('GET', `/api/v1/sqllab/results/?q=(key:'${first?.resultsKey}')`)
    expect(earlier.json<ResultAnswer>().data).toEqual([{ a: 1 }])
  })

  it('pages through a stored result', async () => {
    const answer = (await run('select i from range(2200) as r(i)', { answer_rows: 3 })).json<ResultAnswer>()
    expect(answer.data).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }])
    expect(answer.displayLimitReached).toBe(true)
    const page = async (offset: number, rows: number) =>
      (await call('GET', `/api/v1/sqllab/results/?q=(key:'${answer.query.resultsKey}',offset:${offset},rows:${rows})`))
        .json<ResultAnswer>()
        .data.map((row) => row['i'])
    expect(await page(0, 2)).toEqual([0, 1])
    expect(await page(998, 4)).toEqual([998, 999, 1000, 1001])
    expect(await page(2198, 100)).toEqual([2198, 2199])
    expect(await page(5000, 10)).toEqual([])
    expect(await page(0, 2500)).toHaveLength(2200)
  })

  /** A query with a result of two megabytes. Its first rows are sent before the other rows are stored. */
  const long = "select i, repeat('x' || i, 200) as t from range(2200) as r(i)"

  it('reads the last rows of a long result, and its file, while they are still being stored', async () => {
    const { query } = (await run(long, { answer_rows: 3, client_id: 'longresult' })).json<ResultAnswer>()
    const page = (offset: number) =>
      call('GET', `/api/v1/sqllab/results/?q=(key:'${query.resultsKey}',offset:${offset},rows:10)`)
    const [last, middle, file] = await Promise.all([
      page(2195),
      page(1100),
      call('GET', '/api/v1/sqllab/export/longresult/?format=json'),
    ])
    expect(last.json<ResultAnswer>().data.map((row) => row['i'])).toEqual([2195, 2196, 2197, 2198, 2199])
    expect(middle.json<ResultAnswer>().data.map((row) => row['i'])[9]).toBe(1109)
    expect(file.json<object[]>()).toHaveLength(2200)
  })

  it('has no result if its rows could not be stored, and never shows a part as the whole', async () => {
    const { query } = (await run(long, { answer_rows: 3 })).json<ResultAnswer>()
    await allKept()
    const { db } = server.services
    const stored = await findResult(db, query.resultsKey ?? '', server.services.now())
    if (!stored) throw new Error('the result was not stored')
    const failures: unknown[] = []
    await keepInSteps(
      db,
      {
        key: stored.results_key,
        answer: { body: Buffer.from('[]'), rowcount: 0, sqlMs: 0, totalMs: 0 },
        pieces: [],
        packRest: () => Promise.reject(new Error('the disk is full')),
      },
      async () => stored,
      (error) => failures.push(error),
    )
    await allKept()
    expect(failures).toEqual([new Error('the disk is full')])
    const page = await call('GET', `/api/v1/sqllab/results/?q=(key:'${query.resultsKey}',offset:0,rows:10)`)
    expect(page.statusCode).toBe(410)
    const reading = async () => {
      for await (const piece of resultPieces(db, stored, server.services.now())) expect(piece).toBeDefined()
    }
    await expect(reading()).rejects.toMatchObject({ status: 410 })
  })

  it.each([
    ['select name from birth_names order by name limit 3', 5, 3, 'QUERY', 'limit 4'],
    ['select name from birth_names order by name limit 30', 5, 5, 'DROPDOWN', 'limit 6'],
    ['select name from birth_names order by name', 5, 5, 'DROPDOWN', 'LIMIT 6'],
    ['select name from birth_names order by name', null, 2500, 'DROPDOWN', 'LIMIT 2501'],
  ])('limits %s to %s', async (sql, queryLimit, rows, limitingFactor, end) => {
    const answer = (await run(sql, { queryLimit })).json<ResultAnswer>()
    expect(answer.data).toHaveLength(rows)
    expect(answer.query).toMatchObject({ limit: rows, rows, limitingFactor })
    expect(answer.query.executedSql?.endsWith(end)).toBe(true)
  })

  it('explains a query', async () => {
    const answer = (await run('explain select 1')).json<ResultAnswer>()
    expect(JSON.stringify(answer.data)).toContain('PROJECTION')
  })

  it.each([
    ['delete from birth_names', 'DML_NOT_ALLOWED_ERROR', 'Only SELECT statements are allowed against this database.'],
    ['create table x (a int)', 'DML_NOT_ALLOWED_ERROR', 'Only SELECT statements are allowed against this database.'],
    ['selec 1', 'SYNTAX_ERROR', /selec/],
    ['select * from no_such_table', 'GENERIC_DB_ENGINE_ERROR', /no_such_table/],
    [
      'select nope from birth_names',
      'COLUMN_DOES_NOT_EXIST_ERROR',
      `We can't seem to resolve the column "nope" at line 1.`,
    ],
    ['-- nothing', 'GENERIC_DB_ENGINE_ERROR', 'The SQL statement is empty'],
    ["select '{{ nope }}' as x", 'MISSING_TEMPLATE_PARAMS_ERROR', /The parameter "nope" in your query is undefined/],
    ["select '{{ nope( }}' as x", 'INVALID_TEMPLATE_PARAMS_ERROR', /malformed template parameters/],
    ["select * from read_csv('/etc/passwd')", 'GENERIC_DB_ENGINE_ERROR', /read_csv/],
  ])('reports what is wrong with %s', async (sql, type, message) => {
    const response = await run(sql)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(faultOf(response)).toMatchObject({ error_type: type, message: expect.stringMatching(message) as string })
  })

  it('reports the line and the column of an error in the whole text', async () => {
    const response = await run('select 1;\n\n  select nope\n  from birth_names')
    expect(faultOf(response)?.extra).toMatchObject({ engine_name: 'DuckDB', position: { line: 3, column: 10 } })
  })

  it('renders templates with parameters', async () => {
    const sql = "select '{{ a }}' as x, '{{ current_username() }}' as u"
    const answer = (await run(sql, { templateParams: '{"a": "b"}' })).json<ResultAnswer>()
    expect(answer.data).toEqual([{ x: 'b', u: 'admin' }])
  })

  it('creates no tables in a database that does not allow it', async () => {
    const response = await run('select 1 as a', { select_as_cta: true, tmp_table_name: 't' })
    expect(response.statusCode).toBe(403)
  })

  it('rejects users without its role, and users without data access', async () => {
    expect((await run('select 1', {}, 'gamma')).json()).toEqual({ message: 'Forbidden' })
    const hidden = await run('select 1', {}, 'lab_no_data')
    expect(hidden.statusCode).toBe(404)
    expect(faultOf(hidden)?.message).toMatch(/^The database referenced in this query was not found/)
  })

  it('shows results and history only to the user of the query', async () => {
    const answer = (await run('select 7 as seven')).json<ResultAnswer>()
    const key = answer.query.resultsKey
    expect((await call('GET', `/api/v1/sqllab/results/?q=(key:'${key}')`, undefined, 'lab')).statusCode).toBe(403)
    expect((await call('GET', `/api/v1/sqllab/export/${answer.query.id}/`, undefined, 'lab')).statusCode).toBe(403)
    expect((await call('GET', `/api/v1/query/${answer.query_id}`, undefined, 'lab')).statusCode).toBe(404)
    expect((await call('GET', `/api/v1/query/${answer.query_id}`)).statusCode).toBe(200)
  })

  it('writes the result as CSV', async () => {
    const answer = (
      await run("select gender, sum(num) as total, min(ds) as first, '=1' as f from birth_names group by 1 order by 1")
    ).json<ResultAnswer>()
    const response = await call('GET', `/api/v1/sqllab/export/${answer.query.id}/`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.body).toBe("gender,total,first,f\nboy,48133355,1965-01-01,'=1\ngirl,32546308,1965-01-01,'=1\n")
  })

  it('writes the result as a workbook and as JSON', async () => {
    const sql = 'select gender, sum(num) as total, 9007199254740993 as wide from birth_names group by 1 order by 1'
    const { query } = (await run(sql, { tab: 'My Tab' })).json<ResultAnswer>()
    const json = await call('GET', `/api/v1/sqllab/export/${query.id}/?format=json`)
    expect(json.headers['content-disposition']).toMatch(/filename\*=UTF-8''sqllab_My_Tab_\d{8}T\d{6}\.json$/)
    expect(json.body).toBe(
      '[{"gender":"boy","total":48133355,"wide":"9007199254740993"},{"gender":"girl","total":32546308,"wide":"9007199254740993"}]',
    )
    const workbook = await call('GET', `/api/v1/sqllab/export/${query.id}/?format=xlsx`)
    expect(workbook.headers['content-type']).toContain('spreadsheetml')
    expect(Number(workbook.headers['content-length'])).toBe(workbook.rawPayload.length)
    expect(sheetText(workbook.rawPayload)).toContain('<v>48133355</v>')
    expect((await call('GET', `/api/v1/sqllab/export/${query.id}/?format=exe`)).statusCode).toBe(400)
    const { query: none } = (await run('select gender from birth_names where 1 = 0')).json<ResultAnswer>()
    expect((await call('GET', `/api/v1/sqllab/export/${none.id}/?format=json`)).body).toBe('[]')
    expect((await call('GET', `/api/v1/sqllab/export/${none.id}/`)).body).toBe('gender\n')
  })

  it('limits results of any size, and reports it', async () => {
    const many = await run('select range as n from range(10000000)', { answer_rows: 1 })
    expect(many.json<ResultAnswer>()).toMatchObject({
      data: [{ n: 0 }],
      displayLimitReached: true,
      query: { limitingFactor: 'DROPDOWN', rows: server.services.config.limits.rows },
    })
    const huge = await run("select repeat('x', 1000000) as x from range(1000)")
    expect(huge.statusCode).toBe(400)
    expect(huge.json<{ errors: { error_type: string; message: string }[] }>().errors[0]).toMatchObject({
      error_type: 'RESULT_TOO_LARGE_ERROR',
      message: expect.stringContaining('too large'),
    })
    // the next query is served
    expect((await run('select 1 as a')).json<ResultAnswer>().data).toEqual([{ a: 1 }])
  }, 120_000)

  it('stops a running query within a second', async () => {
    const sql = 'select count(*) from range(100000000) a, range(100000000) b'
    const started = run(sql, { client_id: 'slow' })
    await expect.poll(() => statusOf('slow'), { timeout: 10_000 }).toBe('running')
    const stopped = performance.now()
    expect((await call('POST', '/api/v1/query/stop', { client_id: 'slow' })).json()).toEqual({ result: 'OK' })
    expect((await started).statusCode).toBe(409)
    expect(performance.now() - stopped).toBeLessThan(1000)
    const updated = await call('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')
    const query = updated.json<{ result: QueryAnswer[] }>().result.find(({ id }) => id === 'slow')
    expect(query?.state).toBe('stopped')
  })

  it('a stop reaches the engine before the store, which may be busy', async () => {
    const { db, engine, sqlLab } = server.services
    const begun = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const busy = Promise.withResolvers<void>()
    const engineRun = vi.spyOn(engine, 'run').mockImplementation((_job, signal) => {
      begun.resolve()
      return new Promise((_done, fail) => {
        signal?.addEventListener('abort', () => {
          stopped.resolve()
          fail(new AppError('GENERIC_DB_ENGINE_ERROR', 499, 'The query was cancelled.'))
        })
      })
    })
    try {
      const started = run('select 1 as a', { client_id: 'held' })
      await begun.promise
      const administrator = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow()
      const held = db.transaction().execute(() => busy.promise)
      // a stop reads only these fields of a subject
      const stop = sqlLab.stop({ user: administrator, isAdmin: false } as Subject, 'held')
      await stopped.promise
      busy.resolve()
      await Promise.all([held, stop])
      expect((await started).statusCode).toBe(409)
      const end = db.selectFrom('queries').select('status').where('client_id', '=', 'held')
      expect(await end.executeTakeFirst()).toEqual({ status: 'stopped' })
    } finally {
      busy.resolve()
      engineRun.mockRestore()
    }
  })

  it('stops a query on SQLite, although SQLite cannot be interrupted', async () => {
    const file = join(files, 'endless.db')
    new DatabaseSync(file).exec('create table t (n integer)')
    const made = await call('POST', '/api/v1/database/', { database_name: 'file', sqlalchemy_uri: `sqlite:///${file}` })
    expect(made.statusCode, made.body).toBe(201)
    const database_id = made.json<{ id: number }>().id
    const endless = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t'
    const started = run(endless, { client_id: 'endless', database_id })
    await expect.poll(() => statusOf('endless'), { timeout: 10_000 }).toBe('running')
    expect((await call('POST', '/api/v1/query/stop', { client_id: 'endless' })).statusCode).toBe(200)
    expect((await started).statusCode).toBe(409)
    // the file can be read again
    expect((await run('select count(*) as n from t', { database_id })).json<ResultAnswer>().data).toEqual([{ n: 0 }])
  })

  it('stores tabs, also when their forms are multipart', async () => {
    const token = await server.token('admin')
    const form = await multipartForm({ queryEditor: JSON.stringify({ name: 'Mine', dbId: 1, sql: 'select 1' }) }, {})
    const made = await server.app.inject({
      method: 'POST',
      url: '/tabstateview/',
      headers: { ...form.headers, authorization: `Bearer ${token}` },
      payload: form.payload,
    })
    const { id } = made.json<{ id: number }>()
    expect((await call('GET', `/tabstateview/${id}`)).json()).toMatchObject({ label: 'Mine', active: true })
    expect((await call('GET', `/tabstateview/${id}`, undefined, 'lab')).statusCode).toBe(403)
    const start = (await call('GET', '/api/v1/sqllab/')).json<{ result: { tab_state_ids: object[] } }>()
    expect(start.result.tab_state_ids).toEqual([{ id, label: 'Mine' }])
  })

  it('applies row rules, and hides their text and the messages of the database', async () => {
    const { db } = server.services
    const { id: datasetId } = await db.selectFrom('datasets').select('id').executeTakeFirstOrThrow()
    const reader = await server.addUser('ruled', ['Gamma', 'sql_lab'])
    await server.grant(reader, [{ datasetId }])
    const { role_id: role } = await db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select('role_id')
      .where('user_id', '=', reader)
      .where('is_builtin', '=', false)
      .executeTakeFirstOrThrow()
    const rule = {
      name: 'girls',
      filter_type: 'Regular',
      tables: [datasetId],
      roles: [role],
      clause: "gender = 'girl'",
    }
    expect((await call('POST', '/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
    const genders = async (sql: string) => (await run(sql, {}, 'ruled')).json<ResultAnswer>()
    for (const sql of [
      'select distinct gender from birth_names',
      'select distinct b.gender from (select * from birth_names) b',
      'with a as (select * from main.birth_names) select distinct gender from a',
    ]) {
      const answer = await genders(sql)
      expect(answer.data, sql).toEqual([{ gender: 'girl' }])
      expect(JSON.stringify(answer)).not.toContain("= 'girl'")
    }
    const failed = await run('select cast(name as integer) from birth_names', {}, 'ruled')
    expect(faultOf(failed)?.message).toBe('Error: The database could not answer this query')
  })

  describe('a query as the source of a chart', () => {
    const context = (id: number, more: object = {}) => ({
      datasource: { id, type: 'query' },
      queries: [
        {
          columns: ['gender'],
          metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }],
          orderby: [['gender', true]],
          ...more,
        },
      ],
    })
    const ran = async (sql: string, more: object = {}, user = 'admin') =>
      (await run(sql, more, user)).json<ResultAnswer>().query_id
    const chart = (id: number, user = 'admin', more: object = {}, arguments_ = '') =>
      call('POST', `/api/v1/chart/data${arguments_}`, context(id, more), user)

    it('returns the rows of its last statement', async () => {
      const id = await ran("select 1; select gender, ds from birth_names where gender = '{{ g }}'", {
        templateParams: '{"g": "boy"}',
        tab: 'Boys',
      })
      const answer = await chart(id)
      expect(answer.statusCode, answer.body).toBe(200)
      const { result } = answer.json<{ result: { data: { gender: string; n: number }[] }[] }>()
      expect(result[0]?.data.map(({ gender }) => gender)).toEqual(['boy'])
      const explore = await call('GET', `/api/v1/explore/?datasource_type=query&datasource_id=${id}`)
      const { dataset, form_data } = explore.json<{ result: { dataset: Record<string, unknown>; form_data: object } }>()
        .result
      expect(dataset).toMatchObject({ id, type: 'query', uid: `${id}__query`, name: 'Boys', metrics: [] })
      expect(dataset['columns']).toMatchObject([{ column_name: 'gender' }, { column_name: 'ds', is_dttm: true }])
      expect(dataset).toMatchObject({ sql: "select gender, ds from birth_names where gender = '{{ g }}'" })
      expect(form_data).toMatchObject({ datasource: `${id}__query` })
      const key = await call('POST', '/api/v1/explore/form_data', {
        datasource_id: id,
        datasource_type: 'query',
        form_data: JSON.stringify({ datasource: `${id}__query` }),
      })
      expect(key.statusCode, key.body).toBe(201)
    })

    it('is hidden from other users, and checks their current rights', async () => {
      const id = await ran('select gender from birth_names')
      await server.addUser('charting', ['Gamma', 'sql_lab'])
      expect((await chart(id, 'charting')).statusCode).toBe(404)
      const explore = await call(
        'GET',
        `/api/v1/explore/?datasource_type=query&datasource_id=${id}`,
        undefined,
        'charting',
      )
      expect(explore.json()).toMatchObject({ result: { dataset: { name: '[Missing Dataset]' } } })
      const { db } = server.services
      const { id: userId } = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'charting')
        .executeTakeFirstOrThrow()
      // a query of a user who may not read its table any more
      await db.updateTable('queries').set({ user_id: userId }).where('id', '=', id).execute()
      expect((await chart(id, 'charting')).statusCode).toBe(404)
      const { id: datasetId } = await db
        .selectFrom('datasets')
        .select('id')
        .where('table_name', '=', 'birth_names')
        .executeTakeFirstOrThrow()
      await server.grant(userId, [{ datasetId }])
      expect((await chart(id, 'charting')).statusCode).toBe(200)
      await server.addUser('unlabbed', ['Gamma'])
      const { id: other } = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'unlabbed')
        .executeTakeFirstOrThrow()
      await server.grant(other, [{ datasetId }])
      await db.updateTable('queries').set({ user_id: other }).where('id', '=', id).execute()
      expect((await chart(id, 'unlabbed')).statusCode).toBe(404)
    })

    it('is not rendered again as a template with the arguments of a chart', async () => {
      const plain = await ran("select gender, '{{ url_param(\\'x\\') or 1 }}' as x from birth_names")
      const answer = await chart(plain, 'admin', { columns: ['x'], orderby: [] }, '?x=7')
      if (answer.statusCode === 200) expect(answer.body).not.toContain('"x":"7"')
      const twice = await ran("select gender, '{{ \\'{{ 1 }}\\' }}' as x from birth_names")
      expect((await chart(twice)).statusCode).toBe(400)
      expect((await chart(await ran('explain select 1'))).statusCode).toBe(400)
      expect((await chart(999_999)).statusCode).toBe(404)
    })
  })

  it('creates a dataset from a query for users who may read each of its tables', async () => {
    const form = (user: string) =>
      call('POST', '/superset/sqllab_viz/', { data: JSON.stringify({ ...viz, datasourceName: `of_${user}` }) }, user)
    const viz = { dbId: 1, sql: 'select gender, ds from birth_names', columns: [{ name: 'gender' }] }
    expect((await form('admin')).json()).toMatchObject({ data: { is_sqllab_view: true, sql: viz.sql } })
    await server.addUser('viz_gamma', ['Gamma', 'sql_lab'])
    expect((await form('viz_gamma')).statusCode).toBe(404)
    const granted = await server.addUser('viz_dataset', ['Gamma', 'sql_lab'])
    const { db } = server.services
    const { id: datasetId } = await db
      .selectFrom('datasets')
      .select('id')
      .where('table_name', '=', 'birth_names')
      .executeTakeFirstOrThrow()
    await server.grant(granted, [{ datasetId }])
    expect((await form('viz_dataset')).json()).toMatchObject({ data: { sql: viz.sql } })
    const other = (sql: string) => {
      const data = JSON.stringify({ ...viz, sql, datasourceName: 'of_others' })
      return call('POST', '/superset/sqllab_viz/', { data }, 'viz_dataset')
    }
    await db.updateTable('datasets').set({ table_name: 'elsewhere' }).where('id', '=', datasetId).execute()
    const refused = await other(viz.sql)
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('You need access to the following tables: birth_names')
    // a template could name another table when a chart runs
    expect((await other("select 1 as gender {{ '' }}")).body).toContain('requires access to its whole database')
    expect((await other('select 1 as gender')).statusCode).toBe(200)
    await db.updateTable('datasets').set({ table_name: 'birth_names' }).where('id', '=', datasetId).execute()
  })

  it('needs access to each table', async () => {
    const { db } = server.services
    const reader = await server.addUser('other_data', ['Gamma', 'sql_lab'])
    const { id: databaseId } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow()
    const other = await db
      .insertInto('datasets')
      .values({
        uuid: 'o',
        table_name: 'other',
        database_id: databaseId,
        created_on: 0,
        changed_on: 0,
        created_by: null,
        changed_by: null,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.grant(reader, [{ datasetId: other.id }])
    for (const sql of ['select * from birth_names', 'explain select * from birth_names', 'describe birth_names']) {
      const response = await run(sql, {}, 'other_data')
      expect(response.statusCode, sql).toBe(403)
      expect(faultOf(response), sql).toMatchObject({
        error_type: 'TABLE_SECURITY_ACCESS_ERROR',
        message: expect.stringContaining('`birth_names`') as string,
      })
    }
    expect((await run('show tables', {}, 'other_data')).statusCode).toBe(403)
    expect((await run('select 1 as a', {}, 'other_data')).statusCode).toBe(200)
  })

  it('shows a posted query in the editor, without running it', async () => {
    const browser = await server.browser('admin')
    const page = await browser.inject({
      method: 'POST',
      url: '/superset/sqllab/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        form_data: JSON.stringify({ datasourceKey: '1__table', sql: 'select 5' }),
      }).toString(),
    })
    expect(page.statusCode, page.body.slice(0, 300)).toBe(200)
    const data = page.body.replaceAll('&#34;', '"')
    expect(data).toContain('"requested_query":{"datasourceKey":"1__table","sql":"select 5"}')
    expect(data).toContain('"tab_state_ids":[')
    expect((await call('GET', '/superset/search_queries?search_text=select+5')).json()).toEqual([])
  })

  it('runs nothing that leaves the tables of the database', async () => {
    const out = join(tmpdir(), `sql-lab-out-${process.pid}`)
    // in the editor, users who may read tables may list their names
    const listed = /^(SHOW (ALL )?TABLES|DESCRIBE)\b/
    const escapes = duckdbEscapes.filter((sql) => !listed.test(sql))
    const refused = escapes.map((sql) => sql.replaceAll('{file}', '/etc/hostname').replaceAll('{out}', out))
    for (const sql of refused) {
      const response = await run(sql)
      expect([sql, response.statusCode >= 400 && response.statusCode < 500], response.body.slice(0, 300)).toEqual([
        sql,
        true,
      ])
    }
    expect(existsSync(out)).toBe(false)
  }, 120_000)

  it('ends queries whose server ended while they ran', async () => {
    const { db, now } = server.services
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'lab')
      .executeTakeFirstOrThrow()
    const lost = (client_id: string, changed_on: number) => ({
      client_id,
      user_id: userId,
      database_id: 1,
      sql: 'select 1',
      status: 'running' as const,
      start_time: changed_on,
      changed_on,
    })
    await db
      .insertInto('queries')
      .values([lost('lost', now() - 600_000), lost('alive', now() - 1000)])
      .execute()
    const updated = await call('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)', undefined, 'lab')
    const states = updated.json<{ result: QueryAnswer[] }>().result.map(({ id, state }) => [id, state])
    expect(states).toContainEqual(['lost', 'failed'])
    expect(states).toContainEqual(['alive', 'running'])
  })

  it('formats SQL', async () => {
    const response = await call('POST', '/api/v1/sqllab/format_sql/', {
      sql: 'select {{ a }}, b from t',
      engine: 'duckdb',
    })
    expect(response.json()).toEqual({ result: 'SELECT\n  {{ a }},\n  b\nFROM\n  t' })
  })

  it('explains queries as trees, without running them', async () => {
    const plan = (sql: string, user = 'admin') => call('POST', '/api/v1/sqllab/plan/', { database_id: 1, sql }, user)
    const answer = await plan('select gender, sum(num) from birth_names group by 1 order by 2; select 1')
    expect(answer.statusCode, answer.body).toBe(200)
    const { result } = answer.json<PlanAnswer>()
    expect(result).toHaveLength(2)
    const titles = (steps: PlanStep[]): string[] => steps.flatMap(({ title, children }) => [title, ...titles(children)])
    expect(titles(result[0] ?? []).some((title) => /SCAN/.test(title))).toBe(true)
    expect(titles(result[0] ?? []).some((title) => /GROUP BY/.test(title))).toBe(true)
    expect((await plan('select nope from birth_names')).statusCode).toBe(400)
    expect((await plan('delete from birth_names')).statusCode).toBe(403)
    expect((await plan('select 1', 'lab_no_data')).statusCode).toBe(404)
    expect((await call('GET', '/api/v1/sqllab/dialect/1/')).json()).toMatchObject({ result: { explains: true } })
  })

  it('previews the last query of a text on samples, without storing it', async () => {
    const sample = (sql: string, user = 'admin') =>
      call('POST', '/api/v1/sqllab/sample/', { database_id: 1, sql }, user)
    // the schema of the samples has no row rules: user SQL cannot name it
    expect((await run('select * from samples.birth_names')).statusCode).toBe(400)
    const before = (await call('GET', '/api/v1/query/')).json<{ count: number }>().count
    const answer = await sample('select 1; select gender, count(*) as n from birth_names group by 1 order by 1')
    expect(answer.statusCode, answer.body).toBe(200)
    const { result } = answer.json<SampleAnswer>()
    expect(result.columns.map(({ name }) => name)).toEqual(['gender', 'n'])
    expect(result.data.map(({ gender }) => gender)).toEqual(['boy', 'girl'])
    expect((await sample('select i from range(500) r(i)')).json<SampleAnswer>().result.data).toHaveLength(100)
    expect((await sample('with birth_names as (select 7 as x) select x from birth_names')).json()).toMatchObject({
      result: { data: [{ x: 7 }] },
    })
    const late = await sample('select count(*) from range(100000000) a, range(100000000) b')
    expect(late.statusCode).toBe(408)
    expect(faultOf(await sample('select nope from birth_names'))?.message).toContain('resolve the column "nope".')
    for (const sql of ['delete from birth_names', 'show tables', "select * from read_csv('/etc/passwd')", '-- none']) {
      expect((await sample(sql)).statusCode, sql).toBeGreaterThanOrEqual(400)
    }
    expect((await sample('select * from samples.birth_names')).statusCode).toBe(400)
    expect((await sample('select 1', 'lab_no_data')).statusCode).toBe(404)
    expect((await sample('select distinct gender from birth_names', 'ruled')).json()).toMatchObject({
      result: { data: [{ gender: 'girl' }] },
    })
    expect((await call('GET', '/api/v1/query/')).json<{ count: number }>().count).toBe(before)
  })

  it('names a result, which the next statements of the tab read as a table', async () => {
    const tab = await tabOf('admin')
    const inTab = (sql: string, user = 'admin') => run(sql, { sql_editor_id: String(tab) }, user)
    const first =
      "select 'a' as word, 1 as n, 1.5 as x, date '2024-02-03' as d, true as b union all select 'b', 9007199254740993, 2, null, false"
    const answer = (await inTab(first)).json<ResultAnswer>()
    const body = { tab_id: tab, key: answer.query.resultsKey, name: 'Words' }
    const made = await call('POST', '/api/v1/sqllab/named_result/', body)
    expect(made.statusCode, made.body).toBe(200)
    const joined = await inTab('select count(*) as c from SCRATCH."Words" w join birth_names on false')
    expect(joined.json<ResultAnswer>().data, joined.body).toEqual([{ c: 0 }])
    const rows = await inTab('select word, cast(n as varchar) as n, x, d + 1 as next, b from scratch.words order by 1')
    expect(rows.json<ResultAnswer>().data).toEqual([
      { word: 'a', n: '1', x: 1.5, next: '2024-02-04', b: true },
      { word: 'b', n: '9007199254740993', x: 2, next: null, b: false },
    ])
    const list = (user: string) => call('GET', `/api/v1/sqllab/named_result/${tab}/`, undefined, user)
    expect((await list('admin')).json()).toMatchObject({ result: [{ name: 'words', rows: 2 }] })
    // a named result belongs to one tab and its user
    expect((await run('select * from scratch.words')).statusCode).toBe(400)
    expect((await inTab('select * from scratch.words', 'lab')).statusCode).toBe(400)
    expect((await list('lab')).statusCode).toBe(404)
    const name = (more: object, user = 'admin') =>
      call('POST', '/api/v1/sqllab/named_result/', { ...body, ...more }, user)
    expect((await name({}, 'lab')).statusCode).toBe(404)
    expect((await name({ tab_id: await tabOf('lab') }, 'lab')).statusCode).toBe(403)
    for (const bad of ['birth_names', 'BIRTH_NAMES', 'a b', '1a', 'a"b', '']) {
      expect((await name({ name: bad })).statusCode, bad).toBeGreaterThanOrEqual(400)
    }
    expect((await call('DELETE', `/api/v1/sqllab/named_result/${tab}/words`)).statusCode).toBe(200)
    expect((await inTab('select * from scratch.words')).statusCode).toBe(400)
  })

  it('reads a named result only with access to the tables that it came from', async () => {
    const { db } = server.services
    const datasets = db.selectFrom('datasets').select('id').where('sql', 'is', null)
    const { id } = await datasets.where('table_name', '=', 'birth_names').executeTakeFirstOrThrow()
    await server.grant(await server.addUser('namer', ['Gamma', 'sql_lab']), [{ datasetId: id }])
    const tab = await tabOf('namer')
    const inTab = (sql: string) => run(sql, { sql_editor_id: String(tab) }, 'namer')
    const { query } = (await inTab('select count(*) as n from birth_names')).json<ResultAnswer>()
    const body = { tab_id: tab, key: query.resultsKey, name: 'counted' }
    expect((await call('POST', '/api/v1/sqllab/named_result/', body, 'namer')).statusCode).toBe(200)
    expect((await inTab('select * from scratch.counted')).statusCode).toBe(200)
    await db.updateTable('datasets').set({ table_name: 'elsewhere' }).where('id', '=', id).execute()
    expect((await inTab('select * from scratch.counted')).statusCode).toBe(403)
    await db.updateTable('datasets').set({ table_name: 'birth_names' }).where('id', '=', id).execute()
  })

  it('shows no plan of a query under row rules to users who may not read the rules', async () => {
    const plan = (sql: string) => call('POST', '/api/v1/sqllab/plan/', { database_id: 1, sql }, 'ruled')
    const refused = await plan('select distinct gender from birth_names')
    expect(refused.statusCode).toBe(403)
    expect(faultOf(refused)?.message).toContain('row level security rules apply')
    expect(refused.body).not.toContain('girl')
    expect((await plan('select 1')).statusCode).toBe(200)
    for (const explain of ['explain', 'explain analyze', 'EXPLAIN /* it */']) {
      const answer = await run(`${explain} select distinct gender from birth_names`, {}, 'ruled')
      expect([answer.statusCode, faultOf(answer)?.message], explain).toEqual([403, faultOf(refused)?.message])
    }
    expect((await run('explain select 1', {}, 'ruled')).statusCode).toBe(200)
    expect((await run('explain select distinct gender from birth_names')).statusCode).toBe(200)
  })

  it('shows a saved query by its link to users who see its database, and in lists only to its creator', async () => {
    const body = { db_id: 1, label: 'Shared', sql: 'select 1', schema: 'main' }
    const { id } = (await call('POST', '/api/v1/saved_query/', body)).json<{ id: number }>()
    const byLink = (user: string) => call('GET', `/savedqueryviewapi/api/get/${id}`, undefined, user)
    expect((await byLink('lab')).json()).toMatchObject({ result: { label: 'Shared', sql: 'select 1' } })
    expect((await byLink('lab_no_data')).statusCode).toBe(404)
    expect((await byLink('gamma')).statusCode).toBe(403)
    expect((await call('GET', `/api/v1/saved_query/${id}`, undefined, 'lab')).statusCode).toBe(404)
    expect((await call('GET', '/api/v1/saved_query/', undefined, 'lab')).json()).toMatchObject({ count: 0 })
    const parameters = '{"name": "Ada"}'
    await call('PUT', `/api/v1/saved_query/${id}`, { template_parameters: parameters })
    const withParameters = await call('GET', `/savedqueryviewapi/api/get/${id}?parameters=true`, undefined, 'lab')
    expect(withParameters.json()).toMatchObject({ result: { template_parameters: parameters } })
    expect(Object.keys((await byLink('lab')).json<{ result: object }>().result)).not.toContain('template_parameters')
  })

  it('saves a query of an older client, which sends a form', async () => {
    const form = async (method: 'POST' | 'PUT', path: string, fields: Record<string, string>, user = 'admin') =>
      server.app.inject({
        method,
        url: `/savedqueryviewapi/api/${path}`,
        headers: {
          authorization: `Bearer ${await server.token(user)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(fields).toString(),
      })
    const made = await form('POST', 'create', { db_id: '1', label: 'By a form', sql: 'select 1', other: 'x' })
    const { item } = made.json<{ item: { id: number } }>()
    expect([made.statusCode, made.json()]).toEqual([
      200,
      {
        item: {
          id: item.id,
          db_id: 1,
          label: 'By a form',
          sql: 'select 1',
          schema: null,
          description: null,
          extra_json: '{}',
        },
        message: 'Added Row',
        severity: 'success',
      },
    ])
    const changed = await form('PUT', `update/${item.id}`, { label: 'Changed' })
    expect(changed.json()).toMatchObject({ item: { label: 'Changed', sql: 'select 1' }, message: 'Changed Row' })
    expect((await form('PUT', `update/${item.id}`, { label: 'Not mine' }, 'lab')).statusCode).toBe(404)
    expect((await form('POST', 'create', { db_id: '99', label: 'x' })).json()).toEqual({
      error: 'Database does not exist',
    })
    expect((await form('POST', 'create', { db_id: 'x' })).json()).toEqual({ error: 'The field db_id is not valid.' })
    expect((await form('POST', 'create', { label: 'x' }, 'gamma')).statusCode).toBe(403)
  })

  it('finds saved queries by a tag', async () => {
    const add = async (label: string) =>
      (await call('POST', '/api/v1/saved_query/', { db_id: 1, label, sql: 'select 1' })).json<{ id: number }>().id
    const [id] = [await add('Tagged'), await add('Untagged')]
    const tagged = await call('POST', `/api/v1/tag/query/${id}/`, { properties: { tags: ['of lab'] } })
    expect(tagged.statusCode, tagged.body).toBe(201)
    const found = async (tag: string) =>
      (await call('GET', `/api/v1/saved_query/?q=(filters:!((col:tags,opr:saved_query_tags,value:'${tag}')))`)).json()
    expect(await found('of lab')).toMatchObject({ count: 1, ids: [id] })
    expect(await found('of another')).toMatchObject({ count: 0 })
  })

  it('tells the editor how the database writes SQL, and which functions it allows', async () => {
    const dialect = await call('GET', '/api/v1/sqllab/dialect/1/')
    expect(dialect.json()).toMatchObject({ result: { quote: { open: '"', close: '"' }, keywords: 'PostgreSQL' } })
    const names = await call('GET', '/api/v1/database/1/function_names/')
    const { function_names: listed } = names.json<{ function_names: string[] }>()
    expect(listed).toEqual(expect.arrayContaining(['date_trunc', 'median']))
    expect(listed).not.toContain('read_csv')
    expect((await call('GET', '/api/v1/sqllab/dialect/1/', undefined, 'lab_no_data')).statusCode).toBe(404)
  })

  it('checks SQL without running it', async () => {
    const check = async (sql: string) => (await call('POST', '/api/v1/database/1/validate_sql/', { sql })).json()
    expect(await check('select 1')).toEqual({ result: [] })
    expect(await check('select 1;\nselec 2')).toMatchObject({ result: [{ line_number: 2, start_column: 1 }] })
    expect(await check('select 1;\nselect gender,\n  nope from birth_names')).toMatchObject({
      result: [{ line_number: 3, start_column: 3, message: 'We can\'t seem to resolve the column "nope".' }],
    })
  })
})
