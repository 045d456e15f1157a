import { z } from 'zod'
import { parseObject } from '../../../model/json.ts'
import { FormDataState } from '../../../model/stateForm.ts'
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
import type { Resource } from '../../resource.ts'

const path = '/api/v1/explore/form_data'
const read = { requires: 'can_read:ExploreFormDataRestApi' } as const
const write = { requires: 'can_write:ExploreFormDataRestApi' } as const
const keyParams = z.object({ key: z.string() })
const tabQuery = z.object({ tab_id: z.string().max(64).optional() })

/** The unsaved controls of an open chart, kept under a key that stands in its address. */
export const formDataRoutes: Resource = (app, services) => {
  const { db } = services

  async function allowed(subject: Subject, { datasource_id, datasource_type, chart_id }: FormDataState): Promise<void> {
    // what is no dataset does not exist here
    if (datasource_type !== 'table' && datasource_type !== 'dataset') throw notFound()
    await services.can(subject, 'read', { kind: 'Dataset', id: datasource_id })
    if (chart_id) await services.can(subject, 'read', { kind: 'Chart', id: chart_id })
  }
  const mustSee = (subject: Subject, state: FormDataState) => mustSeeSubject(allowed(subject, state))

  const stateOf = (
    request: { subject: Subject; sessionCookie: string | undefined },
    tab: string | undefined,
    body: FormDataState,
  ): KeyedState => {
    const { datasource_id, chart_id } = body
    const place = [request.sessionCookie, request.subject.user?.id, tab, datasource_id, chart_id]
    return {
      kind: 'form_data',
      context: tab === undefined ? null : contextOf(...place),
      objectId: chart_id ?? null,
      ownerId: request.subject.user?.id ?? null,
      value: JSON.stringify(body),
    }
  }

  /** A kept state, if the caller may see what it is about. */
  async function find(subject: Subject, key: string) {
    const row = await readState(db, services, 'form_data', key)
    if (!row) throw notFound()
    const state = parseObject(row.value) as unknown as FormDataState
    await mustSee(subject, state)
    return { row, state }
  }

  app.post(path, { config: write, schema: { body: FormDataState, querystring: tabQuery } }, async (request, reply) => {
    const { subject, body, query } = request
    await mustSee(subject, body)
    reply.code(201)
    return { key: await keepState(db, services, stateOf(request, query.tab_id, body)) }
  })

  app.get(`${path}/:key`, { config: read, schema: { params: keyParams } }, async ({ subject, params }) => {
    const { state } = await find(subject, params.key)
    return { form_data: state.form_data }
  })

  app.put(
    `${path}/:key`,
    { config: write, schema: { params: keyParams, body: FormDataState, querystring: tabQuery } },
    async (request) => {
      const { subject, params, body, query } = request
      await mustSee(subject, body)
      const state = stateOf(request, query.tab_id, body)
      return { key: await replaceState(db, services, params.key, subject.user?.id, state) }
    },
  )

  app.delete(`${path}/:key`, { config: write, schema: { params: keyParams } }, async ({ subject, params }) => {
    const { row } = await find(subject, params.key)
    mustOwn(row, subject.user?.id)
    await deleteState(db, row)
    return { message: 'Deleted successfully' }
  })
}
