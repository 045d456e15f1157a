import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { TableName } from '../../engine/gate/gate.ts'
import { ingestFile } from '../../engine/ingest/ingest.ts'
import { AppError } from '../../model/errors/errors.ts'
import { type NamedResult, SCRATCH } from '../../model/sqlLab/namedResults.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { columnsOf, RESULT_LIFE_MS, resultPieces } from './results.ts'

/** Maximum number of named results in one tab. */
const MOST_NAMES = 20

type Stored = Pick<Row<'query_results'>, 'id' | 'results_key' | 'rows' | 'columns'> & {
  name: string
  /** JSON: the tables of the query that returned the result */
  sql_tables: string | null
}

type Parts = Pick<Services, 'config' | 'db' | 'now' | 'sandbox'>

/** The results that a tab of the user has named, by name. None if the tab is not the user's. */
async function storedNames({ db, now }: Pick<Parts, 'db' | 'now'>, subject: Subject, tabId: number): Promise<Stored[]> {
  return db
    .selectFrom('named_results')
    .innerJoin('tab_states', 'tab_states.id', 'named_results.tab_state_id')
    .innerJoin('query_results', 'query_results.results_key', 'named_results.results_key')
    .innerJoin('queries', 'queries.id', 'query_results.query_id')
    .select(['named_results.name', 'query_results.id', 'query_results.results_key', 'query_results.rows'])
    .select(['query_results.columns', 'queries.sql_tables'])
    .where('tab_states.id', '=', tabId)
    .where('tab_states.user_id', '=', subject.user?.id ?? 0)
    .where('query_results.expires_on', '>=', now())
    .orderBy('named_results.name')
    .execute()
}

export async function namedResults(services: Parts, subject: Subject, tabId: number): Promise<NamedResult[]> {
  const found = await storedNames(services, subject, tabId)
  return found.map((result) => ({ name: result.name, rows: result.rows, columns: columnsOf(result) }))
}

const invalid = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 422, message)

/**
 * Gives a result a name in a tab; an earlier result with that name loses it. `tables`: the tables of the database.
 * @throws AppError 422 if the result cannot be queried by this name
 */
export async function nameResult(
  { db, now }: Pick<Parts, 'db' | 'now'>,
  tabId: number,
  name: string,
  result: Row<'query_results'>,
  tables: readonly string[],
): Promise<NamedResult> {
  const columns = columnsOf(result)
  const folded = columns.map((column) => column.name.toLowerCase())
  if (new Set(folded).size < folded.length) throw invalid('Two columns of this result have the same name.')
  // row rules match tables of the embedded engine by name only
  if (tables.some((table) => table.toLowerCase() === name.toLowerCase())) {
    throw invalid(`The database has a table called "${name}". Please choose another name.`)
  }
  const key = name.toLowerCase()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('named_results').where('tab_state_id', '=', tabId).where('name', '=', key).execute()
    const { count } = await trx
      .selectFrom('named_results')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tab_state_id', '=', tabId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_NAMES) throw invalid(`A tab can have at most ${MOST_NAMES} named results.`)
    const row = { tab_state_id: tabId, name: key, results_key: result.results_key, created_on: now() }
    await trx.insertInto('named_results').values(row).execute()
  })
  return { name: key, rows: result.rows, columns }
}

/** A connection that also has the named results of a tab, and the tables from which these were read. */
export interface WithResults {
  connection: ConnectionSpec
  origins: Map<string, TableName[]>
}

/** Whether SQL may mention named results. */
export const mentionsResults = (sql: string) => /\bscratch\b/i.test(sql)

/** The connection of the embedded engine with the named results of a tab; undefined if the tab has none. */
export async function withNamedResults(
  services: Parts,
  subject: Subject,
  connection: Extract<ConnectionSpec, { tables: Record<string, string> }>,
  tabId: number,
): Promise<WithResults | undefined> {
  const found = await storedNames(services, subject, tabId)
  if (found.length === 0) return undefined
  const scratch: Record<string, string> = {}
  for (const result of found) scratch[result.name] = await fileOf(services, result)
  const version = JSON.stringify([connection.dataVersion, found.map(({ name, results_key }) => [name, results_key])])
  return {
    connection: {
      ...connection,
      // a separate database for the engine, so that its child processes are not shared with other users
      databaseId: -tabId,
      dataVersion: createHash('sha256').update(version).digest('base64url').slice(0, 16),
      scratch,
    },
    origins: new Map(found.map(({ name, sql_tables }) => [name, tablesIn(sql_tables)])),
  }
}

const tablesIn = (json: string | null): TableName[] =>
  (JSON.parse(json ?? '[]') as { catalog: string | null; schema: string | null; table: string }[]).map(
    ({ table, ...place }) => ({ ...place, name: table }),
  )

/** Tables with each named result replaced by the tables from which it was read: rights are those on these tables. */
export const withOrigins = (tables: readonly TableName[], origins: ReadonlyMap<string, TableName[]>): TableName[] =>
  tables.flatMap((table) =>
    table.schema?.toLowerCase() === SCRATCH ? (origins.get(table.name.toLowerCase()) ?? []) : [table],
  )

/** Types of the engine by the contract's type names; all other types become text. */
const TYPES: Record<string, string> = {
  INTEGER: 'BIGINT',
  LONGINTEGER: 'HUGEINT',
  DECIMAL: 'DOUBLE',
  FLOAT: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  DATETIMETZ: 'TIMESTAMP',
}

/** Files that are being written by this process. */
const writing = new Map<string, Promise<void>>()

/** The file of the embedded engine with the rows of a result. Written when it is first needed. */
async function fileOf(services: Parts, result: Stored): Promise<string> {
  const folder = join(services.config.home, 'named-results')
  const file = join(folder, `${result.results_key}.duckdb`)
  if (existsSync(file)) return file
  const known = writing.get(file)
  const work = known ?? writeFile(services, folder, file, result).finally(() => writing.delete(file))
  if (!known) writing.set(file, work)
  await work
  return file
}

async function writeFile(
  { db, config, now, sandbox }: Parts,
  folder: string,
  file: string,
  result: Stored,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  // deletes older files, because results expire after a day
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < now() - RESULT_LIFE_MS) rmSync(path, { force: true })
  }
  const rows = `${file}.json`
  async function* text() {
    let isFirst = true
    yield '['
    for await (const piece of resultPieces(db, result, now())) {
      yield isFirst ? piece : `,${piece}`
      isFirst = false
    }
    yield ']'
  }
  try {
    await pipeline(Readable.from(text()), createWriteStream(rows))
    const columns = columnsOf(result).map(({ name, type }) => ({ name, type: TYPES[type] ?? 'VARCHAR' }))
    await ingestFile(rows, 'json', file, { columns, scratchFolder: join(config.home, 'scratch'), sandbox })
  } finally {
    rmSync(rows, { force: true })
  }
}
