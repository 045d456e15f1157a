import { RowRuleCreate, RowRuleUpdate } from '../../../model/dataset/rowRuleForm.ts'
import { parseIds } from '../../../model/wire/listQuery.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import { rootsOf } from '../../listing/envelope.ts'
import type { FormField } from '../../listing/info.ts'
import { itemAnswer, knownColumns, readItemQuery, readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { rowRuleCollection, rowRuleShowColumns } from './collection.ts'
import { createRowRule, deleteRowRules, updateRowRule } from './write.ts'

const path = '/api/v1/rowlevelsecurity'
const view = 'Row Level Security'
const read = { requires: `can_read:${view}` } as const
const write = { requires: `can_write:${view}` } as const

const form = {
  name: { type: 'String', required: true, length: [1, 255] },
  description: { type: 'String' },
  filter_type: { type: 'String', required: true },
  tables: { type: 'List', required: true },
  roles: { type: 'List', required: true },
  group_key: { type: 'String' },
  clause: { type: 'String', required: true },
} satisfies Record<string, FormField>

/** `/api/v1/rowlevelsecurity`: the rules that decide which rows a reader sees. */
export const rowLevelSecurityRoutes: Resource = (app, services) => {
  const { db, can, now } = services

  addReadRoutes(app, services, {
    path,
    view,
    collection: rowRuleCollection,
    permissions: ['can_read', 'can_write'],
    forms: { add: form, edit: form },
    related: ['tables', 'roles', 'created_by', 'changed_by'],
  })

  app.get(
    `${path}/:id`,
    { config: read, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }, reply) => {
      const q = readItemQuery(query.q)
      await can(subject, 'read', { kind: 'RowRule', id })
      const wanted = rootsOf(knownColumns(q.columns, rowRuleShowColumns))
      const row = (await rowRuleCollection.load([id], { db, subject, now: now(), wanted })).get(id)
      if (!row) throw notFound()
      reply.header('etag', versionTag(Number(row.version)))
      return itemAnswer(rowRuleCollection.title, rowRuleShowColumns, id, row, q)
    },
  )

  app.post(`${path}/`, { config: write, schema: { body: RowRuleCreate } }, async (request, reply) => {
    const id = await createRowRule(services, authorOf(request, now()), request.body)
    reply.code(201)
    return { id, result: request.body }
  })

  app.put(
    `${path}/:id`,
    { config: write, schema: { params: idParams, body: RowRuleUpdate } },
    async (request, reply) => {
      const { subject, params, body, headers } = request
      const author = authorOf(request, now())
      const version = await updateRowRule(services, subject, author, params.id, body, headers['if-match'])
      reply.header('etag', versionTag(version))
      return { id: params.id, result: body }
    },
  )

  app.delete(`${path}/:id`, { config: write, schema: { params: idParams } }, async (request) => {
    await deleteRowRules(services, request.subject, authorOf(request, now()), [request.params.id])
    return { message: 'OK' }
  })

  app.delete(`${path}/`, { config: write, schema: { querystring: qParam } }, async (request) => {
    const ids = [...new Set(readQ(request.query.q, parseIds))]
    if (ids.length === 0) throw notFound()
    await deleteRowRules(services, request.subject, authorOf(request, now()), ids)
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'rule' : 'rules'}` }
  })
}
