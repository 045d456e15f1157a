import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { namedTables } from '../../../engine/gate/namedTables.ts'
import { SavedQueryBody, SavedQueryFile, SavedQueryRow } from '../../../model/sqlLab/savedQueryForm.ts'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import { elapsed } from '../../../model/wire/wireTime.ts'
import { visible } from '../../access/access.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { formOf } from '../../declared/forms.ts'
import { findTags, hasTag } from '../../entities/tags.ts'
import { safeName } from '../../importExport/exportBundle.ts'
import { isStarred } from '../../listing/favourites.ts'
import { anyContains } from '../../listing/filters.ts'
import type { Row } from '../../storage/schema.ts'

type SavedQuery = Row<'saved_queries'>

/** The columns of the response to POST and PUT. */
const written = ({ db_id, description, label, schema, sql: text, template_parameters }: SavedQuery) => ({
  db_id,
  description,
  label,
  schema,
  sql: text,
  template_parameters,
})

const column = (name: string) => sql.ref(`saved_queries.${name}`)

const DescribedBody = SavedQueryBody.omit({ catalog: true, extra_json: true })

/** The label in a file that may not be valid. */
const labelOf = (file: unknown) =>
  isRecord(file) && typeof file['label'] === 'string' && file['label'] !== '' ? file['label'] : undefined

/** The contract's generic PUT returns no id. */
const ChangedAnswer = z.strictObject({ result: z.record(z.string(), z.unknown()) })

/** `/api/v1/saved_query`: queries that a user has saved; nobody else sees them in lists. */
export const savedQueries = declareResource({
  path: '/api/v1/saved_query',
  table: 'saved_queries',
  kind: 'SavedQuery',
  view: 'SavedQuery',
  title: 'Saved Query',
  names: { one: 'saved query', many: 'saved queries' },
  fields: {
    id: {
      type: 'integer',
      custom: {
        saved_query_is_fav: {
          name: 'Is favorite',
          where: (value, subject) => isStarred('query', 'saved_queries.id', subject, value),
        },
      },
    },
    label: {
      type: 'text',
      custom: {
        all_text: {
          name: 'All Text',
          where: (value) => anyContains(['schema', 'label', 'description', 'sql'].map(column), value),
        },
      },
    },
    database: { type: 'toOne', column: 'db_id', to: 'databases', columns: ['id', 'database_name'] },
    db_id: { type: 'integer' },
    catalog: { type: 'text' },
    description: { type: 'text' },
    extra_json: { type: 'text' },
    schema: { type: 'text' },
    sql: { type: 'text', isCode: true },
    sql_tables: { type: 'computed', value: (row) => (row.sql === null ? undefined : namedTables(row.sql)) },
    rows: { type: 'integer' },
    extra: { type: 'computed', value: (row) => parseObject(row.extra_json) },
    last_run_delta_humanized: {
      type: 'time',
      column: 'last_run',
      value: (row, { now }) => elapsed(row.last_run ?? row.changed_on, now),
    },
    template_parameters: { type: 'text' },
    tags: {
      type: 'computed',
      async load(rows, { db }) {
        const ids = rows.map(({ id }) => id)
        const tags = await findTags(db, 'query', ids)
        return ({ id }) => tags.get(id) ?? []
      },
      custom: { saved_query_tags: { where: (name) => hasTag('query', 'saved_queries', name) } },
    },
    ...changeFields,
  },
  list: [
    'changed_on_delta_humanized',
    'created_on',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'database.database_name',
    'database.id',
    'db_id',
    'description',
    'id',
    'label',
    'schema',
    'sql',
    'sql_tables',
    'rows',
    'last_run_delta_humanized',
    'extra',
  ],
  laterColumns: ['tags.id', 'tags.name', 'tags.type'],
  show: [
    'changed_on_delta_humanized',
    'created_by.first_name',
    'created_by.id',
    'created_by.last_name',
    'database.database_name',
    'database.id',
    'description',
    'id',
    'label',
    'schema',
    'sql',
    'sql_tables',
    'template_parameters',
  ],
  order: [
    'schema',
    'label',
    'description',
    'sql',
    'rows',
    'created_by.first_name',
    'database.database_name',
    'created_on',
    'changed_on_delta_humanized',
    'last_run_delta_humanized',
  ],
  search: ['changed_by', 'created_by', 'database', 'id', 'label', 'schema', 'tags'],
  related: ['database', 'created_by', 'changed_by'],
  distinct: ['schema'],
  row: SavedQueryRow,
  policy: { visible: (subject) => sql<SqlBool>`saved_queries.created_by = ${subject.user?.id ?? 0}` },
  create: SavedQueryBody,
  update: SavedQueryBody,
  // the fields that the contract describes; clients of later versions send two more
  forms: () => ({ add: formOf(DescribedBody, 422), edit: formOf(DescribedBody, 422) }),
  invalid: 422,
  rules: {
    async check(db, next, { subject, body }) {
      if (body.db_id == null || next.db_id == null) return {}
      const found = await db
        .selectFrom('databases')
        .select('id')
        .where('id', '=', next.db_id)
        .where(visible.databases(subject))
        .executeTakeFirst()
      return found ? {} : { db_id: ['Database does not exist'] }
    },
  },
  answers: {
    create: { of: ({ id, row }) => ({ id, result: written(row) }) },
    update: { schema: ChangedAnswer, of: ({ row }) => ({ result: written(row) }) },
  },
  isDeletable: true,
  favourites: 'query',
  bundle: {
    name: 'saved_query',
    title: 'saved_queries',
    type: 'SavedQuery',
    folder: 'queries',
    planned: { kind: 'saved_query', nameOf: (file) => labelOf(file) },
    database: 'db_id',
    file: SavedQueryFile,
    path: (row, database) =>
      [database?.database_name, row.schema, `${row.label ?? ''}_${row.id}`]
        .filter((part) => part !== undefined && part !== null)
        .map(safeName)
        .join('/'),
    write: ({ schema, label, description, sql: text, template_parameters }) => ({
      schema,
      label,
      description,
      sql: text,
      ...(template_parameters === null ? {} : { template_parameters }),
    }),
    read: (file) => SavedQueryFile.parse(file),
  },
})
