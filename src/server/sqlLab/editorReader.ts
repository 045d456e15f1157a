import type { ConnectionSpec, PartitionQuestion } from '../../engine/contracts.ts'
import { dialectOf, gateOf } from '../../engine/dialects/index.ts'
import { EMBEDDED_LEXIS } from '../../engine/gate/embedded/rules.ts'
import type { StatementKind, TableName } from '../../engine/gate/gate.ts'
import { STANDARD_LEXIS } from '../../engine/gate/sql/profile.ts'
import { openingOf } from '../../engine/gate/sql/statement.ts'
import { TemplateFault } from '../../engine/templates/fault.ts'
import { AppError } from '../../model/errors/errors.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import { parseObject } from '../../model/wire/json.ts'
import { has, type Subject, seesTables } from '../access/subject.ts'
import { readRuledTables, readsTable } from '../chartData/fromServices.ts'
import type { TablePlace } from '../chartData/partitions.ts'
import { loaderOf, RuleReader, tablesOf } from '../chartData/readerView.ts'
import type { FindView } from '../chartData/ruledViews.ts'
import { unreadTables } from '../chartData/tableRights.ts'
import { TemplateSession } from '../chartData/templateSession.ts'
import type { EmbeddedConnection } from '../embedded/registry.ts'
import { findDataset } from '../entities/datasets.ts'
import { unstoredDataset } from '../entities/sourceColumns.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

import {
  databaseMissing,
  malformedTemplate,
  missingParameters,
  onlySelect,
  planRefused,
  tablesRefused,
} from './faults.ts'
import { withNamedResults, withOrigins } from './namedResults.ts'

export type EditorServices = Pick<
  Services,
  'access' | 'config' | 'connections' | 'db' | 'engine' | 'gate' | 'log' | 'now' | 'sandbox'
>

/** Who runs SQL, and where. */
export interface EditorPlace {
  subject: Subject
  database: Row<'databases'>
  catalog: string | null
  schema: string | null
  /** JSON. */
  templateParams: string | null
  /** Statements that change data are refused, even where the database allows them. */
  onlyReads?: boolean
  /** The tab whose named results the SQL may read. */
  tab?: string | null
}

/** One statement that may run. */
export interface AllowedStatement {
  kind: StatementKind
  /** The SQL that the database receives, with row rules. */
  sql: string
  /** The SQL without row rules. */
  written: string
  /** The SQL for the user: a placeholder replaces row rules that the user may not see. */
  shown: string
  tables: TableName[]
  /** A row rule applies: messages of the database may quote rows that the reader must not see. */
  isRuled: boolean
}

const READING: readonly StatementKind[] = ['select', 'explain', 'show']
const CHANGING: readonly StatementKind[] = ['insert', 'update', 'delete']
/** The first words of statements that are not allowed because of what they do, and not because they are misspelled. */
const OTHER_STATEMENTS =
  /^(alter|analyze|attach|begin|call|cluster|comment|commit|copy|create|deallocate|declare|detach|discard|do|drop|execute|export|grant|import|insert|install|load|lock|merge|optimize|pragma|prepare|reindex|rename|replace|reset|revoke|rollback|set|start|truncate|update|delete|use|vacuum)\b/i

/** A database that SQL Lab offers to the user. @throws AppError 404 */
export async function editorDatabase(
  { access, db }: Pick<EditorServices, 'access' | 'db'>,
  subject: Subject,
  id: number,
): Promise<Row<'databases'>> {
  const found = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where('expose_in_sqllab', '=', true)
    .where(access.visible.databases(subject))
    .executeTakeFirst()
  if (!found) throw databaseMissing()
  return found
}

/** Where the database looks up names without a schema. */
export const placeOf = ({ schema }: { schema: string | null }) => (schema === null ? {} : { schema })

export type EditorReader = Awaited<ReturnType<typeof createEditorReader>>

