import { z } from 'zod'
import { FilterState } from '../../../model/stateForm.ts'
import type { Subject } from '../../access/subject.ts'
import {
  contextOf,
  deleteState,
  type KeyedState,
  keepState,
  mustOwn,
  mustSeeSubject,
  readState,
  replaceState,
} from '../../entities/keyValues.ts'
import { notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/dashboard/:id/filter_state'
const read = { requires: 'can_read:DashboardFilterStateRestApi' } as const
const write = { requires: 'can_write:DashboardFilterStateRestApi' } as const
const keyParams = idParams.extend({ key: z.string() })
const tabQuery = z.object({ tab_id: z.string().max(64).optional() })

/** The filters of an open dashboard, kept under a key that stands in its address. */
export const filterStateRoutes: Resource = (app, services) => {
  const { db } = services

  const mustSee = (subject: Subject, id: number) =>
    mustSeeSubject(services.can(subject, 'read', { kind: 'Dashboard', id }))

  const stateOf = (
    request: { subject: Subject; sessionCookie: string | undefined },
    id: number,
    tab: string | undefined,
    value: string,
  ): KeyedState => ({
    kind: 'filter_state',
    context: tab === undefined ? null : contextOf(request.sessionCookie, request.subject.user?.id, tab, id),
    objectId: id,
    ownerId: request.subject.user?.id ?? null,
    value,
  })

  app.post(
    path,
    { config: write, schema: { params: idParams, body: FilterState, querystring: tabQuery } },
    async (request, reply) => {
      const { subject, params, body, query } = request
      await mustSee(subject, params.id)
      reply.code(201)
      return { key: await keepState(db, services, stateOf(request, params.id, query.tab_id, body.value)) }
    },
  )

  app.get(`${path}/:key`, { config: read, schema: { params: keyParams } }, async ({ subject, params }) => {
    await mustSee(subject, params.id)
    const row = await readState(db, services, 'filter_state', params.key)
    if (!row || row.object_id !== params.id) throw notFound()
    return { value: row.value }
  })

  app.put(
    `${path}/:key`,
    { config: write, schema: { params: keyParams, body: FilterState, querystring: tabQuery } },
    async (request) => {
      const { subject, params, body, query } = request
      await mustSee(subject, params.id)
      const state = stateOf(request, params.id, query.tab_id, body.value)
      return { key: await replaceState(db, services, params.key, subject.user?.id, state) }
    },
  )

  app.delete(`${path}/:key`, { config: write, schema: { params: keyParams } }, async ({ subject, params }) => {
    await mustSee(subject, params.id)
    const row = await readState(db, services, 'filter_state', params.key)
    if (!row || row.object_id !== params.id) throw notFound()
    mustOwn(row, subject.user?.id)
    await deleteState(db, row)
    return { message: 'Deleted successfully' }
  })
}
