import { z } from 'zod'
import { RelatedObjectsAnswer } from '../dataset/datasetAnswers.ts'
import { isoText, person } from '../wire/answers.ts'
import { SshTunnelAnswer } from './sshTunnelForm.ts'

/** `GET /api/v1/database/{id}/schemas/` */
export const SchemasAnswer = z.strictObject({ result: z.array(z.string()) })
export type SchemasAnswer = z.infer<typeof SchemasAnswer>

/** `GET /api/v1/database/{id}/tables/` */
export const TablesAnswer = z.strictObject({
  count: z.int(),
  result: z.array(z.strictObject({ value: z.string(), type: z.string(), extra: z.unknown() })),
})
export type TablesAnswer = z.infer<typeof TablesAnswer>

/** A primary key, a foreign key or an index of a table. */
const tableKey = z.strictObject({
  column_names: z.array(z.string()),
  name: z.string().nullable(),
  type: z.enum(['pk', 'fk', 'index']),
  unique: z.boolean().optional(),
  options: z.strictObject({}).optional(),
  referred_columns: z.array(z.string()).optional(),
  referred_schema: z.string().nullable().optional(),
  referred_table: z.string().optional(),
})
export type TableKey = z.infer<typeof tableKey>

const tableColumn = z.strictObject({
  name: z.string(),
  /** without its length */
  type: z.string(),
  longType: z.string(),
  keys: z.array(tableKey),
  comment: z.string().nullable(),
})
export type TableColumn = z.infer<typeof tableColumn>

/** `GET /api/v1/database/{id}/table/{table}/{schema}/` */
export const TableMetadataAnswer = z.strictObject({
  name: z.string(),
  columns: z.array(tableColumn),
  /** `constrained_columns` is null if the table has no primary key */
  primaryKey: z.strictObject({
    ...tableKey.partial().shape,
    constrained_columns: z.array(z.string()).nullable(),
  }),
  foreignKeys: z.array(tableKey),
  indexes: z.array(tableKey),
  /** a SELECT statement of all its columns */
  selectStar: z.string(),
  comment: z.string().nullable(),
})
export type TableMetadataAnswer = z.infer<typeof TableMetadataAnswer>

/** What an engine reports about a table in addition to its columns. */
export const TableExtraAnswer = z.strictObject({
  partitions: z.strictObject({ cols: z.array(z.string()), latest: z.record(z.string(), z.unknown()) }).optional(),
})
export type TableExtraAnswer = z.infer<typeof TableExtraAnswer>

const engineInformation = z.strictObject({ supports_file_upload: z.boolean(), disable_ssh_tunneling: z.boolean() })

const settings = {
  allow_ctas: z.boolean(),
  allow_cvas: z.boolean(),
  allow_dml: z.boolean(),
  allow_file_upload: z.boolean(),
  allow_run_async: z.boolean(),
  backend: z.string(),
  database_name: z.string(),
  engine_information: engineInformation,
  expose_in_sqllab: z.boolean(),
  /** JSON text */
  extra: z.string(),
  force_ctas_schema: z.string().nullable(),
  id: z.int(),
  uuid: z.string(),
}

/** A row of `GET /api/v1/database/`. */
export const DatabaseRow = z.strictObject({
  ...settings,
  allows_cost_estimate: z.literal(true).nullable(),
  allows_subquery: z.boolean(),
  allows_virtual_table_explore: z.boolean(),
  changed_on: isoText,
  changed_on_delta_humanized: z.string(),
  created_by: person.nullable(),
  disable_data_preview: z.boolean(),
  explore_database_id: z.unknown(),
})
export type DatabaseRow = z.infer<typeof DatabaseRow>

/** Values of a form by field name. Secrets are masked. */
const parameters = z.record(z.string(), z.unknown())
/** A JSON schema of the fields of a form. */
const parametersSchema = z.union([
  z.strictObject({
    type: z.literal('object'),
    properties: z.record(z.string(), z.record(z.string(), z.unknown())),
    required: z.array(z.string()),
  }),
  // of a database whose engine has no form
  z.strictObject({}),
])

/** `GET /api/v1/database/{id}` */
export const DatabaseItemAnswer = z.strictObject({
  id: z.int(),
  result: z.strictObject({
    ...settings,
    cache_timeout: z.int().nullable(),
    configuration_method: z.string(),
    driver: z.string(),
    impersonate_user: z.boolean(),
    is_managed_externally: z.boolean(),
    masked_encrypted_extra: z.string().nullable(),
    parameters,
    parameters_schema: parametersSchema,
    server_cert: z.string().nullable(),
    sqlalchemy_uri: z.string(),
    /** only if the database is reached through an SSH tunnel */
    ssh_tunnel: SshTunnelAnswer.optional(),
  }),
})

/** A field of the form of a database product. */
const formField = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(['text', 'integer', 'boolean', 'query', 'addresses']),
  is_required: z.boolean(),
  is_secret: z.boolean(),
  /** its value is a JSON file; the value of the key `from` in the file is copied to the field `fills` */
  json_file: z.strictObject({ fills: z.string().optional(), from: z.string().optional() }).optional(),
  /** the form first asks whether the field is used; `without` and `with`: labels of the two choices */
  choice: z.strictObject({ label: z.string(), without: z.string(), with: z.string() }).optional(),
  /** shown after the name of the database */
  is_after_name: z.boolean(),
  example: z.string().optional(),
  help: z.string().optional(),
})
export type ConnectionFormField = z.infer<typeof formField>

/** `GET /api/v1/database/available/` */
export const AvailableDatabasesAnswer = z.strictObject({
  databases: z.array(
    z.strictObject({
      name: z.string(),
      engine: z.string(),
      /** the `backend` of its connections */
      backend: z.string(),
      available_drivers: z.array(z.string()),
      default_driver: z.string().optional(),
      preferred: z.boolean(),
      engine_information: engineInformation,
      sqlalchemy_uri_placeholder: z.string().optional(),
      parameters: parametersSchema.optional(),
      form: z.array(formField).optional(),
      /** explains the form */
      note: z.strictObject({ title: z.string(), text: z.string() }).optional(),
      /** the `connect_args` of the engine parameters that its driver uses */
      connect_args: z.array(z.string()),
    }),
  ),
})
export type AvailableDatabase = z.infer<typeof AvailableDatabasesAnswer>['databases'][number]
export type DatabaseItem = z.infer<typeof DatabaseItemAnswer>['result']

/** `GET /api/v1/database/{id}/related_objects/` */
export const DatabaseUseAnswer = RelatedObjectsAnswer.extend({
  sqllab_tab_states: z.strictObject({ count: z.int(), result: z.array(z.unknown()) }),
})
export type DatabaseUseAnswer = z.infer<typeof DatabaseUseAnswer>

/** A query for all columns of a table. */
export const SelectStarAnswer = z.strictObject({ result: z.string().nullable() })

/** The functions of a database, for the SQL editor. */
export const FunctionNamesAnswer = z.strictObject({ function_names: z.array(z.string()) })
