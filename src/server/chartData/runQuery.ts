import { rm } from 'node:fs/promises'
import type { Encoding, EngineAnswer, EngineJob, EnginePool, FileFormat } from '../../engine/contracts.ts'
import { additiveMetrics } from '../../engine/plan/additiveMetrics.ts'
import { timedOut } from '../../engine/run/failures.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import type { Cache } from '../cache/cache.ts'
import { answerKey } from './answerKey.ts'
import { cacheTimeoutS } from './cacheTimeout.ts'
import { chartTableOf } from './chartTable.ts'
import { type PreparedQuery, type PreparingDependencies, placeOf } from './prepareQuery.ts'
import { NotCachedError, type RequestOptions } from './queryAnswer.ts'
import { withoutText } from './rowRules.ts'
import type { UserSlots } from './userSlots.ts'

export interface RunningDependencies extends Pick<PreparingDependencies, 'engine' | 'now'> {
  cache: Cache
  /** Cache timeout of a chart in seconds; null if it has none or does not exist. */
  chartCacheTimeout(chartId: number): Promise<number | null>
  limits: EngineJob['limits']
  /** Maximum size of a downloaded file. */
  fileBytes: number
  /** A new path for a file that an engine child writes. */
  newFile(): string
  /** Default cache timeout in seconds. */
  cacheTimeoutS: number
}

/** Key of a result that only the caller of a job may still fetch. */
const ofJob = (key: string) => `job ${key}`
const JOB_RESULT_MS = 300_000

