import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { previewFile } from '../../../engine/ingest/ingest.ts'
import { MOST_PARTS } from '../../../engine/ingest/parts.ts'
import type { Sandbox } from '../../../engine/run/sandbox.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { UploadFormat } from '../../../model/upload/upload.ts'
import { UploadSchemasAnswer } from '../../../model/upload/uploadAnswers.ts'
import {
  type ContractUpload,
  fromLegacyForm,
  parseUpload,
  type UploadKind,
  UploadMetadataAnswer,
  uploadForm,
  uploadKinds,
  uploadTitle,
} from '../../../model/upload/uploadContract.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { checkFormField } from '../../access/gate.ts'
import type { Subject } from '../../access/subject.ts'
import { flash } from '../../bootstrap.ts'
import { closeSignal } from '../../closeSignal.ts'
import { authorOf } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import { fileFormFailure } from '../../formFields.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { loadRemote } from './loadRemote.ts'
import { loadTable } from './loadTable.ts'
import type { Readers } from './readers.ts'
import { openSchemas, takesFilesInto, uploadDatabase } from './rights.ts'
import type { WaitingFile, WaitingFiles } from './waiting.ts'

const formats: Record<UploadKind, UploadFormat[]> = { csv: ['csv'], excel: ['xlsx'], columnar: ['parquet'] }
const views: Record<UploadKind, string> = {
  csv: 'CsvToDatabaseView',
  excel: 'ExcelToDatabaseView',
  columnar: 'ColumnarToDatabaseView',
}
const mostFields = 40
const fieldBytes = 65_536
const listPage = '/tablemodelview/list/'

/**
 * The contract's upload calls: `/api/v1/database/{id}/csv_upload/` and the same for Excel and Parquet files, their
 * `*_metadata/` previews, and the older HTML forms with the same fields.
 */
export function addContractUploads(app: App, services: Services, files: WaitingFiles, readers: Readers): void {
  app.get(
    '/api/v1/database/:id/schemas_access_for_file_upload/',
    { config: { requires: 'can_read:Database', answer: UploadSchemasAnswer }, schema: { params: idParams } },
    async ({ subject, params }) => ({ schemas: await schemasOf(services, subject, params.id) }),
  )
  app.get(
    '/superset/schemas_access_for_file_upload',
    {
      config: { requires: 'can_schemas_access_for_file_upload:Superset', errors: 'C' },
      schema: { querystring: z.object({ db_id: z.coerce.number().int() }) },
    },
    async ({ subject, query }) => schemasOf(services, subject, query.db_id),
  )

  void app.register(async (child: App) => {
    await child.register(multipart)
    const uploads = { services, files, readers }
    for (const kind of uploadKinds) {
      addUpload(child, kind, uploads)
      addMetadata(child, kind, uploads)
      addLegacyForm(child, kind, uploads)
    }
  })
}

interface Uploads {
  services: Services
  files: WaitingFiles
  readers: Readers
}

const configOf = (kind: UploadKind) =>
  ({
    requires: `can_this_form_post:${views[kind]}`,
    accepts: 'multipart',
    tokenInParts: true,
    body: uploadForm(kind),
  }) as const

const bodyLimitOf = ({ config }: Services) => config.limits.uploadBytes + 4_000_000

/** Adds the call that loads a file into a table. */
function addUpload(app: App, kind: UploadKind, uploads: Uploads): void {
  const { services, files, readers } = uploads
  app.post(
    `/api/v1/database/:id/${kind}_upload/`,
    {
      config: { ...configOf(kind), answer: MessageAnswer, statuses: [201] },
      bodyLimit: bodyLimitOf(services),
      schema: { params: idParams },
    },
    async (request, reply) => {
      readers.checkFree()
      const sent = await receiveForm(request, services, files, kind)
      try {
        await load(uploads, { request, reply, kind, sent }, request.params.id)
        return reply.code(201).send({ message: 'OK' })
      } finally {
        if (sent.file) files.remove(sent.file.id)
      }
    },
  )
}

/** Adds the call that returns the column names of a file. */
function addMetadata(app: App, kind: UploadKind, uploads: Uploads): void {
  const { services, files, readers } = uploads
  const metadata = { config: { ...configOf(kind), answer: UploadMetadataAnswer }, bodyLimit: bodyLimitOf(services) }
  app.post(`/api/v1/database/${kind}_metadata/`, metadata, async (request, reply) => {
    readers.checkFree()
    const sent = await receiveForm(request, services, files, kind)
    try {
      const { reading } = parsed(() => parseUpload(kind, { table_name: 'preview', ...sent.fields }))
      const file = sent.file ?? missingFile()
      const asked = {
        reading,
        uploadBytes: services.config.limits.uploadBytes,
        signal: closeSignal(reply),
        scratchFolder: `${services.config.home}/scratch`,
        sandbox: services.sandbox,
      }
      return { result: { items: await readers.run(() => columnNames(kind, file.path, asked)) } }
    } finally {
      if (sent.file) files.remove(sent.file.id)
    }
  })
}

/** Adds the HTML form of older versions. */
function addLegacyForm(app: App, kind: UploadKind, uploads: Uploads): void {
  const { services, files, readers } = uploads
  const form = `/${views[kind].toLowerCase()}/form`
  app.post(form, { config: configOf(kind), bodyLimit: bodyLimitOf(services) }, async (request, reply) => {
    readers.checkFree()
    const sent = await receiveForm(request, services, files, kind)
    const fields = fromLegacyForm(sent.fields)
    const title = uploadTitle(kind)
    try {
      const id = Number(fields['database'])
      if (!Number.isInteger(id)) throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Database is required')
      const done = await load(uploads, { request, reply, kind, sent: { ...sent, fields } }, id)
      flash(services, reply, [
        'info',
        `${title} file "${done.fileName}" uploaded to table "${done.table}" in database "${done.database}"`,
      ])
      return await reply.redirect(listPage, 302)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const said = `Unable to upload ${title} file "${sent.file?.fileName ?? ''}" to table "${fields['table_name'] ?? ''}".`
      flash(services, reply, ['danger', `${said} Error message: ${error.message}`])
      return await reply.redirect(form, 302)
    } finally {
      if (sent.file) files.remove(sent.file.id)
    }
  })
}

