import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { makeScratch, removeScratch } from '../../../engine/run/scratch.ts'
import { AppError } from '../../../model/errors/errors.ts'
import {
  BoundaryChoices,
  BoundaryCreated,
  BoundaryMapForm,
  BoundaryMapRow,
  BoundaryUpload,
} from '../../../model/geography/boundaryMap.ts'
import { savedMap } from '../../../model/geography/savedMap.ts'
import { fieldErrors } from '../../../model/wire/fields.ts'
import { mostBytes, readBoundaryFile } from '../../boundaries/boundaryFile.ts'
import { createHomeMaps } from '../../boundaries/homeMaps.ts'
import { closeSignal } from '../../closeSignal.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { areasOfMap, createBoundaryMap, digestOf, nameTaken, replaceAreas } from '../../entities/boundaryMaps.ts'
import { authorOf } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import type { App, Resource } from '../../resource.ts'
import type { Row } from '../../storage/schema.ts'

const path = '/api/v1/map_boundaries'
const view = 'MapBoundary'
const params = z.object({ id: z.coerce.number().int() })
/** The areas as charts read them: TopoJSON with one object. */
const Areas = z.looseObject({
  type: z.literal('Topology'),
  objects: z.looseObject({ regions: z.looseObject({}) }),
  arcs: z.array(z.array(z.array(z.number()))),
})

/** The fields of a map that responses to changes contain. */
const told = ({ name, key, regions, code_property, name_property, is_plan, notes }: Row<'boundary_maps'>) => ({
  name,
  key,
  regions,
  code_property,
  name_property,
  is_plan,
  notes,
})

const more: Resource = (app, services) => {
  const { db, config } = services
  const home = createHomeMaps(services)

  app.get(`${path}/choices`, { config: { requires: 'can_read:Chart', answer: BoundaryChoices } }, async () => {
    const faults = await home.sync()
    const maps = await db.selectFrom('boundary_maps').select(['key', 'name']).orderBy('name').execute()
    return { result: maps.map(({ key, name }) => ({ key, value: savedMap(key), name })), faults }
  })

  app.get(
    `${path}/areas/:key`,
    { config: { requires: 'can_read:Chart', answer: Areas }, schema: { params: z.object({ key: z.string() }) } },
    async (request, reply) => {
      const { key } = request.params
      const syncing = home.sync()
      // the response for a stored map does not wait for files, which may be large or slow; their changes are in the
      // next response
      syncing.catch((error: unknown) => services.log.error(error))
      let found = await areasOfMap(db, key)
      if (!found) {
        await syncing
        found = await areasOfMap(db, key)
      }
      if (!found) throw notFound()
      reply.header('etag', found.tag).header('cache-control', 'private, no-cache')
      if (request.headers['if-none-match'] === found.tag) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(Buffer.from(found.areas))
    },
  )

  void app.register(async (child: App) => {
    await child.register(multipart)
    const bodyLimit = Math.min(config.limits.uploadBytes, mostBytes) + 65_536
    const options = {
      config: {
        requires: `can_write:${view}` as const,
        accepts: 'multipart' as const,
        body: BoundaryUpload.extend({ file: z.string() }),
        answer: BoundaryCreated,
      },
      bodyLimit,
    }
    child.post(`${path}/`, { ...options, config: { ...options.config, statuses: [201] } }, async (request, reply) => {
      const row = await withFile(request, async ({ file, fileName, fields }) => {
        const found = await readBoundaryFile(file, wishesOf(fields), { ...inHome, signal: closeSignal(reply) })
        const name = fields.name?.trim() || fileName.replace(/(\.plan)?\.\w+$/, '').slice(0, 100)
        const order = { name, file: null, found, digest: await digestOf(file) }
        return createBoundaryMap(db, authorOf(request, services.now()), order)
      })
      return reply.code(201).send({ id: row.id, result: told(row) })
    })

    child.post(`${path}/:id/file`, { ...options, schema: { params } }, async (request, reply) => {
      const { id } = request.params
      const row = await withFile(request, async ({ file, fields }) => {
        const found = await readBoundaryFile(file, wishesOf(fields), { ...inHome, signal: closeSignal(reply) })
        const order = { found, digest: await digestOf(file) }
        return replaceAreas(db, authorOf(request, services.now()), id, order)
      })
      return { id: row.id, result: told(row) }
    })
  })

  const inHome = { home: config.home, sandbox: services.sandbox }
  const mostOfFile = Math.min(config.limits.uploadBytes, mostBytes)

  /** Calls `work` with the file and the fields of a form. The file is deleted when the work is done. */
  async function withFile<T>(request: FastifyRequest, work: (received: Received) => Promise<T>): Promise<T> {
    const scratch = makeScratch(join(config.home, 'scratch'))
    try {
      return await work(await receive(request, join(scratch, 'file.json'), mostOfFile))
    } finally {
      removeScratch(scratch)
    }
  }
}

