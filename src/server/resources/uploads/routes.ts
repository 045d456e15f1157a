import { join } from 'node:path'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { previewFile } from '../../../engine/run/ingest.ts'
import { AppError } from '../../../model/errors.ts'
import type { FilePreview, Reading, UploadFormat } from '../../../model/upload.ts'
import { UploadAgain, UploadCreate } from '../../../model/uploadForm.ts'
import { has, type Subject, seesTables } from '../../access/subject.ts'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { authorOf } from '../../entities/changes.ts'
import { forbidden } from '../../entities/owners.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { createTable } from './createTable.ts'
import { createWaitingFiles, type WaitingFile } from './waiting.ts'

const path = '/api/v1/upload'
const folder = 'uploads'
const sweepMs = 600_000
/** Readers at the same time; each may take a gigabyte and all cores. */
const atOnce = 2
const params = z.object({ id: z.string() })
const config = { requires: 'can_write:Dataset' } as const

/** The right that the contract has for each kind of file. */
const rights: Record<UploadFormat, string> = {
  csv: 'can_this_form_post:CsvToDatabaseView',
  json: 'can_this_form_post:CsvToDatabaseView',
  parquet: 'can_this_form_post:ColumnarToDatabaseView',
  xlsx: 'can_this_form_post:ExcelToDatabaseView',
}

/**
 * `/api/v1/upload/`: a file becomes a dataset in two steps. It is sent and looked at (POST), perhaps looked at again
 * with other eyes (POST `{id}/preview`), then made a table with corrections (POST `{id}/`) or given up (DELETE).
 */
export const uploadRoutes: Resource = (app, services) => {
  const files = createWaitingFiles(join(services.config.home, folder))
  const readers = new Readers()
  files.removeAbandoned()
  const sweep = setInterval(files.removeAbandoned, sweepMs).unref()
  app.addHook('onClose', async () => clearInterval(sweep))

  async function previewOf(subject: Subject, file: WaitingFile, reading: Reading, signal: AbortSignal) {
    const preview = await readers.run(() =>
      previewFile(file.path, {
        signal,
        scratchFolder: join(services.config.home, 'scratch'),
        upload: { reading, uploadBytes: services.config.limits.uploadBytes },
      }),
    )
    if (!has(subject, rights[preview.format])) throw forbidden()
    return { id: file.id, result: wire(file, preview) }
  }

  void app.register(async (child: App) => {
    await child.register(multipart)
    const { uploadBytes } = services.config.limits
    const options = { config: { ...config, accepts: 'multipart' as const }, bodyLimit: uploadBytes + 65_536 }
    child.post(`${path}/`, options, async (request, reply) => {
      const userId = await mayUpload(services, request.subject)
      readers.checkFree()
      const { file, reading } = await receive(request, (name, content) => files.add(userId, name, content), uploadBytes)
      try {
        return await previewOf(request.subject, file, reading, closedSignal(reply))
      } catch (error) {
        files.remove(file.id)
        throw error
      }
    })
  })

  app.post(`${path}/:id/preview`, { config, schema: { params, body: UploadAgain } }, async (request, reply) => {
    const { subject, body } = request
    const file = files.find(await mayUpload(services, subject), request.params.id)
    return previewOf(subject, file, body.reading, closedSignal(reply))
  })

  app.post(`${path}/:id/`, { config, schema: { params, body: UploadCreate } }, async (request, reply) => {
    const { subject, body } = request
    const file = files.find(await mayUpload(services, subject), request.params.id)
    const databaseId = await uploadDatabase(services, subject)
    const signal = closedSignal(reply)
    const created = await readers.run(() =>
      createTable(services, subject, authorOf(request, services.now()), databaseId, file, body, signal),
    )
    files.remove(file.id)
    const explore = `/explore/?datasource_type=table&datasource_id=${created.id}`
    return reply
      .code(201)
      .send({ id: created.id, result: { table_name: body.table_name, rows: created.rows, url: explore } })
  })

  app.delete(`${path}/:id`, { config, schema: { params } }, async ({ subject, params: { id } }) => {
    files.remove(files.find(await mayUpload(services, subject), id).id)
    return { message: 'OK' }
  })
}

/** The caller's id, if any kind of file is allowed to him. */
async function mayUpload(services: Services, subject: Subject): Promise<number> {
  if (!subject.user || !Object.values(rights).some((right) => has(subject, right))) throw forbidden()
  await uploadDatabase(services, subject)
  return subject.user.id
}

/** The embedded database, if it takes files and shows its tables to the caller. */
async function uploadDatabase({ db, now }: Services, subject: Subject): Promise<number> {
  // a home without examples has none before its first upload
  const id = await ensureExamplesDatabase(db, now)
  const { allow_file_upload: isAllowed } = await db
    .selectFrom('databases')
    .select('allow_file_upload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!isAllowed || !seesTables(subject, id)) throw forbidden('There is no database that you may upload files to.')
  return id
}

/** At most so many at a time; more are sent away at once, and told when to come back. */
class Readers {
  #busy = 0

  checkFree(): void {
    if (this.#busy >= atOnce)
      throw new AppError('GENERIC_COMMAND_ERROR', 503, 'Other files are being read. Please try again in a moment.', {
        retryAfterS: 5,
      })
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.checkFree()
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
    }
  }
}

interface Received {
  file: WaitingFile
  reading: Reading
}

/** The form: how to read it (`reading`, JSON, where guessing failed before), then the file. */
async function receive(
  request: FastifyRequest,
  add: (name: string, content: MultipartFile['file']) => Promise<WaitingFile>,
  maxBytes: number,
): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, "Request MIME type is not 'multipart/form-data'")
  try {
    const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 5, fieldSize: 1024, parts: 6 } })
    if (part) {
      const field = [part.fields['reading']].flat()[0]
      const { reading } = UploadAgain.parse({
        reading: field?.type === 'field' ? JSON.parse(String(field.value)) : {},
      })
      return { file: await add(part.filename.slice(0, 250), part.file), reading }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as { statusCode?: number }).statusCode === 413)
      throw new AppError('GENERIC_COMMAND_ERROR', 413, 'The file is too large.', { cause: error })
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form cannot be read.', { cause: error })
  }
  throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form has no file.')
}

function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) closed.abort()
  })
  return closed.signal
}

function wire({ fileName }: WaitingFile, preview: FilePreview) {
  const { columns, rowCount, isEstimate, ...rest } = preview
  return {
    file_name: fileName,
    table_name: suggestedName(fileName),
    ...rest,
    row_count: rowCount,
    is_estimate: isEstimate,
    columns: columns.map(({ name, type, genericType }) => ({ name, type, type_generic: genericType })),
  }
}

/** The file's name without its ending, folders and dots. */
function suggestedName(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? ''
  const name = base.replace(/(\.(csv|tsv|txt|jsonl?|ndjson|parquet|xlsx|gz))+$/i, '')
  return (
    name
      .replaceAll(/[.\p{Cc}]/gu, '_')
      .trim()
      .slice(0, 200) || 'upload'
  )
}
