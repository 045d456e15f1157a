import type { ConnectionSpec, NewestPartition, PartitionQuestion } from '../../engine/contracts.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { planFault } from '../../engine/plan/failure.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import type { Subject } from '../access/subject.ts'
import { withoutText } from './rowRules.ts'
import type { WantedPartition } from './templateSession.ts'

export type TablePlace = Pick<Dataset, 'catalog' | 'schema' | 'table_name'>

export interface PartitionDependencies {
  newestPartition(connection: ConnectionSpec, question: PartitionQuestion): Promise<NewestPartition | null>
  /** Whether the subject may read a table of the database: its whole schema, or a dataset on it. */
  readsTable(subject: Subject, databaseId: number, place: TablePlace): Promise<boolean>
}

interface Reading {
  dataset: Dataset
  dialect: Dialect
  connection: ConnectionSpec
  subject: Subject
}

const OPERATOR = 'LATEST PARTITION'

const untold = (who: string, { title }: Dialect) =>
  `${who}: ${title} does not report the newest partition of a table. Filter by a value or a time range instead`

/**
 * The newest partition of the dataset's table if a filter needs it, else null. `rules`: row rules of the reader; a
 * partition of which the reader may see no rows is ignored.
 * @throws AppError 400 if the table is not partitioned or the database does not report partitions
 */
export async function partitionFor(
  { newestPartition }: PartitionDependencies,
  { dataset, dialect, connection }: Omit<Reading, 'subject'>,
  { filters }: NormalQuery,
  rules: readonly string[],
): Promise<NewestPartition | null> {
  if (!filters.some(({ op }) => op === OPERATOR)) return null
  if (!dialect.partitionMacros) throw planFault(untold(OPERATOR, dialect))
  if (dataset.sql?.trim()) throw planFault(`${OPERATOR}: the dataset is a query, and only tables have partitions`)
  const { catalog, schema, table_name: table } = dataset
  const newest = await read(newestPartition, connection, { catalog, schema, table, fixed: {}, conditions: rules })
  if (!newest) throw planFault(`${OPERATOR}: the table ${table} has no partitions`)
  return newest
}

/** Errors on rows that rules hide are reported without the message of the database, which may quote those rows. */
const read = (
  newestPartition: PartitionDependencies['newestPartition'],
  connection: ConnectionSpec,
  question: PartitionQuestion,
) => {
  const newest = newestPartition(connection, question)
  return question.conditions.length > 0 ? newest.catch(withoutText) : newest
}

/** `table`, `schema.table` or `catalog.schema.table`; missing parts are those of the dataset. */
function placeOf(name: string, { catalog, schema }: Dataset): TablePlace {
  const parts = name.split('.')
  return {
    table_name: parts.at(-1) ?? '',
    schema: parts.at(-2) ?? schema,
    catalog: parts.length > 2 ? parts.slice(0, -2).join('.') : catalog,
  }
}

const isSame = (one: TablePlace, other: TablePlace) =>
  one.table_name === other.table_name && one.schema === other.schema && one.catalog === other.catalog

/**
 * The newest partition of a table that a template uses, or an error for the reader: a table that the reader may not
 * query is reported as missing. `rulesOf` returns the reader's conditions on it.
 */
export async function namedPartition(
  deps: PartitionDependencies,
  { dataset, dialect, connection, subject }: Reading,
  { table: name, fixed }: WantedPartition,
  rulesOf: ((place: TablePlace) => Promise<readonly string[]>) | null,
): Promise<NewestPartition | string> {
  if (!dialect.partitionMacros) return untold('latest_partition', dialect)
  const place = placeOf(name, dataset)
  const isOwn = !dataset.sql?.trim() && isSame(place, dataset)
  if (rulesOf && !isOwn && !(await deps.readsTable(subject, dataset.database.id, place))) return missing(name)
  const { catalog, schema, table_name: table } = place
  const conditions = rulesOf ? await rulesOf(place) : []
  const question = { catalog, schema, table, fixed, conditions }
  return (await read(deps.newestPartition, connection, question)) ?? missing(name)
}

const missing = (name: string) => `the table ${name} does not exist or has no partitions`