/** Runs prepared queries: from the cache if possible, else by the engine, a few per user at a time. */
export function createQueryRunner(deps: RunningDependencies, slots: UserSlots) {
  function jobFor(
    prepared: PreparedQuery,
    context: QueryContext,
    options: RequestOptions,
    totals: readonly PreparedQuery[],
  ): EngineJob {
    const { query, dataset, connection, plan, sql, offsets } = prepared
    const isFile = isFileFormat(options.encoding)
    // our own screens request rows by column to draw tables
    const chartTable =
      context.result_type === 'post_processed' && options.encoding !== 'columns'
        ? chartTableOf(context.form_data, verboseNames(dataset))
        : undefined
    return {
      connection,
      sql,
      output: plan.output,
      ...(offsets.length ? { offsets } : {}),
      offsetHours: plan.offsetHours,
      ...placeOf(dataset),
      postProcessing: query.postProcessing,
      encoding: options.encoding,
      ...(options.shape ? { shape: options.shape } : {}),
      ...((options.encoding === 'columns' || isFile) && plan.tree.limit !== null
        ? { leftOut: limitsOf(prepared, plan.tree.limit) }
        : {}),
      ...(chartTable ? { chartTable } : {}),
      ...(totals.length ? { totals: totals.map((level) => ({ sql: level.sql, output: level.plan.output })) } : {}),
      limits: isFile ? { ...deps.limits, maxBytes: deps.fileBytes } : deps.limits,
      ...(prepared.rowLimit === undefined ? {} : { rowLimit: prepared.rowLimit }),
      ...(isFile ? { file: deps.newFile(), verboseNames: verboseNames(dataset) } : {}),
      ...(options.sheetAt === undefined ? {} : { sheetAt: options.sheetAt }),
    }
  }

  /** `totals`: queries for the totals of the table that is made from the rows. */
  return async function run(
    prepared: PreparedQuery,
    context: QueryContext,
    subject: Subject,
    options: RequestOptions,
    totals: readonly PreparedQuery[] = [],
  ) {
    const { dataset, view } = prepared
    const job = jobFor(prepared, context, options, totals)
    const timeoutS = await cacheTimeoutS(context, dataset, options.reads, deps.cacheTimeoutS)
    const inTurn = <T>(work: (waitedMs: number) => Promise<T>): Promise<T> =>
      slots.run(subject.user?.id, options.signal, work, job.limits.timeoutMs)
    const ask = (waitedMs: number, signal: AbortSignal | undefined): Promise<EngineAnswer> =>
      runWithin(deps.engine, job, waitedMs, signal).catch(view.isRuled || subject.guest ? withoutText : asContractError)
    const compute = async (waitedMs: number, signal: AbortSignal | undefined) => {
      const { body, rowcount } = await ask(waitedMs, signal)
      return { body, rowcount, computedOn: deps.now() }
    }
    const key = answerKey(job, view.cacheKeys, dataset)
    if (job.file !== undefined) {
      const { file } = job
      try {
        const { body, rowcount, leftOut } = await inTurn((waitedMs) => ask(waitedMs, options.signal))
        const answer = { body, rowcount, computedOn: deps.now(), file, ...(leftOut && { leftOut }) }
        return { answer, isHit: false, key, timeoutS }
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    }
    if (options.fromCache) {
      const kept = await deps.cache.get(timeoutS < 0 && options.ofJob ? ofJob(key) : key)
      if (!kept) throw new NotCachedError()
      return { answer: kept, isHit: true, key, timeoutS }
    }
    if (timeoutS < 0) {
      const answer = await inTurn((waitedMs) => compute(waitedMs, options.signal))
      if (options.ofJob) await deps.cache.set(ofJob(key), answer, JOB_RESULT_MS)
      return { answer, isHit: false, key, timeoutS }
    }
    const wrapping = { ttlMs: timeoutS * 1000, force: context.force, signal: options.signal }
    const cached = context.force ? undefined : await deps.cache.get(key)
    if (cached) return { answer: cached, isHit: true, key, timeoutS }
    // a request that joins the query of another user does not wait for that user's turn
    const kept = await inTurn((waitedMs) => deps.cache.wrap(key, wrapping, (signal) => compute(waitedMs, signal)))
    return { ...kept, key, timeoutS }
  }
}

/** Runs a job within the time limit of its query, which includes the time for which the query has waited. */
async function runWithin(
  engine: Pick<EnginePool, 'run'>,
  job: EngineJob,
  waitedMs: number,
  signal: AbortSignal | undefined,
): Promise<EngineAnswer> {
  const { timeoutMs } = job.limits
  const left = Math.max(1, Math.ceil(timeoutMs - waitedMs))
  try {
    return await engine.run({ ...job, limits: { ...job.limits, timeoutMs: left } }, signal)
  } catch (error) {
    throw error instanceof AppError && error.code === 'BACKEND_TIMEOUT_ERROR' ? timedOut(timeoutMs) : error
  }
}

/** The limits with which the engine detects what a chart does not show. */
function limitsOf({ query, dataset, plan }: PreparedQuery, limit: number): EngineJob['leftOut'] {
  const sums = additiveMetrics(query.metrics ?? [], dataset)
  const { seriesLimit } = plan.tree
  if (!seriesLimit) return { limit, sums }
  const columns = seriesLimit.dimensions.map(({ label }) => label)
  return { limit, sums, series: { columns, limit: seriesLimit.limit } }
}

export const isFileFormat = (encoding: Encoding): encoding is FileFormat => encoding === 'csv' || encoding === 'xlsx'

/** Headers of files: display names of columns and metrics. */
const verboseNames = (dataset: Dataset): Record<string, string> =>
  Object.fromEntries(
    [
      ...dataset.columns.map((column) => [column.column_name, column.verbose_name]),
      ...dataset.metrics.map((metric) => [metric.metric_name, metric.verbose_name]),
    ].filter(([, name]) => name),
  )

/** Errors of a query itself are reported as in the contract; outages keep their own messages. */
function asContractError(error: unknown): never {
  if (error instanceof AppError && error.status === 400 && !error.message.startsWith('Error: ')) {
    throw new AppError(error.code, 400, `Error: ${error.message}`, { extra: error.extra, cause: error })
  }
  throw error
}
