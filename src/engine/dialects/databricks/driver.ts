import type { RequestOptions } from '../../run/engine.ts'
import type { Driver } from '../dialect.ts'
import { InformationSchemaCatalog } from '../shared/informationSchema.ts'
import { optionalPackage } from '../shared/optionalDriver.ts'
import { kindOfType, type PackageClient, PackageEngine, type PackageStatement } from '../shared/packageEngine.ts'
import { databricks } from './index.ts'

/** The parts of `@databricks/sql` that are used. */
interface DatabricksPackage {
  DBSQLClient: new () => DatabricksClient
}
interface DatabricksClient {
  connect(options: { host: string; path: string; token: string; port?: number }): Promise<DatabricksClient>
  openSession(options: { initialSchema?: string }): Promise<DatabricksSession>
}
interface DatabricksSession {
  executeStatement(sql: string, options: { queryTimeout?: number; maxRows?: number }): Promise<Operation>
}
interface Operation {
  getSchema(): Promise<{
    columns: { columnName: string; typeDesc: { types: { primitiveEntry?: { type: number } }[] } }[]
  } | null>
  fetchChunk(options: { maxRows: number }): Promise<Record<string, unknown>[]>
  hasMoreRows(): Promise<boolean>
  cancel(): Promise<unknown>
  close(): Promise<unknown>
}

const PORT = 443
const CHUNK_ROWS = 5000
const SECONDS = 1000

/** Types by their number in the protocol. */
const TYPES = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'STRING',
  'TIMESTAMP',
  'BINARY',
  'ARRAY',
  'MAP',
  'STRUCT',
  'UNION',
  'USER_DEFINED',
  'DECIMAL',
  'VOID',
  'DATE',
  'VARCHAR',
  'CHAR',
  'INTERVAL YEAR TO MONTH',
  'INTERVAL DAY TO SECOND',
]

interface Options {
  host: string
  port?: number
  access_token: string
  http_path: string
  database?: string
}

class Client implements PackageClient {
  readonly target
  readonly hello = 'SELECT 1'
  private readonly load: () => Promise<DatabricksSession>
  private session: Promise<DatabricksSession> | undefined

  constructor({ host, port }: Options, load: () => Promise<DatabricksSession>) {
    this.target = { host, port: port ?? PORT }
    this.load = load
  }

  columnsOnly = (sql: string) => `SELECT * FROM (\n${sql}\n) LIMIT 0`

  async start(sql: string, { signal, timeoutMs }: RequestOptions): Promise<PackageStatement> {
    this.session ??= this.load()
    this.session.catch(() => {
      this.session = undefined
    })
    const session = await this.session
    const queryTimeout = Math.max(1, Math.ceil(timeoutMs / SECONDS))
    const operation = await session.executeStatement(sql, { queryTimeout, maxRows: CHUNK_ROWS })
    const cancel = () => void operation.cancel().catch(() => undefined)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const columns = ((await operation.getSchema())?.columns ?? []).map(({ columnName, typeDesc }) => {
      const type = TYPES[typeDesc.types[0]?.primitiveEntry?.type ?? -1] ?? 'STRING'
      return { name: columnName, type, kind: kindOfType(type) }
    })
    let hasMore = true
    return {
      columns,
      next: async () => {
        if (!hasMore) return undefined
        const rows = await operation.fetchChunk({ maxRows: CHUNK_ROWS })
        hasMore = await operation.hasMoreRows()
        return rows.map((row) => columns.map(({ name }) => row[name]))
      },
      close: async () => {
        signal.removeEventListener('abort', cancel)
        await operation.close()
      },
    }
  }
}

/** Databricks, with `@databricks/sql`. The owner of the token must ensure that it cannot write. */
export const open: Driver['open'] = async (connection) => {
  const options = ('options' in connection ? connection.options : {}) as unknown as Options
  const { DBSQLClient } = await optionalPackage<DatabricksPackage>('Databricks', '@databricks/sql')
  const { host, port, http_path: path, access_token: token, database } = options
  const load = async () => {
    const client = await new DBSQLClient().connect({ host, path, token, ...(port ? { port } : {}) })
    return client.openSession(database ? { initialSchema: database } : {})
  }
  return new PackageEngine(
    new Client(options, load),
    (rows) =>
      new InformationSchemaCatalog(rows, {
        literal: (text) => databricks.literal({ text }),
        views: ({ catalog }) => (catalog ? `${databricks.quote(catalog)}.information_schema` : 'information_schema'),
        currentSchema: 'current_schema()',
        seen: (name) => name,
        spelled: (name) => name,
        columnType: 'full_data_type',
      }),
  )
}
