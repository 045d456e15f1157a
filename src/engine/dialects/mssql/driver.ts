import type { ErrorCode } from '../../../model/errors/errors.ts'
import { splitWith } from '../../plan/splitWith.ts'
import type { RequestOptions } from '../../run/engine.ts'
import type { ServerOptions } from '../connection.ts'
import type { Driver } from '../dialect.ts'
import { InformationSchemaCatalog } from '../shared/informationSchema.ts'
import { optionalPackage } from '../shared/optionalDriver.ts'
import { kindOfType, type PackageClient, PackageEngine, type PackageStatement } from '../shared/packageEngine.ts'
import { mssql } from './index.ts'

/** The parts of `mssql` that are used. */
interface MsSqlPackage {
  ConnectionPool: new (options: Record<string, unknown>) => MsSqlPool
}
interface MsSqlPool {
  connect(): Promise<MsSqlPool>
  request(): MsSqlRequest
}
interface MsSqlColumn {
  name: string
  type: { declaration?: string }
}
interface MsSqlRequest {
  stream: boolean
  arrayRowMode: boolean
  query(sql: string): void
  pause(): void
  resume(): void
  cancel(): void
  on(event: 'recordset', listener: (columns: MsSqlColumn[]) => void): void
  on(event: 'row', listener: (row: unknown[]) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'done', listener: () => void): void
}

const PORT = 1433
const BATCH_ROWS = 2048

const CODES: Record<string, ErrorCode> = {
  ELOGIN: 'CONNECTION_ACCESS_DENIED_ERROR',
  ETIMEOUT: 'BACKEND_TIMEOUT_ERROR',
}

class Client implements PackageClient {
  readonly target
  readonly hello = 'SELECT 1'
  private readonly load: () => Promise<MsSqlPool>
  private pool: Promise<MsSqlPool> | undefined

  constructor({ host, port, username, database }: ServerOptions, load: () => Promise<MsSqlPool>) {
    this.target = { host, port: port ?? PORT, ...(username ? { username } : {}), ...(database ? { database } : {}) }
    this.load = load
  }

  columnsOnly(sql: string): string {
    const { names, query } = splitWith(sql) ?? { names: '', query: sql }
    return `${names}\nSELECT TOP 0 * FROM (\n${query}\n) AS described`
  }

  async start(sql: string, { signal }: RequestOptions): Promise<PackageStatement> {
    this.pool ??= this.load()
    this.pool.catch(() => {
      this.pool = undefined
    })
    const request = (await this.pool).request()
    request.stream = true
    request.arrayRowMode = true
    const cancel = () => request.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    let waiting: unknown[][] = []
    let isDone = false
    let failure: Error | undefined
    let wake: (() => void) | undefined
    const columns = await new Promise<MsSqlColumn[]>((resolve, reject) => {
      request.on('recordset', resolve)
      request.on('row', (row) => {
        waiting.push(row)
        if (waiting.length >= BATCH_ROWS) {
          request.pause()
          wake?.()
        }
      })
      request.on('error', (error) => {
        failure ??= error
        reject(error)
        wake?.()
      })
      request.on('done', () => {
        isDone = true
        wake?.()
      })
      request.query(sql)
    })
    return {
      columns: columns.map(({ name, type }) => {
        const declared = (type.declaration ?? 'nvarchar').toUpperCase()
        return { name, type: declared, kind: kindOfType(declared) }
      }),
      next: async () => {
        if (waiting.length < BATCH_ROWS && !isDone && !failure) {
          const more = new Promise<void>((resolve) => {
            wake = resolve
          })
          request.resume()
          await more
        }
        if (failure) throw failure
        const rows = waiting
        waiting = []
        return rows.length ? rows : undefined
      },
      close: async () => {
        signal.removeEventListener('abort', cancel)
        if (!isDone) request.cancel()
      },
    }
  }

  meaningOf(error: unknown): ErrorCode | undefined {
    return error instanceof Error && 'code' in error ? CODES[String(error.code)] : undefined
  }
}

/** SQL Server, with `mssql`. The login must be restricted to reading, because there is no read-only session. */
export const open: Driver['open'] = async (connection) => {
  const options = ('options' in connection ? connection.options : {}) as unknown as ServerOptions
  const { ConnectionPool } = await optionalPackage<MsSqlPackage>('SQL Server', 'mssql')
  const { host, port, username, password, database, encryption, query } = options
  const load = () =>
    new ConnectionPool({
      server: host,
      port: port ?? PORT,
      user: username,
      password,
      database,
      options: {
        encrypt: encryption === true,
        trustServerCertificate: query?.TrustServerCertificate === 'yes',
        readOnlyIntent: true,
        useUTC: true,
      },
    }).connect()
  return new PackageEngine(
    new Client(options, load),
    (rows) =>
      new InformationSchemaCatalog(rows, {
        literal: (text) => mssql.literal({ text }),
        views: ({ catalog }) => (catalog ? `${mssql.quote(catalog)}.information_schema` : 'information_schema'),
        currentSchema: 'SCHEMA_NAME()',
        seen: (name) => name,
        spelled: (name) => name,
        columnType: 'data_type',
      }),
  )
}
