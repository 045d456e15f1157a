import type { TableName } from '../../engine/gate/gate.ts'
import { foldedName } from '../../engine/gate/sql/foldedName.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { RowRule } from '../access/subject.ts'

/** A dataset over a table that rules filter. */
export interface RuledTable {
  datasetId: number
  catalog: string | null
  schema: string | null
  table_name: string
}

/**
 * The conditions that rules put on a dataset: rules of one group are alternatives, groups and rules without one hold
 * together. `render` makes a clause SQL that the gate has let through.
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

/** `sales` of `sales$partitions` and `sales@8`: how Trino calls what a table is made of, older states and all its rows. */
const withoutPart = (name: string) => name.replace(/(?<=.)[$@].*$/s, '')

/**
 * Datasets over the table that SQL names, or over the one that it names a part of. What either side leaves open may be
 * anything: rather one rule too many. `oneSchema`: the database has only one, whatever it is called.
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

/** Whom row rules bind learns nothing from the database's own words: they may quote rows. */
export function withoutText(error: unknown): never {
  if (error instanceof AppError && error.status < 500) {
    throw new AppError(error.code, error.status, 'Error: The database could not answer this query', { cause: error })
  }
  throw error
}
