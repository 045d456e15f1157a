import { EngineFailure, type RequestOptions } from '../../run/engine.ts'
import type { Driver } from '../dialect.ts'
import { InformationSchemaCatalog } from '../shared/informationSchema.ts'
import { optionalPackage } from '../shared/optionalDriver.ts'
import { kindOfType, type PackageClient, PackageEngine, type PackageStatement } from '../shared/packageEngine.ts'
import { bigquery } from './index.ts'

/** The parts of `@google-cloud/bigquery` that are used. */
interface BigQueryPackage {
  BigQuery: new (options: { projectId?: string; credentials?: object }) => BigQueryClient
}
interface BigQueryClient {
  createQueryJob(options: Record<string, unknown>): Promise<[BigQueryJob, unknown]>
}
interface BigQueryJob {
  metadata: { statistics?: { query?: { statementType?: string; schema?: Schema } } }
  getQueryResults(options: Record<string, unknown>): Promise<[Row[], object | null, { schema?: Schema }]>
  cancel(): Promise<unknown>
}
interface Schema {
  fields?: { name: string; type: string; mode?: string }[]
}
type Row = Record<string, unknown>

const PAGE_ROWS = 5000

interface Options {
  project: string
  database?: string
  credentials_info?: string
}

class Client implements PackageClient {
  readonly target
  readonly hello = 'SELECT 1'
  private readonly client: BigQueryClient
  private readonly dataset: string | undefined

  constructor(client: BigQueryClient, { project, database }: Options) {
    this.client = client
    this.dataset = database
    this.target = { host: project, port: 443, ...(database ? { database } : {}) }
  }

  columnsOnly = (sql: string) => `SELECT * FROM (\n${sql}\n) LIMIT 0`

  async start(sql: string, { signal, timeoutMs }: RequestOptions): Promise<PackageStatement> {
    const query = {
      query: sql,
      useLegacySql: false,
      jobTimeoutMs: timeoutMs,
      ...(this.dataset ? { defaultDataset: { datasetId: this.dataset } } : {}),
    }
    // there is no read-only session: the service itself reports what a statement would do, at no cost
    const [dry] = await this.client.createQueryJob({ ...query, dryRun: true })
    if (dry.metadata.statistics?.query?.statementType !== 'SELECT') {
      throw new EngineFailure('engine', 'Only SELECT statements are allowed.')
    }
    signal.throwIfAborted()
    const [job] = await this.client.createQueryJob(query)
    const cancel = () => void job.cancel().catch(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    let page: object | null = { maxResults: PAGE_ROWS, autoPaginate: false, wrapIntegers: true }
    const first = await job.getQueryResults(page as Record<string, unknown>)
    let [rows, following] = first
    const fields = first[2].schema?.fields ?? []
    return {
      columns: fields.map(({ name, type, mode }) => {
        const declared = mode === 'REPEATED' ? `ARRAY<${type}>` : type
        return { name, type: declared, kind: kindOfType(declared) }
      }),
      next: async () => {
        if (page === null) return undefined
        const ready = rows
        page = following
        if (page) [rows, following] = await job.getQueryResults(page as Record<string, unknown>)
        return ready.map((row) => fields.map(({ name }) => row[name]))
      },
      close: async () => signal.removeEventListener('abort', cancel),
    }
  }
}

/** Google BigQuery, with `@google-cloud/bigquery`. Without a key the machine's own credentials are used. */
export const open: Driver['open'] = async (connection) => {
  const options = ('options' in connection ? connection.options : {}) as unknown as Options
  const { BigQuery } = await optionalPackage<BigQueryPackage>('Google BigQuery', '@google-cloud/bigquery')
  const credentials = options.credentials_info ? (JSON.parse(options.credentials_info) as object) : undefined
  const client = new BigQuery({ projectId: options.project, ...(credentials ? { credentials } : {}) })
  return new PackageEngine(
    new Client(client, options),
    (rows) =>
      new InformationSchemaCatalog(rows, {
        literal: (text) => bigquery.literal({ text }),
        // the views about tables are in the schema of the tables, the view about schemas is in the region
        views: ({ schema }) =>
          (schema ?? options.database)
            ? `${bigquery.quote(schema ?? options.database ?? '')}.INFORMATION_SCHEMA`
            : 'INFORMATION_SCHEMA',
        currentSchema: bigquery.literal(options.database ? { text: options.database } : null),
        seen: (name) => name,
        spelled: (name) => name,
        columnType: 'data_type',
      }),
  )
}
