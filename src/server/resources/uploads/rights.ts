import { dialects } from '../../../engine/dialects/index.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { UploadFormat } from '../../../model/upload/upload.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { has, type Subject, seesSchema, seesTables } from '../../access/subject.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { forbidden } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

/** The contract's permission for each file format. */
export const rights: Record<UploadFormat, string> = {
  csv: 'can_this_form_post:CsvToDatabaseView',
  json: 'can_this_form_post:CsvToDatabaseView',
  parquet: 'can_this_form_post:ColumnarToDatabaseView',
  xlsx: 'can_this_form_post:ExcelToDatabaseView',
}

/** The caller's id, if the caller may upload at least one format to at least one database. */
export async function mayUpload(services: Services, subject: Subject): Promise<number> {
  if (!subject.user || !Object.values(rights).some((right) => has(subject, right))) throw forbidden()
  if ((await openDatabases(services, subject)).length === 0)
    throw forbidden('You may not upload files to any database.')
  return subject.user.id
}

/** A database and a schema of it that accept files from the caller. */
export interface UploadPlace {
  databaseId: number
  schema: string | null
  isEmbedded: boolean
}

type DatabaseRow = Pick<
  Row<'databases'>,
  'id' | 'database_name' | 'backend' | 'is_embedded' | 'allow_file_upload' | 'extra'
>

const columns = ['id', 'database_name', 'backend', 'is_embedded', 'allow_file_upload', 'extra'] as const

/** The schemas to which a database restricts uploads; empty: any, for users who see the whole database. */
export function listedSchemas({ extra }: Pick<DatabaseRow, 'extra'>): string[] {
  const { schemas_allowed_for_file_upload: listed } = parseObject(extra)
  return Array.isArray(listed) ? listed.filter((schema) => typeof schema === 'string') : []
}

/** The listed schemas that the caller may see. */
export const openSchemas = (subject: Subject, row: DatabaseRow): string[] =>
  listedSchemas(row).filter((schema) => seesSchema(subject, row, schema))

const takesFiles = (row: DatabaseRow) =>
  row.allow_file_upload && (row.is_embedded || dialects[row.backend]?.loading !== undefined)

const isOpen = (subject: Subject, row: DatabaseRow) =>
  takesFiles(row) && (seesTables(subject, row) || openSchemas(subject, row).length > 0)

/** The databases that accept files from the caller, the embedded one first. */
export async function openDatabases({ db, now }: Services, subject: Subject): Promise<DatabaseRow[]> {
  // without examples, the database is created with the first upload
  await ensureExamplesDatabase(db, now)
  const rows = await db
    .selectFrom('databases')
    .select(columns)
    .where('allow_file_upload', '=', true)
    .orderBy('is_embedded', 'desc')
    .orderBy('database_name')
    .execute()
  return rows.filter((row) => isOpen(subject, row))
}

export const uploadDatabase = ({ db }: Pick<Services, 'db'>, id: number): Promise<DatabaseRow | undefined> =>
  db.selectFrom('databases').select(columns).where('id', '=', id).executeTakeFirst()

/** The schemas of the embedded database: it has one, which bundles of other installations call `public`. */
const EMBEDDED = new Set(['main', 'public'])

/** Whether a database accepts files of the caller in a schema; null: that of the connection. */
export function takesFilesInto(subject: Subject, row: DatabaseRow, schema: string | null): boolean {
  if (!isOpen(subject, row)) return false
  if (row.is_embedded) return schema === null || EMBEDDED.has(schema)
  const listed = listedSchemas(row)
  if (listed.length === 0) return seesTables(subject, row)
  return schema !== null && openSchemas(subject, row).includes(schema)
}

/** Where the caller uploads. Without an id: the embedded database. @throws AppError 403, 422 */
export async function uploadPlace(
  services: Services,
  subject: Subject,
  { database_id: id, schema = null }: { database_id?: number; schema?: string | null },
): Promise<UploadPlace> {
  const row = await uploadDatabase(services, id ?? (await ensureExamplesDatabase(services.db, services.now)))
  if (!row || !isOpen(subject, row)) throw forbidden('You may not upload files to this database.')
  const place = { databaseId: row.id, schema: row.is_embedded ? 'main' : schema, isEmbedded: row.is_embedded }
  if (takesFilesInto(subject, row, schema)) return place
  throw new AppError(
    'GENERIC_COMMAND_ERROR',
    422,
    `Database "${row.database_name}" schema "${schema ?? ''}" does not accept files. Please choose another schema.`,
  )
}
