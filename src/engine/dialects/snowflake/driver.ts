import type { ErrorCode } from '../../../model/errors/errors.ts'
import type { RequestOptions } from '../../run/engine.ts'
import type { Driver } from '../dialect.ts'
import { unfolded } from '../shared/folded.ts'
import { InformationSchemaCatalog } from '../shared/informationSchema.ts'
import { optionalPackage } from '../shared/optionalDriver.ts'
import {
  type ColumnKind,
  kindOfType,
  type PackageClient,
  PackageEngine,
  type PackageStatement,
} from '../shared/packageEngine.ts'
import { snowflake } from './index.ts'

/** The parts of `snowflake-sdk` that are used. */
interface SnowflakePackage {
  createConnection(options: Record<string, unknown>): SnowflakeConnection
}
interface SnowflakeConnection {
  connectAsync(callback: (error: Error | undefined) => void): Promise<unknown>
  execute(options: Record<string, unknown>): Statement
}
interface Statement {
  getColumns(): { getName(): string; getType(): string; getScale(): number }[]
  streamRows(): AsyncIterable<unknown[]>
  cancel(callback: (error: Error | undefined) => void): void
}

const BATCH_ROWS = 2048
const SECONDS = 1000

interface Options {
  account: string
  username: string
  password: string
  database?: string
  warehouse?: string
  role?: string
}

const CODES: Record<string, ErrorCode> = {
  '390100': 'CONNECTION_ACCESS_DENIED_ERROR',
  '000904': 'COLUMN_DOES_NOT_EXIST_ERROR',
  '002003': 'TABLE_DOES_NOT_EXIST_ERROR',
  '001003': 'SYNTAX_ERROR',
}

class Client implements PackageClient {
  readonly target
  readonly hello = 'SELECT 1'
  private readonly load: () => Promise<SnowflakeConnection>
  private connection: Promise<SnowflakeConnection> | undefined

  constructor(options: Options, load: () => Promise<SnowflakeConnection>) {
    this.target = { host: options.account, port: 443, username: options.username }
    this.load = load
  }

  columnsOnly = (sql: string) => `SELECT * FROM (\n${sql}\n) LIMIT 0`

  async start(sql: string, { signal, timeoutMs }: RequestOptions): Promise<PackageStatement> {
    const connection = await this.connected()
    let running: Statement | undefined
    const cancel = () => running?.cancel(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    const statement = await new Promise<Statement>((resolve, reject) => {
      running = connection.execute({
        sqlText: sql,
        streamResult: true,
        rowMode: 'array',
        // numbers as digits, times as text: no precision is lost
        fetchAsString: ['Number', 'Date', 'JSON'],
        parameters: { STATEMENT_TIMEOUT_IN_SECONDS: Math.max(1, Math.ceil(timeoutMs / SECONDS)) },
        complete: (error: Error | undefined, done: Statement) => (error ? reject(error) : resolve(done)),
      })
    })
    const rows = statement.streamRows()[Symbol.asyncIterator]()
    return {
      columns: statement.getColumns().map((column) => {
        const type = column.getType().toUpperCase()
        const kind: ColumnKind = type === 'FIXED' ? (column.getScale() === 0 ? 'integer' : 'decimal') : kindOfType(type)
        return { name: column.getName(), type, kind }
      }),
      next: async () => {
        const batch: unknown[][] = []
        while (batch.length < BATCH_ROWS) {
          const row = await rows.next()
          if (row.done) break
          batch.push(row.value)
        }
        return batch.length ? batch : undefined
      },
      close: async () => {
        signal.removeEventListener('abort', cancel)
        await rows.return?.()
      },
    }
  }

  meaningOf(error: unknown): ErrorCode | undefined {
    return error instanceof Error && 'code' in error ? CODES[String(error.code)] : undefined
  }

  private connected(): Promise<SnowflakeConnection> {
    this.connection ??= this.load()
    // the next query tries again
    this.connection.catch(() => {
      this.connection = undefined
    })
    return this.connection
  }
}

/** Snowflake, with `snowflake-sdk`. The role must be restricted to reading, because there is no read-only session. */
export const open: Driver['open'] = async (connection) => {
  const options = ('options' in connection ? connection.options : {}) as unknown as Options
  const sdk = await optionalPackage<SnowflakePackage>('Snowflake', 'snowflake-sdk')
  const [database, schema] = (options.database ?? '').split('/')
  const { account, username, password, warehouse, role } = options
  const load = async () => {
    const session = sdk.createConnection({ account, username, password, database, schema, warehouse, role })
    await session.connectAsync(() => undefined)
    return session
  }
  return new PackageEngine(
    new Client(options, load),
    (rows) =>
      new InformationSchemaCatalog(rows, {
        literal: (text) => snowflake.literal({ text }),
        views: ({ catalog }) => (catalog ? `${snowflake.quote(catalog)}.INFORMATION_SCHEMA` : 'INFORMATION_SCHEMA'),
        currentSchema: 'CURRENT_SCHEMA()',
        seen: unfolded,
        spelled: (name) => (unfolded(name.toUpperCase()) === name ? name.toUpperCase() : name),
        columnType: 'data_type',
      }),
  )
}
