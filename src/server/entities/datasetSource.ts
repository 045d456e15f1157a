import { isTemplate } from '../../engine/templates/index.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Db, Row } from '../storage/schema.ts'

/** The source of a dataset. */
export type DatasetSource = Pick<Row<'datasets'>, 'database_id' | 'catalog' | 'schema' | 'table_name' | 'sql'> &
  Partial<Pick<Row<'datasets'>, 'template_params'>>

/**
 * The part of a source that is equal if two datasets read the same data: a table, or SQL with the schema of its names,
 * regardless of the dataset name. Parameters of templates can be names of tables.
 */
function sourceKey({ database_id, catalog, schema, table_name, sql, template_params }: DatasetSource): string {
  const place = [database_id, catalog ?? '', schema ?? '']
  if (!sql) return JSON.stringify([...place, table_name])
  return JSON.stringify([...place, { sql }, isTemplate(sql) ? (template_params ?? '') : ''])
}

export const isSameSource = (one: DatasetSource, other: DatasetSource) => sourceKey(one) === sourceKey(other)

/** Why the source of a dataset may not be changed, as a message for the user. */
export const HELD_BY_RULES =
  'A row level security rule protects this table through this dataset. Ask a user who may change rules.'

/**
 * Whether row rules keep the user from changing the table of a dataset. A rule on the dataset applies to all datasets
 * on its table: after the change, a reader who is bound by the rule could read the table through one of these.
 * `subject` undefined: the server itself.
 */
export async function isHeldByRules(
  db: Db,
  subject: Subject | undefined,
  { id, sql }: Pick<Row<'datasets'>, 'id' | 'sql'>,
): Promise<boolean> {
  // a rule on a virtual dataset applies only to that dataset
  if (sql?.trim() || !subject || has(subject, 'can_write:Row Level Security')) return false
  const rule = await db
    .selectFrom('row_rule_datasets')
    .select('rule_id')
    .where('dataset_id', '=', id)
    .executeTakeFirst()
  return rule !== undefined
}
