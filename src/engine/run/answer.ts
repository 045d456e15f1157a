import type { EngineJob } from '../contracts.ts'
import type { Cell, CellType, Column, Frame } from '../frame.ts'
import { genericType } from './encode/coltypes.ts'
import { csvText } from './encode/csv.ts'
import { cellJson } from './encode/json.ts'
import { columnsWriter, recordsWriter } from './encode/writer.ts'
import { EngineFailure, type Engine, type ResultSet } from './engine.ts'
import { parseTimes } from './parseTimes.ts'
import type { RunFacts } from './protocol.ts'

type Job = Omit<EngineJob, 'connection'>

/** A result column as the answer carries it: named by the query, not by the engine. */
interface AnswerColumn {
  label: string
  type: CellType
  time?: { format: string | null }
}

/** Rows are turned to bytes once so many have come: keeps pieces big enough to be cheap and small enough to yield. */
const ROWS_A_PIECE = 16_384

/**
 * Runs a job to its finished bytes. Without post-processing the engine's batches are written as they come; with it the
 * whole table is put together first.
 */
export async function answerJob(
  engine: Engine,
  job: Job,
  signal: AbortSignal,
): Promise<{ facts: RunFacts; body: Buffer[] }> {
  const started = performance.now()
  return engine.query(job.sql, { signal, exactDecimals: job.encoding === 'csv' }, async (result) => {
    const columns = answerColumns(result, job)
    const batches = new BatchReader(result, columns, job, signal)
    const direct = job.postProcessing.length === 0 && job.encoding !== 'csv'
    const { body, rowcount } = direct
      ? await writeDirectly(batches, columns, job)
      : await writeFrame(await readFrame(batches, columns), job)
    const totalMs = performance.now() - started
    return { facts: { rowcount, sqlMs: batches.waitedMs, totalMs }, body }
  })
}

/** Labels go on by position; surplus columns of the engine are dropped. Without labels the engine's names stay. */
function answerColumns(result: ResultSet, job: Job): AnswerColumn[] {
  if (job.output.length === 0) {
    const seen = new Map<string, number>()
    return result.columns.map(({ name, type }) => {
      const count = seen.get(name) ?? 0
      seen.set(name, count + 1)
      return { label: count === 0 ? name : `${name}__${count}`, type }
    })
  }
  if (result.columns.length < job.output.length) {
    throw new EngineFailure('engine', 'Db engine did not return all queried columns')
  }
  return job.output.map(({ label, time }, i) => {
    const type = result.columns[i]?.type ?? 'object'
    return time ? { label, type, time } : { label, type }
  })
}

/** Gathers the engine's small batches to pieces, keeps the limits, and makes times of what is a time by definition. */
class BatchReader {
  waitedMs = 0
  private readonly result: ResultSet
  private readonly columns: AnswerColumn[]
  private readonly job: Job
  private readonly signal: AbortSignal
  private rows = 0
  private done = false

  constructor(result: ResultSet, columns: AnswerColumn[], job: Job, signal: AbortSignal) {
    this.result = result
    this.columns = columns
    this.job = job
    this.signal = signal
  }

  async next(): Promise<{ cells: Cell[][]; rowCount: number } | undefined> {
    const cells: Cell[][] = this.columns.map(() => [])
    let rowCount = 0
    while (!this.done && rowCount < ROWS_A_PIECE) {
      const asked = performance.now()
      const batch = await this.result.next()
      this.waitedMs += performance.now() - asked
      this.signal.throwIfAborted()
      if (!batch) this.done = true
      else {
        rowCount += batch[0]?.length ?? 0
        cells.forEach((column, i) => {
          for (const cell of batch[i] ?? []) column.push(cell)
        })
      }
    }
    if (rowCount === 0) return undefined
    this.rows += rowCount
    if (this.rows > this.job.limits.maxRows) throw tooLarge(`more than ${this.job.limits.maxRows} rows`)
    return { cells: cells.map((column, i) => this.asTimes(column, i)), rowCount }
  }

  private asTimes(cells: Cell[], index: number): Cell[] {
    const column = this.columns[index] as AnswerColumn
    return column.time ? parseTimes(cells, column.type, column.time.format, this.job.offsetHours) : cells
  }
}

const tooLarge = (what: string) => new EngineFailure('tooLarge', `The query result is too large: ${what}.`)

const typeOf = (column: AnswerColumn): CellType => (column.time ? 'time' : column.type)

