import type { TableName } from '../../engine/gate/gate.ts'
import { foldedName } from '../../engine/gate/sql/foldedName.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { RowRule } from '../access/subject.ts'

/** A dataset on a table that has row rules. */
export interface RuledTable {
  datasetId: number
  catalog: string | null
  schema: string | null
  table_name: string
}

/**
 * The conditions of the row rules on a dataset: rules of one group are combined with OR, groups and rules without a
 * group with AND. `render` converts a clause to SQL that the gate has accepted.
 */
export function conditionsOf(
  rules: readonly RowRule[],
  datasetId: number,
  render: (clause: string) => string,
): string[] {
  const groups = new Map<string, string[]>()
  for (const { id, groupKey, clause, datasetIds } of rules) {
    if (!datasetIds.includes(datasetId)) continue
    const group = groupKey ? `group ${groupKey}` : `rule ${id}`
    groups.set(group, [...(groups.get(group) ?? []), render(clause)])
  }
  return [...groups.values()].map((clauses) =>
    clauses.length === 1 ? (clauses[0] as string) : clauses.map(enclosed).join(' OR '),
  )
}

const enclosed = (clause: string) => (clause.includes('--') ? `(${clause}\n)` : `(${clause})`)

const isSame = (left: string | null, right: string | null) => !left || !right || foldedName(left) === foldedName(right)

/** `sales` of `sales$partitions` and `sales@8`: Trino's names for metadata and older versions of a table. */
const withoutPart = (name: string) => name.replace(/(?<=.)[$@].*$/s, '')

/**
 * Datasets on the table in the SQL, or on the table that it is a part of. Unspecified parts of either name match
 * everything: one rule too many is better than one too few. `oneSchema`: the database has only one schema, with any
 * name.
 */
export function ruledTablesNamed(
  tables: readonly RuledTable[],
  named: TableName,
  oneSchema: boolean,
): readonly RuledTable[] {
  const names = [named.name, withoutPart(named.name)].map(foldedName)
  return tables.filter(
    (table) =>
      names.includes(foldedName(table.table_name)) &&
      (oneSchema || (isSame(table.schema, named.schema) && isSame(table.catalog, named.catalog))),
  )
}

/** A reader with row rules must not see messages of the database: they may quote rows. */
export function withoutText(error: unknown): never {
  if (error instanceof AppError && error.status < 500) {
    throw new AppError(error.code, error.status, 'Error: The database could not answer this query', { cause: error })
  }
  throw error
}
