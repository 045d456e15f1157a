import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../src/server/testing/app.ts'
import { hasShared, recording, sharedFolder } from '../../src/server/testing/shared.ts'
import { differences } from './compareRecording.ts'
import { byId } from './decisions.ts'
import { loadRecordedTables, startRecordedSite } from './recordedSite.ts'
import { bodyOf, isZip, type Recording, replayer } from './replay.ts'

interface Exception {
  ignore?: string[]
  status?: number
  /** The names of the files in the archive that this server returns. */
  entries?: string[]
  /** The body to send as text, if the recorded body was not JSON. */
  body?: string
  why: string
}

const defect: Exception = { status: 400, ignore: ['message', 'errors'], why: 'the original fails with 500' }
const anyRows: Exception = { ignore: ['data'], why: 'the request has no order' }
const driverWords: Exception = { ignore: ['message'], why: 'in the words of another engine' }

const exceptions: Record<string, Exception> = {
  'annotation-unknown-layer': defect,
  'broken-json': { body: '{broken', why: 'recreated' },
  'db-error-metric': driverWords,
  'empty-body': defect,
  'filter-bool': driverWords,
  'format-csv-two-queries': {
    entries: ['query_1.csv', 'query_2.csv'],
    why: 'the original writes the name of a program object into the names',
  },
  'format-xlsx': {
    entries: [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ],
    why: 'a workbook without the optional parts',
  },
  'flags-error-not-cached': driverWords,
  'no-access': byId,
  'no-access-session-html': { ignore: ['message', 'datasource'], why: byId.why },
  'no-queries': defect,
  'post-processing-bad-option': {
    status: 200,
    ignore: ['errors', 'result'],
    why: 'here options that a step does not know are ignored; the original fails with 500',
  },
  'row-limit-huge': anyRows,
  'row-limit-null': anyRows,
  'time-offsets': anyRows,
  'time-range-reversed': defect,
  timeseries: anyRows,
  'two-queries-one-bad': driverWords,
}

/** Fields that vary from run to run, and the SQL, which is that of another engine. */
const varying = ['cache_key', 'cached_dttm', 'query', 'stacktrace', 'from_dttm', 'to_dttm', 'is_cached']

/**
 * Replayed in recordings.test.ts, because they need an annotation layer or an embedded dashboard that other recorded
 * calls create.
 */
const elsewhere = new Set(['annotation-native', 'guest-other-dataset', 'guest-with-rls'])

const names = hasShared
  ? readdirSync(join(sharedFolder, 'reference/recordings/calls/chart_data'))
      .map((file) => file.replace(/\.json$/, ''))
      .filter((name) => !elsewhere.has(name))
      .sort()
  : []

describe.skipIf(!hasShared)('the recorded chart data requests', () => {
  let server: TestApp
  let replay: ReturnType<typeof replayer>
  beforeAll(async () => {
    server = await startRecordedSite()
    await loadRecordedTables(server)
    replay = replayer(server)
  }, 120_000)
  afterAll(() => server?.close())

  it.each(names)('%s', async (name) => {
    const recorded = recording<Recording>('calls', 'chart_data', `${name}.json`)
    const exception = exceptions[name]
    const response = await replay(recorded, exception?.body === undefined ? {} : { body: exception.body })
    expect(response.statusCode, response.body.slice(0, 500)).toBe(exception?.status ?? recorded.status)
    if (exception?.status === undefined) expect(response.headers['content-type']).toBe(recorded.headers['content-type'])
    if (isZip(recorded.answer))
      return expect(Object.keys(unzipSync(new Uint8Array(response.rawPayload))).sort()).toEqual(
        exception?.entries ?? recorded.answer.zip_entries.sort(),
      )
    const ignored = [...varying, ...(exception?.ignore ?? [])]
    const compared = (rows: (answer: unknown) => unknown) =>
      differences(rows(recorded.answer), rows(bodyOf(response)), '', ignored).slice(0, 12)
    const inOrder = compared((answer) => answer)
    // several threads produce rows: without ORDER BY, the order may vary
    return expect(inOrder.length === 0 || isOrdered(recorded.request) ? inOrder : compared(withSortedRows)).toEqual([])
  })
})

/** Whether each query of the request, which is sent as JSON or as a field of a form, has an ORDER BY. */
function isOrdered({ body, form }: Recording['request']) {
  const context = form?.form_data === undefined ? body : JSON.parse(form.form_data)
  const queries = (context as { queries?: { orderby?: unknown[] }[] } | undefined)?.queries ?? []
  return queries.length > 0 && queries.every((query) => query.orderby?.length)
}

function withSortedRows(answer: unknown): unknown {
  const { result, ...rest } = answer as { result?: { data?: unknown }[] }
  if (!Array.isArray(result)) return answer
  const sorted = (rows: unknown) =>
    Array.isArray(rows) ? rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort() : rows
  return { ...rest, result: result.map((one) => ({ ...one, data: sorted(one.data) })) }
}
