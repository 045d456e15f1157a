import { z } from 'zod'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { FilterStateAnswer, KeyAnswer } from '../../../model/wire/stateAnswers.ts'
import { FilterState } from '../../../model/wire/stateForm.ts'
import type { Subject } from '../../access/subject.ts'
import {
  deleteState,
  keepState,
  mustSeeSubject,
  readState,
  replaceState,
  stateOf,
  tabQuery,
} from '../../entities/keyValues.ts'
import { notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'

const path = '/api/v1/dashboard/:id/filter_state'
const read = { requires: 'can_read:DashboardFilterStateRestApi' } as const
const write = { requires: 'can_write:DashboardFilterStateRestApi' } as const
const keyParams = idParams.extend({ key: z.string() })

/** The filters of an open dashboard, stored under a key in its address. */
export const filterStateRoutes: Resource = (app, services) => {
  const { db } = services

  const mustSee = (subject: Subject, id: number) =>
    mustSeeSubject(services.can(subject, 'read', { kind: 'Dashboard', id }))

  /** A stored state of a dashboard that the caller may see. */
  async function find(subject: Subject, id: number, key: string) {
    await mustSee(subject, id)
    const row = await readState(db, services, 'filter_state', key)
    if (!row || row.object_id !== id) throw notFound()
    return row
  }

  app.post(
    path,
    {
      config: { ...write, answer: KeyAnswer, statuses: [201] },
      schema: { params: idParams, body: FilterState, querystring: tabQuery },
    },
    async (request, reply) => {
      const { subject, params, body } = request
      await mustSee(subject, params.id)
      const state = stateOf('filter_state', request, [params.id], { objectId: params.id, value: body.value })
      reply.code(201)
      return { key: await keepState(db, services, state) }
    },
  )

  app.get(
    `${path}/:key`,
    { config: { ...read, answer: FilterStateAnswer }, schema: { params: keyParams } },
    async ({ subject, params }) => {
      const { value } = await find(subject, params.id, params.key)
      return { value }
    },
  )

  app.put(
    `${path}/:key`,
    {
      config: { ...write, answer: KeyAnswer },
      schema: { params: keyParams, body: FilterState, querystring: tabQuery },
    },
    async (request) => {
      const { subject, params, body } = request
      await mustSee(subject, params.id)
      const state = stateOf('filter_state', request, [params.id], { objectId: params.id, value: body.value })
      return { key: await replaceState(db, services, params.key, subject.user?.id, state) }
    },
  )

  app.delete(
    `${path}/:key`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: keyParams } },
    async ({ subject, params }) => {
      await deleteState(db, await find(subject, params.id, params.key), subject.user?.id)
      return { message: 'Deleted successfully' }
    },
  )
}
