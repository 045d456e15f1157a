import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSpec, EnginePool } from '../../src/engine/contracts.ts'
import type { Dataset } from '../../src/model/dataset/dataset.ts'
import { AppError } from '../../src/model/errors/errors.ts'
import { parseQueryContext } from '../../src/model/query/queryContext.ts'
import type { Subject } from '../../src/server/access/subject.ts'
import type { ChartDataService } from '../../src/server/chartData/service.ts'
import { serviceWith } from '../../src/server/chartData/testing/service.ts'
import { sameValue, type VectorHead, type VectorReport } from './compare.ts'

/** One line of the vector file `chart-data.json`. */
export interface ChartDataVector extends VectorHead {
  category: string
  now: string
  request: Record<string, unknown> & { datasource: { table?: string; given?: unknown }; result_format?: string }
  status: number
  result?: RecordedResult[]
  message?: string
  message_of_engine?: boolean
  on_duckdb: string
  csv?: string[]
  lines?: number
}

interface RecordedResult extends Record<string, unknown> {
  data?: unknown[][]
  records?: Record<string, unknown>[]
  keys?: string[]
  colnames?: string[]
  label_map?: Record<string, string[]>
  sums?: Record<string, number>
  rows_returned?: number
  unordered?: boolean
  columns_unordered?: boolean
}

/** The user of the recorded vectors. */
const ADMIN: Subject = {
  user: {
    id: 1,
    username: 'admin',
    firstName: '',
    lastName: '',
    email: 'admin@example.org',
    isActive: true,
    createdOn: 0,
  },
  roles: [],
  permissions: new Set(),
  grants: { databases: new Set(), schemas: new Set(), datasets: new Set() },
  rowRules: [],
  isAdmin: true,
}

type Answered = Record<string, unknown> & { colnames: string[]; coltypes: number[]; data: Record<string, unknown>[] }

/** Whether the result contains a struct, which was recorded as the text of a Python dict and is JSON text here. */
const hasForeignStruct = ({ result }: ChartDataVector): boolean =>
  result?.some(({ data }) =>
    data?.some((row) => row.some((cell) => typeof cell === 'string' && cell.startsWith("{'"))),
  ) ?? false

/**
 * Runs chart-data vectors against the service and real engine children. The vectors were recorded on PostgreSQL, where
 * all of them pass; on the embedded engine, some differ.
 */
export async function runChartDataVectors(
  vectors: readonly ChartDataVector[],
  datasets: readonly Dataset[],
  connection: ConnectionSpec,
  engine: EnginePool,
): Promise<VectorReport> {
  const isOpen = (vector: ChartDataVector) =>
    !vector.defect &&
    !vector.lenient &&
    (connection.dialect === 'postgresql' ? !hasForeignStruct(vector) : vector.on_duckdb === 'same')
  const report: VectorReport = { total: vectors.length, passed: 0, skipped: 0, failures: [] }
  let now = 0
  const service = serviceWith({
    engine,
    findDataset: async (id) => datasets.find((dataset) => dataset.id === id),
    connectionOf: async () => connection,
    now: () => now,
    limits: { timeoutMs: 60_000, maxRows: 100_000, maxBytes: 2 ** 28 },
    fileBytes: 2 ** 28,
    newFile: () => join(tmpdir(), `sextant-vector-${randomUUID()}`),
    cacheTimeoutS: 86_400,
  })
  for (const vector of vectors) {
    if (!isOpen(vector)) {
      report.skipped++
      continue
    }
    now = Date.parse(`${vector.now}Z`)
    const reason = await check(vector, datasets, service).catch((error: unknown) => `threw ${String(error)}`)
    if (reason === null) report.passed++
    else report.failures.push({ id: vector.id, reason })
  }
  return report
}

async function check(
  vector: ChartDataVector,
  datasets: readonly Dataset[],
  service: ChartDataService,
): Promise<string | null> {
  const { table, given } = vector.request.datasource
  const id = datasets.find((dataset) => dataset.table_name === table)?.id
  const parsed = parseQueryContext({ ...vector.request, datasource: given ?? { id, type: 'table' } })
  if (!parsed.ok) return failed(vector, 400, parsed.error)
  try {
    const encoding = vector.csv ? 'csv' : 'rows'
    const answers = await service.answer(parsed.value, ADMIN, { encoding })
    if (vector.status !== 200) return `succeeded, but status ${vector.status} was recorded: ${vector.message}`
    if (vector.csv) return csvDifference(vector, await takeFile(answers[0]?.file ?? ''))
    return difference(
      vector.result ?? [],
      answers.map(({ body }) => JSON.parse(body.toString()) as Answered),
    )
  } catch (error) {
    if (error instanceof AppError) return failed(vector, error.status, error.message)
    throw error
  }
}

