import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import type { Subject } from '../access/subject.ts'
import type { Row } from '../storage/schema.ts'
import type { ViewZone } from './viewZone.ts'

/**
 * The objects that the queries of one request read from the store, each object once: all charts of a dashboard see the
 * same version of a dataset and of a database, and no query repeats a read of another query.
 */
export interface RequestReads {
  findDataset(id: number): Promise<Dataset | undefined>
  connectionOf(database: Dataset['database']): Promise<ConnectionSpec>
  /** See `ViewZone`. */
  viewZone(dashboardId: number | null): Promise<string | null>
  /** Cache timeout of a chart in seconds; null if it has none or does not exist. */
  chartCacheTimeout(chartId: number): Promise<number | null>
}

/** Objects that the request has read already. */
export interface KnownObjects {
  dashboard?: Pick<Row<'dashboards'>, 'id' | 'version' | 'json_metadata'>
  charts?: ReadonlyMap<number, Pick<Row<'charts'>, 'cache_timeout'>>
}

/** Functions that read from the store. */
interface Sources extends Pick<RequestReads, 'findDataset' | 'chartCacheTimeout'> {
  connectionOf(database: Dataset['database'], reader: Subject): Promise<ConnectionSpec>
  viewZone: ViewZone
}

export function createRequestReads(
  sources: Sources,
  subject: Subject,
  { dashboard, charts }: KnownObjects = {},
): RequestReads {
  const connections = new Map<number, Promise<ConnectionSpec>>()
  return {
    findDataset: once((id: number) => sources.findDataset(id)),
    async connectionOf(database) {
      const known = connections.get(database.id) ?? sources.connectionOf(database, subject)
      connections.set(database.id, known)
      const found = await known
      // embedded tables change while queries wait, and reading their state costs nothing
      return 'tables' in found ? sources.connectionOf(database, subject) : found
    },
    viewZone: once((id: number | null) => sources.viewZone(subject, dashboard && dashboard.id === id ? dashboard : id)),
    chartCacheTimeout: once(async (id: number) => {
      const chart = charts?.get(id)
      return chart ? chart.cache_timeout : sources.chartCacheTimeout(id)
    }),
  }
}

function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  return (key) => {
    const known = running.get(key) ?? read(key)
    running.set(key, known)
    return known
  }
}
