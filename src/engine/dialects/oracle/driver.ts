import type { CatalogAnswers, CatalogPlace, TableDetails, TableEntry } from '../../contracts.ts'
import type { CatalogReader, RequestOptions } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import type { Driver } from '../dialect.ts'
import { unfolded } from '../shared/folded.ts'
import { optionalPackage } from '../shared/optionalDriver.ts'
import {
  type ColumnKind,
  kindOfType,
  type PackageClient,
  PackageEngine,
  type PackageStatement,
  type ReadRows,
} from '../shared/packageEngine.ts'
import { oracle } from './index.ts'

/** The parts of `oracledb` that are used. */
interface OraclePackage {
  OUT_FORMAT_ARRAY: number
  STRING: number
  getConnection(options: { user?: string; password?: string; connectString: string }): Promise<OracleConnection>
}
interface OracleConnection {
  callTimeout: number
  execute(sql: string, binds?: unknown[], options?: Record<string, unknown>): Promise<OracleResult>
  break(): Promise<void>
  close(): Promise<void>
}
interface OracleResult {
  metaData?: ColumnFacts[]
  resultSet?: { getRows(count: number): Promise<unknown[][]>; close(): Promise<void> }
}
interface ColumnFacts {
  name: string
  dbTypeName: string
  scale?: number
}

const PORT = 1521
const BATCH_ROWS = 2048

/** Whether a column is fetched as strings: numbers, so that no digit is lost, and large texts. */
const readsAsText = (facts: ColumnFacts) => /^(NUMBER|N?CLOB)/.test(facts.dbTypeName)

/** A scale of -127 means a number declared without a scale. */
const kindOf = ({ dbTypeName, scale }: ColumnFacts): ColumnKind =>
  dbTypeName === 'NUMBER' && scale === 0 ? 'integer' : kindOfType(dbTypeName)

class Client implements PackageClient {
  readonly target
  readonly hello = 'SELECT 1 FROM dual'
  private readonly options: ServerOptions
  private readonly oracledb: OraclePackage

  constructor(options: ServerOptions, oracledb: OraclePackage) {
    const { host, port, username } = options
    this.options = options
    this.oracledb = oracledb
    this.target = { host, port: port ?? PORT, ...(username ? { username } : {}) }
  }

  columnsOnly = (sql: string) => `SELECT * FROM (\n${sql}\n) WHERE 1 = 0`

  async start(sql: string, { signal, timeoutMs }: RequestOptions): Promise<PackageStatement> {
    const connection = await this.connect()
    const cancel = () => void connection.break().catch(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    const end = async () => {
      signal.removeEventListener('abort', cancel)
      await connection.close()
    }
    try {
      connection.callTimeout = timeoutMs
      await connection.execute('SET TRANSACTION READ ONLY')
      const { metaData = [], resultSet } = await connection.execute(sql, [], {
        resultSet: true,
        outFormat: this.oracledb.OUT_FORMAT_ARRAY,
        fetchTypeHandler: (facts: ColumnFacts) => (readsAsText(facts) ? { type: this.oracledb.STRING } : undefined),
      })
      return {
        columns: metaData.map((facts) => ({ name: facts.name, type: facts.dbTypeName, kind: kindOf(facts) })),
        next: async () => {
          const rows = (await resultSet?.getRows(BATCH_ROWS)) ?? []
          return rows.length ? rows : undefined
        },
        close: async () => {
          await resultSet?.close()
          await end()
        },
      }
    } catch (error) {
      await end().catch(() => undefined)
      throw error
    }
  }

  private connect(): Promise<OracleConnection> {
    const { host, port, username, password, database, query } = this.options
    const service = query?.service_name ?? database ?? ''
    return this.oracledb.getConnection({
      user: username,
      password,
      connectString: `${host}:${port ?? PORT}/${service}`,
    })
  }
}

const spelled = (name: string) => (unfolded(name.toUpperCase()) === name ? name.toUpperCase() : name)
const literal = (name: string) => oracle.literal({ text: spelled(name) })
const ownerOf = ({ schema }: CatalogPlace) =>
  schema === null ? "SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')" : literal(schema)

/** Reads the parts of the data dictionary that the user of the connection may see. */
class OracleCatalog implements CatalogReader {
  private readonly rows: ReadRows

  constructor(rows: ReadRows) {
    this.rows = rows
  }

  catalogs(): Promise<string[]> {
    return Promise.resolve([])
  }

  async schemas(_catalog: string | null, options: RequestOptions): Promise<CatalogAnswers['schemas']> {
    const rows = await this.rows(`SELECT username FROM all_users WHERE oracle_maintained = 'N' ORDER BY 1`, options)
    const [current] = await this.rows(`SELECT SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') FROM dual`, options)
    return { names: rows.map(([name]) => unfolded(String(name))), default: unfolded(String(current?.[0])) }
  }

  async tables(place: CatalogPlace, options: RequestOptions): Promise<TableEntry[]> {
    const rows = await this.rows(
      `SELECT table_name, table_type, comments FROM all_tab_comments WHERE owner = ${ownerOf(place)} ORDER BY 1`,
      options,
    )
    return rows.map(([name, type, comment]) => ({
      name: unfolded(String(name)),
      type: type === 'VIEW' ? 'view' : 'table',
      comment: comment === null || comment === undefined ? null : String(comment),
    }))
  }

  async table(place: CatalogPlace, name: string, options: RequestOptions): Promise<TableDetails | null> {
    const entry = (await this.tables(place, options)).find((table) => table.name === name)
    if (!entry) return null
    const columns = await this.rows(
      `SELECT column_name, data_type, nullable FROM all_tab_columns
       WHERE owner = ${ownerOf(place)} AND table_name = ${literal(name)} ORDER BY column_id`,
      options,
    )
    return {
      ...entry,
      columns: columns.map(([column, type, nullable]) => ({
        name: unfolded(String(column)),
        type: String(type),
        nullable: nullable === 'Y',
        comment: null,
        default: null,
      })),
      primaryKey: null,
      foreignKeys: [],
      indexes: [],
      partitions: null,
    }
  }
}

/** Oracle, with `oracledb` without Oracle's own client libraries. Every query runs in a read-only transaction. */
export const open: Driver['open'] = async (connection) => {
  const options = ('options' in connection ? connection.options : {}) as unknown as ServerOptions
  const oracledb = await optionalPackage<OraclePackage>('Oracle', 'oracledb')
  return new PackageEngine(new Client(options, oracledb), (rows) => new OracleCatalog(rows))
}
