import type { UploadFormat } from '../../../model/upload/upload.ts'
import { has, type Subject, seesTables } from '../../access/subject.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { forbidden } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'

/** The contract's permission for each file format. */
export const rights: Record<UploadFormat, string> = {
  csv: 'can_this_form_post:CsvToDatabaseView',
  json: 'can_this_form_post:CsvToDatabaseView',
  parquet: 'can_this_form_post:ColumnarToDatabaseView',
  xlsx: 'can_this_form_post:ExcelToDatabaseView',
}

/** The caller's id, if the caller may upload at least one format. */
export async function mayUpload(services: Services, subject: Subject): Promise<number> {
  if (!subject.user || !Object.values(rights).some((right) => has(subject, right))) throw forbidden()
  await uploadDatabase(services, subject)
  return subject.user.id
}

/** The embedded database, if it accepts files and the caller may see its tables. */
export async function uploadDatabase({ db, now }: Services, subject: Subject): Promise<number> {
  // without examples, the database is created with the first upload
  const id = await ensureExamplesDatabase(db, now)
  const { allow_file_upload: isAllowed } = await db
    .selectFrom('databases')
    .select('allow_file_upload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!isAllowed || !seesTables(subject, { id, is_embedded: true }))
    throw forbidden('You may not upload files to any database.')
  return id
}
