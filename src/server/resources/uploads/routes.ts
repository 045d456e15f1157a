import { join } from 'node:path'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { UnseenTexts } from '../../../engine/ingest/ingest.ts'
import { MOST_PARTS } from '../../../engine/ingest/parts.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { FilePreview, Reading } from '../../../model/upload/upload.ts'
import {
  UploadCreatedAnswer,
  UploadDatabasesAnswer,
  UploadedAnswer,
  UploadTargetAnswer,
} from '../../../model/upload/uploadAnswers.ts'
import { UploadAgain, UploadCreate, UploadForm, UploadTarget } from '../../../model/upload/uploadForm.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { parseJson } from '../../../model/wire/json.ts'
import { has, type Subject } from '../../access/subject.ts'
import { closeSignal } from '../../closeSignal.ts'
import { authorOf } from '../../entities/changes.ts'
import { forbidden } from '../../entities/owners.ts'
import { fileFormFailure } from '../../formFields.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { addContractUploads } from './contractRoutes.ts'
import { loadRemote, lookAtRemote } from './loadRemote.ts'
import { loadTable, lookAtTarget } from './loadTable.ts'
import { Readers } from './readers.ts'
import { mayUpload, openDatabases, openSchemas, rights, uploadPlace } from './rights.ts'
import { createStagedUploads } from './staged.ts'
import { createWaitingFiles, type WaitingFile } from './waiting.ts'

const path = '/api/v1/upload'
const folder = 'uploads'
const sweepMs = 600_000
const params = z.object({ id: z.string() })
const config = { requires: 'can_write:Dataset' } as const

/**
 * `/api/v1/upload/`: creates a dataset from a file in two steps. The file is sent, and its preview is returned (POST);
 * the preview can be repeated with other settings (POST `{id}/preview`). Then a table is created with the user's
 * corrections (POST `{id}/`; 201), or the file is discarded (DELETE). If the complete file shows that a column must be
 * text, although the preview showed another type, no table is created; the response (200) has the reason. `GET table/`
 * reports whether a name is already in use.
 */
export const uploadRoutes: Resource = (app, services) => {
  const { home, limits } = services.config
  const readers = new Readers()
  const scratchFolder = join(home, 'scratch')
  const staged = createStagedUploads({
    readers,
    scratchFolder,
    sandbox: services.sandbox,
    uploadBytes: limits.uploadBytes,
  })
  const files = createWaitingFiles(join(home, folder), staged.stop)
  files.removeAbandoned()
  const sweep = setInterval(files.removeAbandoned, sweepMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    staged.stopAll()
  })
  addContractUploads(app, services, files, readers)

  async function previewOf(subject: Subject, file: WaitingFile, reading: Reading, signal: AbortSignal) {
    const preview = await staged.preview(file, reading, signal)
    if (!has(subject, rights[preview.format])) throw forbidden()
    return { id: file.id, result: wire(file, preview) }
  }

  void app.register(async (child: App) => {
    await child.register(multipart)
    const { uploadBytes } = limits
    const options = {
      config: { ...config, accepts: 'multipart' as const, body: UploadForm, answer: UploadedAnswer },
      bodyLimit: uploadBytes + 65_536,
    }
    child.post(`${path}/`, options, async (request, reply) => {
      const userId = await mayUpload(services, request.subject)
      readers.checkFree()
      const sink: Sink = {
        add: (name, content, reading) => files.add(userId, name, content, (begun) => staged.beginEarly(begun, reading)),
        addPart: (file, content) => files.addPart(file, content, uploadBytes),
        remove: (file) => files.remove(file.id),
      }
      const { file, reading } = await receive(request, sink, uploadBytes)
      try {
        return await previewOf(request.subject, file, reading, closeSignal(reply))
      } catch (error) {
        files.remove(file.id)
        throw error
      }
    })
  })

  addTargets(app, services)

  app.post(
    `${path}/:id/preview`,
    { config: { ...config, answer: UploadedAnswer }, schema: { params, body: UploadAgain } },
    async (request, reply) => {
      const { subject, body } = request
      const file = files.find(await mayUpload(services, subject), request.params.id)
      return previewOf(subject, file, body.reading, closeSignal(reply))
    },
  )

  app.post(
    `${path}/:id/`,
    {
      config: { ...config, answer: UploadCreatedAnswer, statuses: [200, 201] },
      schema: { params, body: UploadCreate },
    },
    async (request, reply) => {
      const { subject, body } = request
      const file = files.find(await mayUpload(services, subject), request.params.id)
      const { databaseId, ...created } = await create(request, file, body, {
        services,
        readers,
        staged,
        signal: closeSignal(reply),
      })
      if ('texts' in created) return { result: { texts: created.texts } }
      // the user is about to open the dataset
      services.engine.warm(await services.connections.of(databaseId, subject))
      files.remove(file.id)
      const url = `/explore/?datasource_type=table&datasource_id=${created.id}`
      const { rows, columns, missing, retyped } = created
      const result = { table_name: body.table_name, rows, columns, missing, retyped, url }
      return reply.code(201).send({ id: created.id, result })
    },
  )

  app.delete(
    `${path}/:id`,
    { config: { ...config, answer: MessageAnswer }, schema: { params } },
    async ({ subject, params: { id } }) => {
      files.remove(files.find(await mayUpload(services, subject), id).id)
      return { message: 'OK' }
    },
  )
}

