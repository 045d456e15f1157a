/** The time that the web process needs to search the tables of a large database. */
import { pageOfTables } from '../src/server/resources/databases/remoteTables.ts'
import { quantile } from './measure.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const TABLES = 260_000
const ROUNDS = 20

export function measureTables(report: Report): void {
  const tables = Array.from({ length: TABLES }, (_, at) => ({ name: `table_${at}`, type: 'table' }))
  const ms = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    pageOfTables(tables, { filter: '_25999', page: 0, pageSize: 20 })
    return performance.now() - started
  })
  report('search in 260,000 tables, p50', quantile(ms, 0.5), 'ms', '<= 50')
}
