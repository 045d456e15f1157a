import { has, type Subject } from '../access/subject.ts'
import type { Db, Row } from '../storage/schema.ts'

/** What a dataset reads. */
export type DatasetSource = Pick<Row<'datasets'>, 'database_id' | 'catalog' | 'schema' | 'table_name' | 'sql'>

/** What is equal where two datasets read the same: a table, or SQL, whose dataset may be called anything. */
const sourceKey = ({ database_id, catalog, schema, table_name, sql }: DatasetSource) =>
  JSON.stringify(sql ? [database_id, sql] : [database_id, catalog ?? '', schema ?? '', table_name])

export const isSameSource = (one: DatasetSource, other: DatasetSource) => sourceKey(one) === sourceKey(other)

/** Why the table of a dataset is not to be changed, in words for the caller. */
export const HELD_BY_RULES =
  'A row level security rule protects this table through this dataset. Ask a user who may change rules.'

/**
 * Whether the caller has to leave a dataset on its table: a rule on it holds for all datasets over that table, so that
 * without it whom it binds would read the table by another one. `subject` undefined: the server itself.
 */
export async function isHeldByRules(
  db: Db,
  subject: Subject | undefined,
  { id, sql }: Pick<Row<'datasets'>, 'id' | 'sql'>,
): Promise<boolean> {
  // a rule on a virtual dataset holds for that one alone
  if (sql?.trim() || !subject || has(subject, 'can_write:Row Level Security')) return false
  const rule = await db
    .selectFrom('row_rule_datasets')
    .select('rule_id')
    .where('dataset_id', '=', id)
    .executeTakeFirst()
  return rule !== undefined
}
