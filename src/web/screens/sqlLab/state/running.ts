import { isRecord } from '../../../../model/wire/json.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import { executeSql, queriesSince, stopQuery } from '../../../api/sqlLab.ts'
import { toast } from '../../../ui/toast.ts'
import { firstPage } from '../results/resultQuery.ts'
import { useLab } from './lab.ts'
import { isRunning, withQuery } from './labChanges.ts'
import { labTexts } from './labTexts.ts'
import type { LabQuery, LabTab, QueryFault } from './labTypes.ts'
import { saveNow } from './saving.ts'

/** Number of rows in the first response; the others follow in pages. */
const firstRows = 1000
/** Queries that began longer ago than this are no longer polled. */
const pollForMs = 6 * 3600_000
const pollMs = 2000

export interface RunRequest {
  sql: string
  /** offset of the text in the editor */
  from?: number
  /** the table or view to create from the result */
  createAs?: { method: 'TABLE' | 'VIEW'; name: string }
  /** the table that is previewed */
  previewOf?: string
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** The id of a query; the contract's column has 11 characters. */
function clientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(11)), (byte) => letters[byte % letters.length]).join('')
}

let places = 0

const put = (query: LabQuery) => useLab.setState((state) => withQuery(state, query))

/** Runs SQL in a tab. Returns the id of the query at once; its state is in the lab. */
export function runSql(tab: LabTab, request: RunRequest): string | undefined {
  const { databaseId, schema, limit, templateParams, id: tabId, label } = tab
  if (databaseId === null) return undefined
  const id = clientId()
  const { sql, createAs, previewOf, from } = request
  put(begun(id, tab, request))
  void executeSql({
    client_id: id,
    database_id: databaseId,
    sql,
    schema,
    queryLimit: previewOf === undefined ? limit : previewRows,
    sql_editor_id: previewOf === undefined ? String(tabId) : null,
    tab: previewOf === undefined ? label : null,
    templateParams: templateParams.trim() === '' ? null : templateParams,
    runAsync: runsAsync(databaseId),
    expand_data: true,
    answer_rows: firstRows,
    ...(createAs ? { select_as_cta: true, ctas_method: createAs.method, tmp_table_name: createAs.name } : {}),
  }).then(
    (answer) => {
      if ('data' in answer && answer.query.resultsKey !== null) firstPage(answer.query.resultsKey, answer)
      put({ ...answer.query, sqlEditorId: String(tabId), from, previewOf })
    },
    (error: unknown) => fail(id, error),
  )
  // after the query has been sent, because storing the tab waits for the disk of the server
  saveNow()
  return id
}

const previewRows = 100

/** Whether the database is configured to run queries in the background. */
const runsAsync = (databaseId: number) =>
  Object.values(useLab.getState().databases).find(({ id }) => id === databaseId)?.allow_run_async ?? false

function begun(id: string, tab: LabTab, { sql, from, previewOf, createAs }: RunRequest): LabQuery {
  const now = Date.now()
  places += 1
  return {
    id,
    queryId: 0,
    serverId: 0,
    changedOn: '',
    changed_on: '',
    dbId: tab.databaseId ?? 0,
    db: null,
    startDttm: now,
    endDttm: null,
    errorMessage: null,
    executedSql: null,
    limit: tab.limit,
    limitingFactor: 'UNKNOWN',
    progress: 0,
    rows: null,
    catalog: null,
    schema: tab.schema,
    ctas: createAs !== undefined,
    sql,
    sqlEditorId: String(tab.id),
    state: 'running',
    tab: tab.label,
    tempSchema: null,
    tempTable: createAs?.name ?? null,
    userId: null,
    user: null,
    resultsKey: null,
    trackingUrl: null,
    extra: {},
    from,
    previewOf,
    place: places,
  }
}

function fail(id: string, error: unknown): void {
  const query = useLab.getState().queries[id]
  if (!query || query.state === 'stopped') return
  const isStopped = error instanceof ApiError && error.status === 409
  const isLate = error instanceof ApiError && error.code === 'SQLLAB_TIMEOUT_ERROR'
  put({
    ...query,
    state: isStopped ? 'stopped' : isLate ? 'timed_out' : 'failed',
    endDttm: Date.now(),
    errorMessage: messageOf(error),
    fault: isStopped ? undefined : faultOf(error),
  })
}

/** The error of a run, in the format of the error panel. */
export function faultOf(error: unknown): QueryFault {
  if (!(error instanceof ApiError)) return { message: messageOf(error) }
  const { extra, code } = error
  const position = isRecord(extra?.['position']) ? extra['position'] : undefined
  const causes = Array.isArray(extra?.['issue_codes']) ? extra['issue_codes'] : []
  const lines = causes.flatMap((cause) => (isRecord(cause) ? [String(cause['message'])] : []))
  return {
    message: messageOf(error),
    code,
    engine: typeof extra?.['engine_name'] === 'string' ? extra['engine_name'] : undefined,
    position: position
      ? {
          line: Number(position['line']),
          column: typeof position['column'] === 'number' ? position['column'] : null,
        }
      : undefined,
    details: lines.length > 0 ? lines.join('\n') : undefined,
  }
}

/** Stops a query in the database. */
export async function stop(query: LabQuery): Promise<void> {
  try {
    await stopQuery(query.id)
    put({ ...query, state: 'stopped', endDttm: Date.now() })
    toast.info({ text: labTexts.stopped })
  } catch (error) {
    toast.danger({ text: labTexts.stopFailed, values: { message: messageOf(error) } })
  }
}

/**
 * Polls for the end of queries that another page, or this one before a reload, has started. Returns a stop function.
 */
export function pollQueries(): () => void {
  let since = Date.now() - pollForMs
  const timer = setInterval(() => {
    const oldest = Date.now() - pollForMs
    const open = Object.values(useLab.getState().queries).some(
      (query) => isRunning(query) && Number(query.startDttm) > oldest,
    )
    if (!open) return
    queriesSince(since).then(
      (queries) => {
        // uses times of the server, because the clock of this computer may differ
        since = Math.max(since, ...queries.map(({ endDttm, startDttm }) => Number(endDttm ?? startDttm ?? 0)))
        for (const query of queries) if (useLab.getState().queries[query.id]) update(query)
      },
      // the next poll tries again
      () => undefined,
    )
  }, pollMs)
  return () => clearInterval(timer)
}

/** Updates a running query from a poll. An ended query is not changed: the poll may be older than its response. */
function update(query: LabQuery): void {
  const known = useLab.getState().queries[query.id]
  if (known && isRunning(known)) put({ ...query, from: known.from, previewOf: known.previewOf })
}

/** Makes the browser ask before the page is closed while a query is running. Returns a function that stops this. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (Object.values(useLab.getState().queries).some((query) => isRunning(query) && query.from !== undefined))
      event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
