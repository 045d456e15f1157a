import { isTemplate } from '../../engine/templates/index.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import { tablesOf } from '../chartData/readerView.ts'
import type { Services } from '../services.ts'
import { sourceFault } from './sourceRights.ts'

interface Clause {
  clause?: string | undefined
  /** Ids of the datasets to which the rule applies. */
  tables?: readonly number[] | undefined
}

const needsSources = 'Its sub-queries and templates need access to the tables that they read.'

const boundDatasets = ({ db }: Services, ids: readonly number[]) =>
  db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['table_name', 'database_id', 'databases.is_embedded', 'catalog', 'schema'])
    .where('datasets.id', 'in', [...ids, -1])
    .orderBy('datasets.id')

/**
 * The errors of a clause that is not a condition on the datasets. The result of a template is checked when it is used.
 */
export async function clauseFaults(services: Services, subject: Subject, { clause, tables = [] }: Clause) {
  if (clause === undefined) return []
  const { connections, gate } = services
  const faults: string[] = []
  const datasets = isTemplate(clause)
    ? []
    : await boundDatasets(services, tables).where(visible.datasets(subject)).execute()
  for (const { table_name, database_id } of datasets) {
    const connection = await connections.of(database_id, null)
    const verdict = await gate.condition(connection, clause, tablesOf(connection))
    if (!verdict.ok) faults.push(`The clause is not a valid condition for "${table_name}": ${verdict.message}`)
  }
  return faults.length > 0 ? faults : clauseRights(services, subject, { clause, tables })
}

/**
 * The error of a clause that reads tables which its author may not read. Queries of other users would run the clause,
 * and the remaining rows would reveal the content of these tables.
 */
export async function clauseRights(
  services: Services,
  subject: Subject,
  { clause = '', tables = [] }: Clause,
): Promise<string[]> {
  if (subject.isAdmin || clause.trim() === '') return []
  const { connections, gate } = services
  for (const { database_id: id, is_embedded, catalog, schema } of await boundDatasets(services, tables).execute()) {
    const readsNothing =
      !isTemplate(clause) && (await gate.expression(await connections.of(id, null), clause, false)).ok
    if (readsNothing) continue
    const sql = `SELECT 1 AS one WHERE (${clause})`
    if ((await sourceFault(services, subject, { id, is_embedded }, { catalog, schema, sql })) !== undefined)
      return [needsSources]
  }
  return []
}