/** Where a file may go. */
function addTargets(app: App, services: Services): void {
  app.get(
    `${path}/table/`,
    { config: { ...config, answer: UploadTargetAnswer }, schema: { querystring: UploadTarget } },
    async ({ subject, query }) => {
      await mayUpload(services, subject)
      const place = await uploadPlace(services, subject, { ...query, schema: query.schema || null })
      const look = place.isEmbedded
        ? lookAtTarget(services, subject, place.databaseId, query.name)
        : lookAtRemote(services, subject, place, query.name)
      return { result: await look }
    },
  )

  app.get(`${path}/databases/`, { config: { ...config, answer: UploadDatabasesAnswer } }, async ({ subject }) => {
    await mayUpload(services, subject)
    const rows = await openDatabases(services, subject)
    return {
      result: rows.map((row) => ({
        id: row.id,
        name: row.database_name,
        is_embedded: row.is_embedded,
        schemas: openSchemas(subject, row),
      })),
    }
  })
}

interface Creating {
  services: Services
  readers: Readers
  staged: ReturnType<typeof createStagedUploads>
  signal: AbortSignal
}

/** The dataset, or the texts that the complete file has in columns of other types. */
async function create(
  request: FastifyRequest,
  file: WaitingFile,
  body: z.output<typeof UploadCreate>,
  { services, readers, staged, signal }: Creating,
) {
  const { subject } = request
  const place = await uploadPlace(services, subject, body)
  const { databaseId } = place
  const { table_name: table, reading, columns } = body
  staged.claim(file.id)
  const ready = () => staged.take(file.id, reading, columns, signal)
  const order = { databaseId, file, table, reading, columns, ifExists: body.already_exists, ready }
  try {
    const created = await readers.run(() => {
      const author = authorOf(request, services.now())
      return place.isEmbedded
        ? loadTable(services, subject, author, order, undefined, signal)
        : loadRemote(services, subject, author, place, order, undefined, signal)
    })
    return { databaseId, ...created }
  } catch (error) {
    if (error instanceof UnseenTexts) return { databaseId, texts: error.texts }
    throw error
  }
}

interface Sink {
  add(name: string, content: MultipartFile['file'], reading: Reading): Promise<WaitingFile>
  addPart(file: WaitingFile, content: MultipartFile['file']): Promise<void>
  remove(file: WaitingFile): void
}

interface Received {
  file: WaitingFile
  reading: Reading
}

/**
 * Receives the form: first the settings for reading the file, if guessing them has failed before (`reading`, as JSON
 * text), then the file, or several Parquet files.
 */
async function receive(request: FastifyRequest, sink: Sink, maxBytes: number): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, "Request MIME type is not 'multipart/form-data'")
  let readingText = '{}'
  let reading: Reading = {}
  let file: WaitingFile | undefined
  let unread: MultipartFile | undefined
  try {
    const limits = { fileSize: maxBytes, files: MOST_PARTS, fields: 5, fieldSize: 1024, parts: MOST_PARTS + 5 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'reading') readingText = String(part.value)
        continue
      }
      unread = part
      if (file) await sink.addPart(file, part.file)
      else {
        reading = UploadAgain.parse({ reading: parseJson(readingText) }).reading
        file = await sink.add(part.filename.slice(0, 250), part.file, reading)
      }
    }
  } catch (error) {
    // unread data would block the next request of the connection
    unread?.file.resume()
    if (file) sink.remove(file)
    throw fileFormFailure(error)
  }
  if (!file) throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form has no file.')
  return { file, reading }
}

function wire({ fileName }: WaitingFile, preview: FilePreview) {
  const { columns, rowCount, isEstimate, namesLine, leftOut: _, ...rest } = preview
  return {
    file_name: fileName,
    table_name: suggestedName(fileName),
    ...rest,
    row_count: rowCount,
    names_line: namesLine,
    is_estimate: isEstimate,
    columns: columns.map(({ genericType, ...column }) => ({ ...column, type_generic: genericType })),
  }
}

/** The file's name without its extension, folders and dots. */
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