/** Reads the text of an editor for one user: renders templates, checks each statement, and applies row rules. */
export async function createEditorReader(services: EditorServices, views: FindView, place: EditorPlace) {
  const { access, config, connections, db, engine, gate, now } = services
  const { subject, database } = place
  const stored = await connections.of(database.id, subject)
  const tabId = /^\d{1,9}$/.test(place.tab ?? '') ? Number(place.tab) : 0
  const named =
    tabId > 0 && 'tables' in stored
      ? await withNamedResults(services, subject, stored as EmbeddedConnection, tabId)
      : undefined
  const connection = named?.connection ?? stored
  // null: the database looks names up in the schema of its connection, so rights are checked there too
  const schema = dialectOf(connection.dialect).takesSchema ? place.schema : null
  // names without a catalog belong to the catalog of the connection, whatever the editor shows
  const catalog = null
  const source = {
    table_name: '',
    catalog,
    schema,
    sql: null,
    template_params: place.templateParams,
  }
  const reading = {
    dataset: unstoredDataset(database, source),
    connection,
    dialect: dialectOf(connection.dialect),
    subject,
    form: {},
    args: {},
    now: wallClock(now(), config.timeZone),
    ...(schema === null ? {} : { namesIn: schema }),
  }
  const deps = {
    gate,
    findView: views,
    findDataset: (id: number) => findDataset(db, id),
    checkAccess: (reader: Subject, id: number) => access.canReadData(reader, id),
    ruledTables: (databaseId: number, ids: readonly number[]) => readRuledTables(db, databaseId, ids),
    readsTable: (reader: Subject, databaseId: number, table: TablePlace) => readsTable(db, reader, databaseId, table),
    newestPartition: (on: ConnectionSpec, question: PartitionQuestion) =>
      engine.catalog(on, { ask: 'newestPartition', ...question }),
  }
  const session = new TemplateSession({ ...reading, query: null })
  const rules = new RuleReader(deps, reading, session)
  const load = loaderOf(deps, reading, rules)

  /** Renders the templates in a text. `id`: of the query, for error messages. */
  async function rendered(text: string, id: number): Promise<string> {
    try {
      const unknown = session.unknownNames(text)
      if (unknown.length > 0) throw missingParameters(id, text, unknown, parseObject(place.templateParams))
      return await session.settle(() => session.render(text, 'the query'), load)
    } catch (error) {
      if (error instanceof TemplateFault) throw malformedTemplate(id, text, error)
      throw error
    }
  }

  /** Checks a statement of the rendered text, and applies row rules. @throws AppError if the statement may not run */
  async function allowed(sql: string): Promise<AllowedStatement> {
    const mayChange = database.allow_dml && !place.onlyReads && seesTables(subject, database)
    const kinds = mayChange ? [...READING, ...CHANGING] : READING
    const verdict = await gate.statement(connection, sql, {
      kinds: [...READING, ...CHANGING],
      tables: tablesOf(connection),
    })
    if (!verdict.ok) throw refusalOf(sql, verdict.message)
    const { kind } = verdict
    const tables = named ? withOrigins(verdict.tables, named.origins) : verdict.tables
    if (!kinds.includes(kind)) throw onlySelect()
    await checkTables(
      services,
      { subject, database, catalog, schema },
      connection,
      kind === 'show' && tables.length === 0 ? null : tables,
    )
    if (kind === 'show' || CHANGING.includes(kind)) {
      for (const { catalog: inCatalog, schema: inSchema, name } of tables) {
        const conditions = await rules.ofTable({ catalog: inCatalog, schema: inSchema, table_name: name })
        // SHOW and DESCRIBE return no rows of the table
        if (conditions.length > 0 && kind !== 'show') throw ruleRefused(name)
      }
      return { kind, sql: verdict.sql, written: verdict.sql, shown: verdict.sql, tables, isRuled: false }
    }
    const prefix = kind === 'explain' ? explainPrefix(connection, verdict.sql) : ''
    const query = verdict.sql.slice(prefix.length)
    const ruled = await rules.applied(query)
    const isRuled = ruled !== query
    if (isRuled && kind === 'explain' && hidesRules(subject)) throw planRefused()
    const shown =
      isRuled && hidesRules(subject) ? await new RuleReader(deps, reading, session, true).applied(query) : ruled
    return { kind, sql: `${prefix}${ruled}`, written: verdict.sql, shown: `${prefix}${shown}`, tables, isRuled }
  }

  return { connection, schema, rendered, allowed }
}

/** Whether the rules that apply to a user are hidden from them. */
export const hidesRules = (subject: Subject) => !has(subject, 'can_read:Row Level Security')

const ruleRefused = (name: string) =>
  new AppError(
    'GENERIC_COMMAND_ERROR',
    403,
    `The table "${name}" has row level security rules. They cannot be applied to a statement that changes rows.`,
  )

/** The error for SQL that the gate rejects: a statement of a kind that is not allowed, or SQL that it cannot read. */
function refusalOf(sql: string, message: string): AppError {
  if (OTHER_STATEMENTS.test(sql)) return onlySelect()
  const isSyntax = /^(syntax error|parser error)/i.test(message)
  return new AppError(isSyntax ? 'SYNTAX_ERROR' : 'GENERIC_DB_ENGINE_ERROR', 400, message)
}

/** The part of an EXPLAIN statement before its query. */
function explainPrefix({ dialect }: ConnectionSpec, sql: string): string {
  const profile = gateOf(dialect)
  const lexis = profile === 'engine' ? EMBEDDED_LEXIS : (profile?.lexis ?? STANDARD_LEXIS)
  const opening = openingOf(sql, lexis)
  return opening.ok ? sql.slice(0, sql.length - opening.inner.length) : ''
}

/**
 * Checks that a user may read these tables: by the database, by a schema, or by a dataset on each of them. null: the
 * statement lists names of the whole database.
 * @throws AppError 403 with the names of the tables that the user may not read
 */
export async function checkTables(
  { db }: Pick<EditorServices, 'db'>,
  { subject, database, catalog, schema }: Pick<EditorPlace, 'subject' | 'database' | 'catalog' | 'schema'>,
  connection: ConnectionSpec,
  tables: readonly TableName[] | null,
): Promise<void> {
  if (tables === null && !seesTables(subject, database)) throw tablesRefused([database.database_name])
  const refused = await unreadTables(db, { subject, database, connection, catalog, schema }, tables ?? [])
  if (refused.length > 0) throw tablesRefused(refused)
}
