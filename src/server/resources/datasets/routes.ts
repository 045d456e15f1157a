import { sql } from 'kysely'
import { z } from 'zod'
import {
  ColumnsAfterAnswer,
  DatasetItemAnswer,
  DatasetRow,
  RelatedObjectsAnswer,
  TableDatasetAnswer,
} from '../../../model/dataset/datasetAnswers.ts'
import {
  DatasetCreate,
  DatasetDuplicate,
  DatasetGetOrCreate,
  DatasetUpdate,
} from '../../../model/dataset/datasetForm.ts'
import { MessageAnswer, SavedAnswer } from '../../../model/wire/answers.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { createDataset, getOrCreateDataset } from '../../entities/newDataset.ts'
import { notFound } from '../../entities/owners.ts'
import { refreshDataset } from '../../entities/refreshDataset.ts'
import { relatedObjects } from '../../entities/relatedObjects.ts'
import { rootsOf } from '../../listing/envelope.ts'
import type { FormField } from '../../listing/info.ts'
import { itemAnswer, knownColumns, readItemQuery, readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { datasetCollection, datasetShowColumns } from './collection.ts'
import { duplicateDataset } from './copy.ts'
import { addJoinRoutes } from './joinRoutes.ts'
import { addLegacyRoutes } from './legacyRoutes.ts'
import { addPartForms } from './partForms.ts'
import { addProfileRoute } from './profileRoute.ts'
import { addDatasetVersions } from './restore.ts'
import { columnsAfter, deleteDatasets, deletePart, updateDataset } from './write.ts'

const path = '/api/v1/dataset'
const read = { requires: 'can_read:Dataset' } as const
const write = { requires: 'can_write:Dataset' } as const
const partParams = idParams.extend({ part: idParams.shape.id })
const columnsQuery = z.object({ override_columns: z.string().optional(), sync_columns: z.string().optional() })

const addForm = {
  database: { type: 'Integer', required: true },
  schema: { type: 'String', length: [0, 250] },
  table_name: { type: 'String', required: true, length: [1, 250] },
  sql: { type: 'String' },
  owners: { type: 'List' },
} satisfies Record<string, FormField>

const editForm = {
  table_name: { type: 'String', length: [1, 250] },
  sql: { type: 'String' },
  filter_select_enabled: { type: 'Boolean' },
  fetch_values_predicate: { type: 'String', length: [0, 1000] },
  schema: { type: 'String', length: [0, 255] },
  description: { type: 'String' },
  main_dttm_col: { type: 'String' },
  offset: { type: 'Integer' },
  default_endpoint: { type: 'String' },
  cache_timeout: { type: 'Integer' },
  is_sqllab_view: { type: 'Boolean' },
  template_params: { type: 'String' },
  owners: { type: 'List' },
  columns: { type: 'List' },
  metrics: { type: 'List' },
  extra: { type: 'String' },
} satisfies Record<string, FormField>

/** `/api/v1/dataset`: list, item, objects that use it, create, change, refresh, delete. */
export const datasetRoutes: Resource = (app, services) => {
  const { db, can, now } = services

  addReadRoutes(app, services, {
    path,
    view: 'Dataset',
    collection: datasetCollection,
    permissions: ['can_write', 'can_duplicate', 'can_get_or_create_dataset', 'can_export', 'can_read'],
    forms: { add: addForm, edit: editForm },
    related: ['database', 'owners', 'created_by', 'changed_by'],
    distinct: { schema: sql<string | null>`datasets.schema` },
    row: DatasetRow,
  })

  app.get(
    `${path}/:id`,
    { config: { ...read, answer: DatasetItemAnswer }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }, reply) => {
      const q = readItemQuery(query.q)
      await can(subject, 'read', { kind: 'Dataset', id })
      const wanted = rootsOf(knownColumns(q.columns, datasetShowColumns))
      const row = (await datasetCollection.load([id], { db, subject, now: now(), wanted })).get(id)
      if (!row) throw notFound()
      reply.header('etag', versionTag(Number(row['version'])))
      return itemAnswer('Sqla Table', datasetShowColumns, id, row, q)
    },
  )

  app.get(
    `${path}/:id/related_objects`,
    { config: { ...read, answer: RelatedObjectsAnswer }, schema: { params: idParams } },
    async (request) => {
      const { subject, params } = request
      await can(subject, 'read', { kind: 'Dataset', id: params.id })
      return relatedObjects(services, subject, sql`charts.datasource_id = ${params.id}`)
    },
  )

  addCreation(app, services)
  app.put(
    `${path}/:id`,
    {
      config: { ...write, answer: SavedAnswer },
      schema: { params: idParams, body: DatasetUpdate, querystring: columnsQuery },
    },
    async (request, reply) => {
      const { subject, params, body, query, headers } = request
      const version = await updateDataset(services, subject, authorOf(request, now()), params.id, body, {
        ifMatch: headers['if-match'],
        overrideColumns: query.override_columns === 'true',
        syncColumns: query.sync_columns === 'true',
      })
      reply.header('etag', versionTag(version))
      return { id: params.id, result: body }
    },
  )

  app.post(
    `${path}/:id/source_columns`,
    { config: { ...write, answer: ColumnsAfterAnswer }, schema: { params: idParams, body: DatasetUpdate } },
    async ({ subject, params, body }) => ({ result: await columnsAfter(services, subject, params.id, body) }),
  )

  app.put(
    `${path}/:id/refresh`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      const { subject, params } = request
      await can(subject, 'write', { kind: 'Dataset', id: params.id })
      await refreshDataset(services, subject, authorOf(request, now()), params.id)
      return { message: 'OK' }
    },
  )

  addDeletion(app, services)
  addDatasetVersions(app, services)
  addLegacyRoutes(app, services)
  addPartForms(app, services)
  addProfileRoute(app, services)
  addJoinRoutes(app, services)
}