async function writeDirectly(
  batches: BatchReader,
  columns: AnswerColumn[],
  job: Job,
): Promise<{ body: Buffer[]; rowcount: number }> {
  const names = columns.map(({ label }) => label)
  const writer = job.encoding === 'rows' ? recordsWriter(names) : columnsWriter(columns.length)
  const allNull = columns.map(() => true)
  let rowcount = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    batch.cells.forEach((cells, i) => {
      if (allNull[i] && cells.some((cell) => cell !== null)) allNull[i] = false
    })
    writer.write(batch.cells, batch.rowCount)
    rowcount += batch.rowCount
    if (writer.bytes > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  }
  const dttm = dttmNames(job)
  const coltypes = columns.map((column, i) =>
    genericType(typeOf(column), [], { isDttm: dttm.has(column.label), allNull: allNull[i] ?? true }),
  )
  const head = headJson({ rowcount, names, coltypes, labelMap: labelMap(names), index: undefined }, job)
  return { body: [Buffer.from(head), ...writer.finish()], rowcount }
}

async function readFrame(batches: BatchReader, columns: AnswerColumn[]): Promise<Frame> {
  const frame: Column[] = columns.map((column) => ({ name: column.label, type: typeOf(column), values: [] }))
  let rowCount = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    batch.cells.forEach((cells, i) => {
      const { values } = frame[i] as Column
      for (const cell of cells) values.push(cell)
    })
    rowCount += batch.rowCount
  }
  for (const column of frame) {
    // an integer column with gaps is a float column to everything that follows, and prints so in labels
    if (column.type === 'int' && column.values.includes(null)) column.type = 'float'
  }
  return { columns: frame, rowCount }
}

async function writeFrame(input: Frame, job: Job): Promise<{ body: Buffer[]; rowcount: number }> {
  const { postProcess, answerNames } = await import('../post/index.ts')
  const outcome = job.postProcessing.length
    ? postProcess(input, job.postProcessing)
    : ({ ok: true, value: input } as const)
  if (!outcome.ok) throw new EngineFailure('postProcessing', outcome.error.message)
  const frame = outcome.value
  const { colnames, labelMap: labels } = answerNames(frame)
  const values = frame.columns.map((column) => column.values)
  if (job.encoding === 'csv') {
    const body = Buffer.from(
      csvText(
        frame.columns.map(({ type, values: cells }, i) => {
          const name = colnames[i] ?? ''
          return { name: job.verboseNames?.[name] ?? name, type, values: cells }
        }),
        frame.rowCount,
      ),
    )
    return { body: [body], rowcount: frame.rowCount }
  }
  const writer = job.encoding === 'rows' ? recordsWriter(colnames) : columnsWriter(colnames.length)
  writer.write(values, frame.rowCount)
  if (writer.bytes > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  const dttm = dttmNames(job)
  const coltypes = frame.columns.map((column, i) =>
    genericType(column.type, column.values, {
      isDttm: dttm.has(colnames[i] ?? ''),
      allNull: column.values.every((cell) => cell === null),
    }),
  )
  const head = headJson(
    { rowcount: frame.rowCount, names: colnames, coltypes, labelMap: labels, index: frame.index?.values },
    job,
  )
  return { body: [Buffer.from(head), ...writer.finish()], rowcount: frame.rowCount }
}

const dttmNames = (job: Job): Set<string> =>
  new Set(job.output.flatMap((column) => (column.isDttm ? [column.label] : [])))

interface Head {
  rowcount: number
  names: string[]
  coltypes: number[]
  labelMap: Record<string, string[]>
  /** Levels of an index that post-processing left on the table; rows are numbered without one. */
  index: Cell[][] | undefined
}

/** Everything before the data. A table without rows has no columns either (query.md 7.4). */
function headJson({ rowcount, names, coltypes, labelMap: labels, index }: Head, job: Job): string {
  const empty = rowcount === 0
  const fields = [
    `"rowcount":${rowcount}`,
    `"colnames":${JSON.stringify(empty ? [] : names)}`,
    // the columnar form leaves out what is only a numbering
    ...(index || job.encoding === 'rows' ? [`"indexnames":[${indexJson(rowcount, index)}]`] : []),
    `"coltypes":${JSON.stringify(empty ? [] : coltypes)}`,
    `"label_map":${JSON.stringify(empty ? {} : labels)}`,
  ]
  return `${fields.join(',')},"${job.encoding === 'rows' ? 'data' : 'columns'}":`
}

function indexJson(rowcount: number, index: Cell[][] | undefined): string {
  if (!index) return Array.from({ length: rowcount }, (_, row) => row).join(',')
  const rows = Array.from({ length: rowcount }, (_, row) => index.map((level) => cellJson(level[row] ?? null)))
  return rows.map((levels) => (levels.length === 1 ? levels[0] : `[${levels.join(',')}]`)).join(',')
}

/** Result column -> its parts; a name is split at commas that are not escaped. */
function labelMap(names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    names.map((name) => [unescapeSeparator(name), name.split(/(?<!\\),\s/).map(unescapeSeparator)]),
  )
}

const unescapeSeparator = (name: string): string => name.replaceAll('\\,', ',')
