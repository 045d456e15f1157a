import { z } from 'zod'
import {
  AnnotationCreate,
  AnnotationLayerCreate,
  AnnotationLayerUpdate,
  AnnotationUpdate,
  annotationTime,
} from '../../../model/query/annotation.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { authorOf } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import { rootsOf } from '../../listing/envelope.ts'
import type { FormField } from '../../listing/info.ts'
import { itemAnswer, knownColumns, listAnswer, readItemQuery, readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { annotationCollection, annotationShowColumns, layerCollection, layerShowColumns } from './collections.ts'
import {
  createAnnotation,
  createLayer,
  deleteAnnotations,
  deleteLayers,
  updateAnnotation,
  updateLayer,
} from './write.ts'

const path = '/api/v1/annotation_layer'
const read = { requires: 'can_read:Annotation' } as const
const write = { requires: 'can_write:Annotation' } as const

const layerParams = z.object({ layer: idParams.shape.id })
const annotationParams = layerParams.extend(idParams.shape)

/** The forms of the contract are those of an annotation, on layers as well. */
const forms = {
  short_descr: { type: 'String', required: true, length: [1, 500] },
  long_descr: { type: 'String' },
  start_dttm: { type: 'DateTime', required: true },
  end_dttm: { type: 'DateTime', required: true },
  json_metadata: { type: 'String' },
} satisfies Record<string, FormField>

/** `/api/v1/annotation_layer`: layers, and the annotations of each. */
export const annotationRoutes: Resource = (app, services) => {
  addReadRoutes(app, services, {
    path,
    view: 'Annotation',
    collection: layerCollection,
    permissions: ['can_write', 'can_read'],
    forms: { add: forms, edit: forms },
    related: ['created_by', 'changed_by'],
  })
  addLayerRoutes(app, services)
  addAnnotationRoutes(app, services)
}

function addLayerRoutes(app: App, services: Services): void {
  const { db, now } = services

  app.get(
    `${path}/:id`,
    { config: read, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }) => {
      const q = readItemQuery(query.q)
      const wanted = rootsOf(knownColumns(q.columns, layerShowColumns))
      const row = (await layerCollection.load([id], { db, subject, now: now(), wanted })).get(id)
      if (!row) throw notFound()
      return itemAnswer('Annotation Layer', layerShowColumns, id, row, q)
    },
  )

  app.post(`${path}/`, { config: write, schema: { body: AnnotationLayerCreate } }, async (request, reply) => {
    const id = await createLayer(services, authorOf(request, now()), request.body)
    reply.code(201)
    return { id, result: request.body }
  })

  app.put(
    `${path}/:id`,
    { config: write, schema: { params: idParams, body: AnnotationLayerUpdate } },
    async (request) => {
      const { id } = request.params
      await updateLayer(services, authorOf(request, now()), id, request.body)
      return { id, result: { ...request.body, layer: id } }
    },
  )

  app.delete(`${path}/:id`, { config: write, schema: { params: idParams } }, async (request) => {
    await deleteLayers(services, authorOf(request, now()), [request.params.id])
    return { message: 'OK' }
  })

  app.delete(`${path}/`, { config: write, schema: { querystring: qParam } }, async (request) => {
    const ids = idsOf(request.query.q)
    await deleteLayers(services, authorOf(request, now()), ids)
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'annotation layer' : 'annotation layers'}` }
  })
}

function addAnnotationRoutes(app: App, services: Services): void {
  const { db, now } = services
  const base = `${path}/:layer/annotation`

  app.get(
    `${base}/`,
    { config: read, schema: { params: layerParams, querystring: qParam } },
    async ({ subject, params, query }) => {
      const { count, ids, result } = await listAnswer(services, annotationCollection(params.layer), subject, query.q)
      return { count, ids, result }
    },
  )

  app.get(
    `${base}/:id`,
    { config: read, schema: { params: annotationParams, querystring: qParam } },
    async ({ subject, params: { layer, id }, query }) => {
      const q = readItemQuery(query.q)
      const wanted = rootsOf(annotationShowColumns)
      const row = (await annotationCollection(layer).load([id], { db, subject, now: now(), wanted })).get(id)
      if ((row?.layer as { id: number } | undefined)?.id !== layer || !row) throw notFound()
      const { result } = itemAnswer('Annotation', annotationShowColumns, id, row, q)
      return { id, result }
    },
  )

  app.post(
    `${base}/`,
    { config: write, schema: { params: layerParams, body: AnnotationCreate } },
    async (request, reply) => {
      const { layer } = request.params
      const id = await createAnnotation(services, authorOf(request, now()), layer, request.body)
      reply.code(201)
      return { id, result: { ...withHttpDates(request.body), layer } }
    },
  )

  app.put(
    `${base}/:id`,
    { config: write, schema: { params: annotationParams, body: AnnotationUpdate } },
    async (request) => {
      const { layer, id } = request.params
      await updateAnnotation(services, authorOf(request, now()), layer, id, request.body)
      return { id, result: { ...withHttpDates(request.body), layer } }
    },
  )

  app.delete(`${base}/:id`, { config: write, schema: { params: annotationParams } }, async (request) => {
    const { layer, id } = request.params
    await deleteAnnotations(services, authorOf(request, now()), layer, [id])
    return { message: 'OK' }
  })

  app.delete(`${base}/`, { config: write, schema: { params: layerParams, querystring: qParam } }, async (request) => {
    const ids = idsOf(request.query.q)
    await deleteAnnotations(services, authorOf(request, now()), request.params.layer, ids)
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'annotation' : 'annotations'}` }
  })
}

function idsOf(q: string | undefined): number[] {
  const ids = [...new Set(readQ(q, parseIds))]
  if (ids.length === 0) throw notFound()
  return ids
}

/** The echo of times is in the form of HTTP headers; the contract has it so. */
function withHttpDates<Body extends AnnotationUpdate>(body: Body): Body {
  const asHttp = (text: string) => new Date(annotationTime(text) ?? 0).toUTCString()
  const { start_dttm: start, end_dttm: end } = body
  return {
    ...body,
    ...(start === undefined ? {} : { start_dttm: asHttp(start) }),
    ...(end === undefined ? {} : { end_dttm: asHttp(end) }),
  }
}