/** Creating datasets: from a body, as a copy, or for a table that may already have one. */
function addCreation(app: App, services: Services): void {
  const { now } = services
  app.post(
    `${path}/`,
    { config: { ...write, answer: SavedAnswer, statuses: [201] }, schema: { body: DatasetCreate } },
    async (request, reply) => {
      const id = await createDataset(services, request.subject, authorOf(request, now()), request.body)
      reply.code(201)
      return { id, result: request.body }
    },
  )

  app.post(
    `${path}/duplicate`,
    {
      config: { requires: 'can_duplicate:Dataset', answer: SavedAnswer, statuses: [201] },
      schema: { body: DatasetDuplicate },
    },
    async (request, reply) => {
      const id = await duplicateDataset(services, request.subject, authorOf(request, now()), request.body)
      reply.code(201)
      return { id, result: request.body }
    },
  )

  app.post(
    `${path}/get_or_create/`,
    {
      config: {
        requires: 'can_get_or_create_dataset:Dataset',
        answer: TableDatasetAnswer,
      },
      schema: { body: DatasetGetOrCreate },
    },
    async (request) => {
      const author = authorOf(request, now())
      return { result: { table_id: await getOrCreateDataset(services, request.subject, author, request.body) } }
    },
  )
}

/** Deleting datasets, and columns and metrics of one. */
function addDeletion(app: App, services: Services): void {
  const { now } = services
  app.delete(
    `${path}/:id`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await deleteDatasets(services, request.subject, authorOf(request, now()), [request.params.id])
      return { message: 'OK' }
    },
  )

  app.delete(
    `${path}/`,
    { config: { ...write, answer: MessageAnswer }, schema: { querystring: qParam } },
    async (request) => {
      const ids = [...new Set(readQ(request.query.q, parseIds))]
      if (ids.length === 0) throw notFound()
      await deleteDatasets(services, request.subject, authorOf(request, now()), ids)
      return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'dataset' : 'datasets'}` }
    },
  )

  for (const [name, table] of [
    ['column', 'dataset_columns'],
    ['metric', 'dataset_metrics'],
  ] as const) {
    const config = { ...write, answer: MessageAnswer }
    app.delete(`${path}/:id/${name}/:part`, { config, schema: { params: partParams } }, async (request) => {
      const { id, part } = request.params
      await deletePart(services, request.subject, authorOf(request, now()), { table, datasetId: id, id: part })
      return { message: 'OK' }
    })
  }
}