/** The schemas of a database to which the caller may upload. */
async function schemasOf(services: Services, subject: Subject, id: number): Promise<string[]> {
  await databaseName(services, subject, id)
  const row = await uploadDatabase(services, id)
  return row ? openSchemas(subject, row) : []
}

/** The name of a database. One that the caller may not see does not exist. */
async function databaseName({ db, can }: Services, subject: Subject, id: number): Promise<string> {
  await can(subject, 'read', { kind: 'Database', id })
  const row = await db.selectFrom('databases').select('database_name').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.database_name
}

/** Where the file goes. @throws AppError 422 with the message of the contract */
async function placeOf(
  services: Services,
  request: FastifyRequest,
  id: number,
  upload: ContractUpload,
  kind: UploadKind,
) {
  const name = await databaseName(services, request.subject, id)
  const row = await uploadDatabase(services, id)
  const schema = upload.schema ?? null
  if (row && takesFilesInto(request.subject, row, schema))
    return { name, databaseId: id, schema: row.is_embedded ? 'main' : schema, isEmbedded: row.is_embedded }
  const text = `Database "${name}" schema "${schema ?? 'None'}" is not allowed for ${kind} uploads. Please contact your administrator.`
  throw new AppError('GENERIC_COMMAND_ERROR', 422, text)
}

async function load(
  { services, readers }: Uploads,
  { request, reply, kind, sent }: { request: FastifyRequest; reply: FastifyReply; kind: UploadKind; sent: Sent },
  id: number,
) {
  const upload = parsed(() => parseUpload(kind, sent.fields))
  const place = await placeOf(services, request, id, upload, kind)
  const file = sent.file ?? missingFile()
  const signal = closeSignal(reply)
  const order = { databaseId: id, file, table: upload.table, reading: upload.reading, ifExists: upload.ifExists }
  const { subject } = request
  const author = authorOf(request, services.now())
  await readers.run(() =>
    place.isEmbedded
      ? loadTable(services, subject, author, order, formats[kind], signal)
      : loadRemote(services, subject, author, place, order, formats[kind], signal),
  )
  return { database: place.name, table: upload.table, fileName: file.fileName }
}

interface NamesInput {
  reading: ContractUpload['reading']
  uploadBytes: number
  signal: AbortSignal
  scratchFolder: string
  sandbox: Sandbox
}

/** The column names of each sheet of a file; a file without sheets counts as one without a name. */
async function columnNames(kind: UploadKind, path: string, { reading, uploadBytes, ...how }: NamesInput) {
  const { indexName: _index, rowLabels: _labels, maxRows: _rows, ...asked } = reading
  const look = (sheet?: string) =>
    previewFile(path, { ...how, upload: { reading: sheet === undefined ? asked : { ...asked, sheet }, uploadBytes } })
  const first = await look()
  if (!formats[kind].includes(first.format)) throw wrongKind(kind)
  const names = (preview: typeof first) => preview.columns.map(({ name }) => name)
  if (kind !== 'excel') return [{ sheet_name: null, column_names: names(first) }]
  const [firstSheet = '', ...others] = first.sheets
  const found = [{ sheet_name: firstSheet, column_names: names(first) }]
  for (const sheet of others) found.push({ sheet_name: sheet, column_names: names(await look(sheet)) })
  return found
}

interface Sent {
  file: WaitingFile | undefined
  fields: Record<string, string>
}

/**
 * The file and the fields, in any order. Several files are accepted only if they are Parquet files. A form without its
 * token is rejected.
 */
async function receiveForm(
  request: FastifyRequest,
  services: Services,
  files: WaitingFiles,
  kind: UploadKind,
): Promise<Sent> {
  const maxBytes = services.config.limits.uploadBytes
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, "Request MIME type is not 'multipart/form-data'")
  const sent: Sent = { file: undefined, fields: {} }
  try {
    const most = kind === 'columnar' ? MOST_PARTS : 1
    const limits = {
      fileSize: maxBytes,
      files: most,
      fields: mostFields,
      fieldSize: fieldBytes,
      parts: mostFields + most,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && sent.file) await files.addPart(sent.file, part.file, maxBytes)
      else if (part.type === 'file')
        sent.file = await files.add(request.subject.user?.id ?? 0, part.filename.slice(0, 250), part.file)
      else sent.fields[part.fieldname] = String(part.value)
    }
    checkFormField(request, services, sent.fields['csrf_token'])
    return sent
  } catch (error) {
    if (sent.file) files.remove(sent.file.id)
    throw fileFormFailure(error)
  }
}

function missingFile(): never {
  throw badRequest({ file: ['Missing data for required field.'] })
}

const badRequest = (fields: Record<string, string[]>) =>
  new AppError('GENERIC_COMMAND_ERROR', 400, Object.values(fields).flat().join(' '), { fields })

const wrongKind = (kind: UploadKind) =>
  badRequest({ file: [`File extension is not allowed: the file is not of type ${uploadTitle(kind)}.`] })

/** Errors in the form by field, with the messages of the contract. */
function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const fields: Record<string, string[]> = {}
    for (const { path, message } of error.issues) (fields[String(path[0])] ??= []).push(message)
    throw badRequest(fields)
  }
}