interface Received {
  file: string
  fileName: string
  fields: BoundaryUpload
}

const wishesOf = ({ code_property, name_property, is_plan }: BoundaryUpload) => ({
  codeProperty: code_property || undefined,
  nameProperty: name_property || undefined,
  isPlan: is_plan === undefined ? undefined : is_plan === 'true',
})

async function receive(request: FastifyRequest, file: string, fileSize: number): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, "Request MIME type is not 'multipart/form-data'")
  const sizes = { sent: Number(request.headers['content-length'] ?? Number.NaN), most: fileSize }
  const values: Record<string, string> = {}
  let fileName: string | undefined
  const unread: (() => void)[] = []
  try {
    const limits = { fileSize, files: 1, fields: 5, fieldSize: 1024, parts: 6 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        values[part.fieldname] = String(part.value)
        continue
      }
      unread.push(() => part.file.resume())
      fileName = part.filename.split(/[\\/]/).at(-1)?.slice(0, 250) ?? ''
      await pipeline(part.file, createWriteStream(file, { mode: 0o600 }))
      if (part.file.truncated) throw tooLarge(sizes)
    }
  } catch (error) {
    // unread data would block the next request of the connection
    for (const resume of unread) resume()
    if (error instanceof AppError) throw error
    if ((error as { statusCode?: number }).statusCode === 413) throw tooLarge(sizes, error)
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form cannot be read.', { cause: error })
  }
  if (fileName === undefined) throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form has no file.')
  const fields = BoundaryUpload.safeParse(values)
  if (!fields.success) {
    const detail = { fields: fieldErrors(fields.error) }
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Invalid request', detail)
  }
  return { file, fileName, fields: fields.data }
}

const MB = 1024 * 1024

/** `sent`: bytes of the form, which are little more than those of its file; NaN if unknown. */
function tooLarge({ sent, most }: { sent: number; most: number }, cause?: unknown): AppError {
  const limit = Math.floor(most / MB)
  const message = Number.isNaN(sent)
    ? `The file is larger than ${limit} MB.`
    : `The file has ${(sent / MB).toFixed(1)} MB; the limit is ${limit} MB.`
  return new AppError('GENERIC_COMMAND_ERROR', 413, message, { cause })
}

/**
 * `/api/v1/map_boundaries`: maps with custom boundaries, created from GeoJSON and TopoJSON files. `POST /` and `POST
 * /{id}/file` take a file as a form; `GET choices` lists what charts can select, and `GET areas/{key}` returns the
 * areas.
 */
export const mapBoundaries = declareResource({
  path,
  table: 'boundary_maps',
  kind: 'BoundaryMap',
  view,
  title: 'Map Boundaries',
  names: { one: 'map', many: 'maps' },
  permissions: [
    { view, names: 'can_read can_write', roles: [] },
    { view: 'Map Boundaries', names: 'menu_access', roles: [] },
  ],
  menu: {
    name: 'Map Boundaries',
    label: 'Map Boundaries',
    icon: 'fa-map',
    url: '/mapboundaries/list/',
    under: 'Manage',
  },
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', caseless: true, unique: nameTaken },
    key: { type: 'text' },
    regions: { type: 'integer' },
    code_property: { type: 'text' },
    name_property: { type: 'text' },
    is_plan: { type: 'boolean' },
    file: { type: 'text' },
    notes: { type: 'text' },
    ...changeFields,
  },
  list: [
    'id',
    'name',
    'key',
    'regions',
    'code_property',
    'name_property',
    'is_plan',
    'file',
    'notes',
    'changed_by.first_name',
    'changed_by.id',
    'changed_by.last_name',
    'changed_on_delta_humanized',
  ],
  show: ['id', 'name', 'key', 'regions', 'code_property', 'name_property', 'is_plan', 'file', 'notes'],
  order: ['name', 'regions', 'changed_on_delta_humanized'],
  search: ['name', 'key', 'changed_by'],
  related: ['changed_by'],
  row: BoundaryMapRow,
  update: BoundaryMapForm,
  isDeletable: true,
  more,
})
