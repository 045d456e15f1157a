import { z } from 'zod'
import { ownValue } from '../basics/ownValue.ts'
import { type ColumnType, type IfExists, ifExistsChoices, type Reading } from './upload.ts'

/** The upload calls of the contract: text form fields, as clients of `/api/v1/database/{id}/csv_upload/` send them. */

export const uploadKinds = ['csv', 'excel', 'columnar'] as const
export type UploadKind = (typeof uploadKinds)[number]

const list = z.string().transform((text) => splitList(text))
const whole = z
  .string()
  .regex(/^\d+$/, 'Not a valid integer.')
  .transform(Number)
  .refine((value) => value <= 10_000_000, 'Not a valid integer.')
const flag = z
  .string()
  .regex(/^(true|false|1|0|on|off|yes|no|y|n|t|f|)$/i, 'Not a valid boolean.')
  .transform((text) => /^(true|1|on|yes|y|t)$/i.test(text))
const unset = (schema: z.ZodType) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** A list as JSON, or separated by commas. */
function splitList(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) return parsed.map(String)
  } catch {
    // not JSON: names separated by commas
  }
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

const common = {
  table_name: z
    .string({ error: 'Missing data for required field.' })
    .min(1, 'Length must be between 1 and 250.')
    .max(250, 'Length must be between 1 and 250.')
    .regex(/^[^\p{Cc}.]+$/u, 'Table name cannot contain a schema'),
  schema: unset(z.string().max(250)),
  already_exists: unset(z.enum(ifExistsChoices, { error: 'Must be one of: fail, replace, append.' })),
  index_label: unset(z.string().max(250)),
  dataframe_index: unset(flag),
  columns_read: unset(list),
}

const rows = {
  column_dates: unset(list),
  decimal_character: unset(z.enum(['.', ','], { error: 'Must be one of: ., ,.' })),
  header_row: unset(whole),
  index_column: unset(z.string().max(250)),
  null_values: unset(list),
  rows_to_read: unset(whole.refine((value) => value >= 1, 'Must be greater than or equal to 1.')),
  skip_rows: unset(whole),
}

const csv = {
  delimiter: unset(z.string().max(5)),
  column_data_types: unset(z.string().max(65_536)),
  day_first: unset(flag),
  skip_blank_lines: unset(flag),
  skip_initial_space: unset(flag),
}

const forms = {
  csv: z.object({ ...common, ...rows, ...csv }),
  excel: z.object({ ...common, ...rows, sheet_name: unset(z.string().max(100)) }),
  columnar: z.object(common),
} as const

/** The parts of the form, with its file. */
export const uploadForm = (kind: UploadKind) => forms[kind].extend({ file: z.file() })

/**
 * `POST /api/v1/database/{kind}_metadata/`: the column names of each sheet; a file without sheets counts as one sheet.
 */
export const UploadMetadataAnswer = z.strictObject({
  result: z.strictObject({
    items: z.array(z.strictObject({ sheet_name: z.string().nullable(), column_names: z.array(z.string()) })),
  }),
})

export interface ContractUpload {
  table: string
  schema: string | undefined
  ifExists: IfExists
  reading: Reading
}

/** Parses the form; throws ZodError with the errors by field. */
export function parseUpload(kind: UploadKind, fields: Readonly<Record<string, string>>): ContractUpload {
  const form = forms[kind].parse(fields) as Partial<Record<string, unknown>> & { table_name: string }
  const text = (name: string) => form[name] as string | undefined
  const many = (name: string) => form[name] as string[] | undefined
  const number = (name: string) => form[name] as number | undefined
  const types = {
    ...Object.fromEntries((many('column_dates') ?? []).map((name) => [name, 'TIMESTAMP' as const])),
    ...dataTypes(text('column_data_types')),
  }
  const header = number('header_row') ?? 0
  const skip = (number('skip_rows') ?? 0) + header
  const delimiter = text('delimiter')
  const labels = text('index_column')
  const isIndexKept = form['dataframe_index'] === true
  const reading: Reading = {
    ...(kind !== 'columnar' && { hasHeader: true }),
    ...(delimiter !== undefined && { delimiter: delimiter === '\\t' ? '\t' : delimiter.slice(0, 1) }),
    ...(text('sheet_name') !== undefined && { sheet: text('sheet_name') }),
    ...(skip > 0 && { skipRows: skip }),
    ...(form['decimal_character'] !== undefined && { decimal: form['decimal_character'] as '.' | ',' }),
    ...(many('null_values') && { nullValues: many('null_values') }),
    ...(form['day_first'] === true && { dayFirst: true }),
    ...(number('rows_to_read') !== undefined && { maxRows: number('rows_to_read') }),
    ...(many('columns_read')?.length && { only: many('columns_read') }),
    ...(Object.keys(types).length > 0 && { types }),
    ...(form['skip_initial_space'] === true && { trimStart: true }),
    ...(form['skip_blank_lines'] === false && { keepBlankLines: true }),
    ...(labels !== undefined
      ? { rowLabels: { column: labels, name: isIndexKept ? (text('index_label') ?? labels) : undefined } }
      : isIndexKept && { indexName: text('index_label') ?? 'index' }),
  }
  return {
    table: form.table_name,
    schema: text('schema'),
    ifExists: (text('already_exists') ?? 'fail') as IfExists,
    reading,
  }
}

/** `{"column": "int64"}`: type names of data frames. Unknown ones are text. */
function dataTypes(text: string | undefined): Record<string, ColumnType> {
  if (text === undefined) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = undefined
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new z.ZodError([
      {
        code: 'custom',
        path: ['column_data_types'],
        message: 'Invalid JSON format for column_data_types',
        input: text,
      },
    ])
  return Object.fromEntries(Object.entries(parsed).map(([name, type]) => [name, columnTypeOf(String(type))]))
}

function columnTypeOf(name: string): ColumnType {
  if (/^u?int/i.test(name)) return 'BIGINT'
  if (/^(float|double|decimal|number)/i.test(name)) return 'DOUBLE'
  if (/^bool/i.test(name)) return 'BOOLEAN'
  if (/^(datetime|timestamp)/i.test(name)) return 'TIMESTAMP'
  if (/^date$/i.test(name)) return 'DATE'
  return 'VARCHAR'
}

const titles: Record<UploadKind, string> = { csv: 'CSV', excel: 'Excel', columnar: 'Columnar' }
export const uploadTitle = (kind: UploadKind) => titles[kind]

/** Fields of the older HTML forms, mapped to the field names of the API. */
const legacyNames: Record<string, string> = {
  name: 'table_name',
  if_exists: 'already_exists',
  index: 'dataframe_index',
  use_cols: 'columns_read',
  usecols: 'columns_read',
  header: 'header_row',
  index_col: 'index_column',
  skiprows: 'skip_rows',
  nrows: 'rows_to_read',
  parse_dates: 'column_dates',
  decimal: 'decimal_character',
}

/** The fields of an older form with the names of the calls; the caller handles database and file. */
export function fromLegacyForm(fields: Readonly<Record<string, string>>): Record<string, string> {
  const renamed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [ownValue(legacyNames, name) ?? name, value]),
  )
  if (renamed['delimiter'] === 'other') renamed['delimiter'] = fields['otherInput'] ?? ','
  return renamed
}
