import { ownValue } from '../../model/basics/ownValue.ts'
import type { EngineJob, FileFormat, PiecedRows } from '../contracts.ts'
import type { Cell, CellType, Column, Frame } from '../frame.ts'
import type { ChartTable } from '../post/chartTable.ts'
import { PostProcessingError } from '../post/error.ts'
import { answerNames, chartProcess, madeTable, postProcess } from '../post/index.ts'
import { joinTimeOffset } from '../post/timeOffset.ts'
import { type ShapeName, shapeText } from '../shapes/index.ts'
import { distinctSeries } from './distinctSeries.ts'
import { type Batch, cellBatch, writeCells } from './encode/batch.ts'
import { answerBody } from './encode/body.ts'
import { ByteSink } from './encode/byteSink.ts'
import { genericType } from './encode/coltypes.ts'
import { type FileRows, writeFile } from './encode/file.ts'
import { type BatchWriter, columnsWriter, recordsWriter } from './encode/writer.ts'
import { type Engine, EngineFailure, type ResultSet } from './engine.ts'
import { cutFacts, frameFacts, type LeftOutFacts } from './leftOutFacts.ts'
import { parseTimes } from './parseTimes.ts'
import { isoTexts, piecedColumn } from './piecedColumns.ts'
import type { RunFacts } from './protocol.ts'
import { withTotalsRow } from './totalsRow.ts'

type Job = Omit<EngineJob, 'connection'>

interface Written {
  body: Buffer[]
  rowcount: number
}

/** A column of the result: named by the query, not by the engine. */
interface AnswerColumn {
  label: string
  type: CellType
  time?: { format: string | null }
  declared?: string
}

/**
 * Runs a job and returns its encoded bytes. Without post-processing, the engine's batches are encoded as they arrive;
 * with it, the whole table is collected first.
 */
export async function answerJob(
  engine: Engine,
  job: Job,
  signal: AbortSignal,
): Promise<{ facts: RunFacts; body: Buffer[] }> {
  const started = performance.now()
  if (job.offsets?.length || job.totals?.length) return answerCompared(engine, job, signal, started)
  const asIs = job.postProcessing.length === 0 && !job.shape && !job.chartTable
  // text files print decimals exactly, but arithmetic needs numbers
  const { timeoutMs } = job.limits
  const options = {
    signal,
    timeoutMs,
    exactDecimals: asIs && job.encoding === 'csv',
    inspects: job.inspects,
    schema: job.schema,
  }
  return engine.query(job.sql, options, async (result) => {
    const columns = answerColumns(result, job)
    const batches = new BatchReader(result, columns, job, signal)
    batches.waitedMs = performance.now() - started
    if (job.pieces !== undefined) {
      const { body, rowcount, pieces } = await writePieces(batches, columns, job, job.pieces)
      return { facts: { rowcount, sqlMs: batches.waitedMs, totalMs: performance.now() - started, pieces }, body }
    }
    const frame = asIs ? undefined : await readFrame(batches, columns)
    const { body, rowcount } = frame
      ? await writeFrame(frame, job)
      : job.file === undefined
        ? await writeDirectly(batches, columns, job)
        : await writeRows(job, typedColumns(columns), rowsOf(batches, columns.length))
    const totalMs = performance.now() - started
    const cut = job.file === undefined ? {} : cutOf(frame ? frameFacts(job, frame) : cutFacts(job, rowcount))
    return { facts: { rowcount, sqlMs: batches.waitedMs, totalMs, ...cut }, body }
  })
}

/** Runs a main query, and the same query over other time ranges or for totals. */
async function answerCompared(
  engine: Engine,
  job: Job,
  signal: AbortSignal,
  started: number,
): Promise<{ facts: RunFacts; body: Buffer[] }> {
  let sqlMs = 0
  const decimals = new Set<string>()
  const read = (part: Job, continues = true) =>
    engine.query(
      part.sql,
      { signal, timeoutMs: job.limits.timeoutMs, exactDecimals: false, schema: job.schema, continues },
      async (result) => {
        const columns = answerColumns(result, part)
        columns.forEach(({ label }, i) => {
          if (result.columns[i]?.isDecimal) decimals.add(label)
        })
        const batches = new BatchReader(result, columns, part, signal)
        const frame = await readFrame(batches, columns)
        sqlMs += batches.waitedMs
        return frame
      },
    )
  let frame = await read(job, false)
  for (const { sql, output, ...offset } of frame.rowCount > 0 ? (job.offsets ?? []) : []) {
    const outcome = joinTimeOffset(frame, await read({ ...job, sql, output }), offset)
    if (!outcome.ok) throw new EngineFailure('postProcessing', outcome.error.message)
    frame = outcome.value
  }
  const totals: Frame[] = []
  if (frame.rowCount > 0) {
    for (const { sql, output } of job.totals ?? []) totals.push(await read({ ...job, sql, output }))
  }
  const joined = new Set(
    job.offsets?.flatMap(({ metrics }) =>
      Object.entries(metrics).flatMap(([label, name]) => (decimals.has(label) ? [] : [name])),
    ),
  )
  const { body, rowcount } = await writeFrame(frame, job, joined, totals)
  const cut = job.file === undefined ? {} : cutOf(frameFacts(job, frame))
  return { facts: { rowcount, sqlMs, totalMs: performance.now() - started, ...cut }, body }
}