async function takeFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  await rm(path)
  return text
}

function failed(vector: ChartDataVector, status: number, message: string): string | null {
  if (vector.status !== status) return `status ${vector.status} recorded, ${status} here: ${message}`
  // the recorded driver ends its messages with a line break
  if (vector.message_of_engine || vector.message?.replace(/\n$/, '') === message) return null
  return `message recorded: ${vector.message}\n    here: ${message}`
}

function difference(recorded: RecordedResult[], answered: Answered[]): string | null {
  if (recorded.length !== answered.length) return `${recorded.length} results recorded, ${answered.length} here`
  for (const [index, want] of recorded.entries()) {
    const found = resultDifference(want, answered[index] as Answered)
    if (found) return `result ${index}: ${found}`
  }
  return null
}

const PLAIN_FIELDS = ['status', 'error', 'rowcount', 'from_dttm', 'to_dttm'] as const

function resultDifference(want: RecordedResult, got: Answered): string | null {
  if (want.keys) return tell('fields', want.keys, Object.keys(got).sort())
  if (want.records)
    return tell(
      'records',
      want.records,
      got.data.map((record) => pick(record, want.records?.[0] ?? {})),
    )
  for (const field of PLAIN_FIELDS)
    if (field in want && !sameValue(want[field], got[field])) return tell(field, want[field], got[field])
  for (const field of ['applied_filters', 'rejected_filters']) {
    const found = field in want ? tell(field, sorted(want[field]), sorted(got[field])) : null
    if (found) return found
  }
  const { colnames = [] } = want
  if (want.columns_unordered) return typesDifference(want, got)
  for (const field of ['colnames', 'coltypes'] as const) {
    const found = field in want ? tell(field, want[field], got[field]) : null
    if (found) return found
  }
  const labels = want.label_map ?? Object.fromEntries(colnames.map((name) => [name, [name]]))
  if ('status' in want) {
    const found = tell('label_map', labels, got.label_map)
    if (found) return found
  }
  if (!want.data) return null
  const rows = got.data.map((record) => colnames.map((name) => record[name]))
  if (want.rows_returned !== undefined && rows.length !== want.rows_returned)
    return tell('rows', want.rows_returned, rows.length)
  const ordered = want.unordered ? sorted(rows) : rows
  for (const [at, row] of want.data.entries()) {
    if (!sameValue(row, ordered[at])) return `row ${at}: ${tell('', row, ordered[at])}`
  }
  for (const [name, sum] of Object.entries(want.sums ?? {})) {
    const total = got.data.reduce((all, record) => all + Number(record[name] ?? 0), 0)
    if (!sameValue(sum, total)) return tell(`sum of ${name}`, sum, total)
  }
  return null
}

function typesDifference(want: RecordedResult, got: Answered): string | null {
  const types = (names: string[], codes: unknown[]) => sorted(names.map((name, at) => [name, codes[at]]))
  return tell('types', types(want.colnames ?? [], want.coltypes as unknown[]), types(got.colnames, got.coltypes))
}

const pick = (record: Record<string, unknown>, like: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, record[key]]))

const sorted = (values: unknown): unknown[] =>
  Array.isArray(values) ? values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : []

const tell = (what: string, want: unknown, got: unknown): string | null =>
  sameValue(want, got)
    ? null
    : `${what} recorded ${JSON.stringify(want)?.slice(0, 300)}\n    here ${JSON.stringify(got)?.slice(0, 300)}`

/** The first difference from the recorded CSV, or null; numeric cells are compared as numbers. */
function csvDifference(vector: ChartDataVector, text: string): string | null {
  const lines = text.split('\n')
  if (lines.length !== vector.lines) return `${vector.lines} lines recorded, ${lines.length} here`
  for (const [at, want] of (vector.csv ?? []).entries()) {
    const [left, right] = [want.split(','), (lines[at] ?? '').split(',')]
    const same =
      left.length === right.length &&
      left.every(
        (cell, index) => cell === right[index] || (cell !== '' && sameValue(Number(cell), Number(right[index]))),
      )
    if (!same) return `line ${at} recorded ${want}\n    here ${lines[at]}`
  }
  return null
}