/** A file cannot contain this information, so it is in the response. */
const cutOf = (leftOut: LeftOutFacts | undefined) => (leftOut ? { leftOut } : {})

/**
 * Labels are assigned by position; extra columns of the engine are dropped. Without labels, the engine's names are
 * used.
 */
function answerColumns(result: ResultSet, job: Job): AnswerColumn[] {
  if (job.output.length === 0) {
    const seen = new Map<string, number>()
    return result.columns.map(({ name, type, declared }) => {
      const count = seen.get(name) ?? 0
      seen.set(name, count + 1)
      return { label: count === 0 ? name : `${name}__${count}`, type, ...(declared === undefined ? {} : { declared }) }
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

/** Reads batch by batch, applies the row limit, and converts columns that are times by definition. */
class BatchReader {
  /** Time spent waiting for the engine. */
  waitedMs = 0
  /** There are more rows than the row limit. */
  isCut = false
  private readonly result: ResultSet
  private readonly columns: AnswerColumn[]
  private readonly job: Job
  private readonly signal: AbortSignal
  private rows = 0

  constructor(result: ResultSet, columns: AnswerColumn[], job: Job, signal: AbortSignal) {
    this.result = result
    this.columns = columns
    this.job = job
    this.signal = signal
  }

  async next(): Promise<Batch | undefined> {
    const room = (this.job.rowLimit ?? Number.POSITIVE_INFINITY) - this.rows
    if (room <= 0) {
      if (this.job.pieces !== undefined) this.isCut ||= ((await this.result.next())?.rowCount ?? 0) > 0
      return undefined
    }
    const asked = performance.now()
    const batch = await this.result.next()
    this.waitedMs += performance.now() - asked
    this.signal.throwIfAborted()
    if (!batch) return undefined
    const isLast = batch.rowCount > room
    this.isCut ||= isLast
    this.rows += isLast ? room : batch.rowCount
    if (this.rows > this.job.limits.maxRows) throw tooLarge(`more than ${this.job.limits.maxRows} rows`)
    if (isLast) {
      const columns = this.columns.map((_, i) => this.cells(batch, i).slice(0, room))
      return cellBatch(columns, room)
    }
    return {
      ...batch,
      cells: (i) => this.cells(batch, i),
      writeJson: (i, sink, ends) => this.writeJson(batch, i, sink, ends),
    }
  }

  private cells(batch: Batch, index: number): Cell[] {
    const column = this.columns[index] as AnswerColumn
    const { time, type } = column
    const cells = batch.cells(index)
    if (this.job.pieces !== undefined) return type === 'time' ? isoTexts(cells, column) : cells
    return time ? parseTimes(cells, type, time.format, this.job.offsetHours) : cells
  }

  private writeJson(batch: Batch, index: number, sink: ByteSink, ends: Uint32Array | undefined): boolean {
    const { time, type } = this.columns[index] as AnswerColumn
    const isIso = this.job.pieces !== undefined && type === 'time'
    const asIs = !isIso && (!time || (type === 'time' && this.job.offsetHours === 0))
    return asIs ? batch.writeJson(index, sink, ends) : writeCells(this.cells(batch, index), sink, ends)
  }
}

const tooLarge = (what: string) => new EngineFailure('tooLarge', `The query result is too large: ${what}.`)

const typeOf = (column: AnswerColumn): CellType => (column.time ? 'time' : column.type)

const writerFor = (names: readonly string[], job: Job): BatchWriter =>
  job.encoding === 'rows' ? recordsWriter(names) : columnsWriter(names.length)

async function writeDirectly(batches: BatchReader, columns: AnswerColumn[], job: Job): Promise<Written> {
  const { colnames, labelMap } = answerNames({
    columns: columns.map((column) => ({ name: column.label, type: column.type, values: [] })),
    rowCount: 0,
  })
  const writer = writerFor(colnames, job)
  let rowcount = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    writer.write(batch)
    rowcount += batch.rowCount
    if (writer.bytes > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  }
  const dttm = dttmNames(job)
  const coltypes = columns.map((column, i) =>
    genericType(column.type, [], {
      isTime: column.time !== undefined || dttm.has(column.label),
      isEmpty: !writer.hasValues(i),
    }),
  )
  const leftOut = cutFacts(job, rowcount)
  return { body: answerBody({ rowcount, colnames, coltypes, labelMap, leftOut }, writer, job.encoding), rowcount }
}

/** Rows for SQL Lab, as one list with the start positions of its pieces. */
async function writePieces(
  batches: BatchReader,
  columns: AnswerColumn[],
  job: Job,
  every: number,
): Promise<Written & { pieces: PiecedRows }> {
  const cuts = { every, at: [] as number[] }
  const writer = recordsWriter(
    columns.map(({ label }) => label),
    cuts,
  )
  let rowcount = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    writer.write(batch)
    rowcount += batch.rowCount
    if (writer.bytes > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  }
  const pieces = { columns: columns.map(piecedColumn), cuts: cuts.at, isCut: batches.isCut }
  return { body: writer.finish(), rowcount, pieces }
}

/** Maximum number of characters in all texts of a table that is collected for post-processing. */
const LARGEST_FRAME = 268_435_456

async function readFrame(batches: BatchReader, columns: AnswerColumn[]): Promise<Frame> {
  const frame: Column[] = columns.map((column) => ({ name: column.label, type: typeOf(column), values: [] }))
  let rowCount = 0
  let characters = 0
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    for (const [i, column] of frame.entries()) {
      for (const cell of batch.cells(i)) {
        column.values.push(cell)
        if (typeof cell === 'string') characters += cell.length
      }
    }
    rowCount += batch.rowCount
    if (characters > LARGEST_FRAME) throw tooLarge(`more than ${LARGEST_FRAME} characters`)
  }
  frame.forEach((column, i) => {
    // an integer column with missing values is a float column for all later steps, and is printed as such in labels
    if (column.type === 'int' && column.values.includes(null)) column.type = 'float'
    const isTimeByDefinition = columns[i]?.time !== undefined
    if (column.type === 'time' && !isTimeByDefinition && column.values.every((cell) => cell === null)) {
      column.type = 'object'
    }
  })
  return { columns: frame, rowCount }
}

/** `joined` lists the float columns added by a time comparison: they are numeric even if all values are missing. */
async function writeFrame(
  input: Frame,
  job: Job,
  joined: ReadonlySet<unknown> = new Set(),
  totals: readonly Frame[] = [],
): Promise<Written> {
  const isOwnPage = job.encoding === 'columns'
  const given = distinctSeries(input, job.postProcessing[0], isOwnPage)
  const outcome = (isOwnPage ? chartProcess : postProcess)(given, job.postProcessing)
  if (!outcome.ok) throw new EngineFailure('postProcessing', outcome.error.message)
  if (job.shape) return writeShape(input, outcome.value, job.shape, job)
  const frame = job.file === undefined ? outcome.value : withTotalsRow(outcome.value, totals)
  if (job.chartTable && frame.rowCount > 0) return writeChartTable(outcome.value, job.chartTable, job, totals)
  const rowcount = frame.rowCount
  const { colnames, labelMap } = answerNames(frame)
  if (job.file !== undefined) {
    const columns = frame.columns.map(({ type }, i) => ({ name: colnames[i] ?? '', type }))
    return writeRows(job, columns, slicesOf(frame))
  }
  const writer = writerFor(colnames, job)
  writer.write(
    cellBatch(
      frame.columns.map((column) => column.values),
      rowcount,
    ),
  )
  if (writer.bytes > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  const dttm = dttmNames(job)
  // a column without values in SQL is text; a float column that post-processing emptied is float
  const empty = new Set(
    input.columns
      .filter(({ name, values }) => !joined.has(name) && values.every((cell) => cell === null))
      .map(({ name }) => name),
  )
  const coltypes = frame.columns.map((column, i) =>
    genericType(column.type, column.values, {
      isTime: dttm.has(colnames[i] ?? ''),
      isEmpty: !writer.hasValues(i) && column.type !== 'time' && (column.type !== 'float' || empty.has(column.name)),
    }),
  )
  const index = frame.index?.values ?? (frame.unnamedIndex ? [frame.unnamedIndex] : undefined)
  const facts = { rowcount, colnames, coltypes, labelMap, index, leftOut: frameFacts(job, input) }
  return { body: answerBody(facts, writer, job.encoding), rowcount }
}

/**
 * Writes the table of a chart. In files the first column contains the row names. In JSON the values are arranged by
 * column and row, and names with several parts are lists.
 */
async function writeChartTable(rows: Frame, made: ChartTable, job: Job, totals: readonly Frame[]): Promise<Written> {
  const outcome = madeTable(rows, made, totals)
  if (!outcome.ok) throw new EngineFailure('postProcessing', outcome.error.message)
  const { columns, index, rowCount } = outcome.value
  const flat = (parts: readonly unknown[]) => parts.map(String).join(' ').trim()
  const names = columns.map(({ name }) => (Array.isArray(name) ? flat(name) : name))
  const lines: Cell[] = Array.from({ length: rowCount }, (_, row) =>
    index ? flat(index.values.map((level) => level[row])) : row,
  )
  if (job.file !== undefined) {
    const all: Column[] = [{ name: '', type: index ? 'text' : 'int', values: lines }, ...columns]
    const headers = all.map(({ type }, at) => ({ name: at === 0 ? '' : (names[at - 1] ?? ''), type }))
    return writeRows({ ...job, verboseNames: {} }, headers, slicesOf({ columns: all, rowCount }))
  }
  const { colnames, labelMap } = answerNames(rows)
  const data = new ByteSink()
  columns.forEach(({ values }, at) => {
    data.utf8(`${at === 0 ? '{' : ','}${JSON.stringify(names[at])}:`)
    values.forEach((value, row) => {
      data.utf8(`${row === 0 ? '{' : ','}${JSON.stringify(String(lines[row]))}:`)
      data.cell(value)
    })
    data.ascii('}')
    if (data.length > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  })
  data.ascii(columns.length === 0 ? '{}' : '}')
  const dttm = dttmNames(job)
  const facts = {
    rowcount: rowCount,
    colnames: columns.map(({ name }) => name),
    coltypes: columns.map(({ type, values }, at) =>
      genericType(type, values, { isTime: !index && dttm.has(colnames[at] ?? ''), isEmpty: false }),
    ),
    labelMap,
    index: index && [lines.map((_, row) => index.values.map((level) => level[row] ?? null))],
  }
  return { body: answerBody(facts, { finish: () => [data.take()] }, job.encoding), rowcount: rowCount }
}

/** Fields that a shape adds to its rows, which the contract lists among the column names. */
const ADDED_NAMES: Partial<Record<ShapeName, string[]>> = { bubbles: ['x', 'y', 'size', 'shape', 'group'] }

/** Writes the shape instead of the rows. The other fields describe the rows that it was built from. */
function writeShape(rows: Frame, made: Frame, { name, options }: NonNullable<Job['shape']>, job: Job): Written {
  const rowcount = rows.rowCount
  const { colnames, labelMap } = answerNames(rows)
  const data = Buffer.from(rowcount === 0 ? 'null' : shapeOf(name, made, options))
  if (data.length > job.limits.maxBytes) throw tooLarge(`more than ${job.limits.maxBytes} bytes`)
  const dttm = dttmNames(job)
  const coltypes = rows.columns.map((column, i) =>
    genericType(column.type, column.values, { isTime: dttm.has(colnames[i] ?? ''), isEmpty: false }),
  )
  const facts = { rowcount, colnames: [...colnames, ...(ADDED_NAMES[name] ?? [])], coltypes, labelMap }
  return { body: answerBody(facts, { finish: () => [data] }, job.encoding), rowcount }
}

function shapeOf(...asked: Parameters<typeof shapeText>): string {
  try {
    return shapeText(...asked)
  } catch (error) {
    if (error instanceof PostProcessingError) throw new EngineFailure('postProcessing', error.message)
    throw error
  }
}

const typedColumns = (columns: AnswerColumn[]) =>
  columns.map((column) => ({ name: column.label, type: typeOf(column) }))

/** Writes a file; the result body is then empty. */
async function writeRows(job: Job, columns: { name: string; type: CellType }[], rows: FileRows): Promise<Written> {
  const headers = columns.map(({ name, type }) => ({ name: ownValue(job.verboseNames ?? {}, name) ?? name, type }))
  const rowcount = await writeFile(job.file as string, job.encoding as FileFormat, headers, rows, {
    maxBytes: job.limits.maxBytes,
    ...(job.sheetAt !== undefined && { sheetAt: job.sheetAt }),
  })
  return { body: [], rowcount }
}

async function* rowsOf(batches: BatchReader, width: number): FileRows {
  for (let batch = await batches.next(); batch; batch = await batches.next()) {
    const { rowCount, cells } = batch
    yield { rowCount, cells: Array.from({ length: width }, (_, at) => cells(at)) }
  }
}

/** Number of rows of a file that are encoded at a time. */
const SLICE_ROWS = 4096

async function* slicesOf({ columns, rowCount }: Frame): FileRows {
  for (let from = 0; from < rowCount; from += SLICE_ROWS) {
    const to = Math.min(rowCount, from + SLICE_ROWS)
    yield { rowCount: to - from, cells: columns.map(({ values }) => values.slice(from, to)) }
  }
}

const dttmNames = (job: Job): Set<string> =>
  new Set(job.output.flatMap((column) => (column.isDttm ? [column.label] : [])))
