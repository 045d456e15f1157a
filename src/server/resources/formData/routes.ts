import { z } from 'zod'
import { isDatasetType } from '../../../model/chart/chart.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { FormDataAnswer, KeyAnswer } from '../../../model/wire/stateAnswers.ts'
import { FormDataState, SentFormData } from '../../../model/wire/stateForm.ts'
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
import type { Resource } from '../../resource.ts'
import { ownQuery } from '../../sqlLab/queryDatasets.ts'

const path = '/api/v1/explore/form_data'
const read = { requires: 'can_read:ExploreFormDataRestApi' } as const
const write = { requires: 'can_write:ExploreFormDataRestApi' } as const
const keyParams = z.object({ key: z.string() })

const isJson = (state: FormDataState) => FormDataState.safeParse(state).success
/** The contract lists this message without the name of the field. */
const notJson = { message: ['JSON not valid'] }

/** The unsaved form data of an open chart, stored under a key in its address. */
export const formDataRoutes: Resource = (app, services) => {
  const { db } = services

  async function allowed(subject: Subject, { datasource_id, datasource_type, chart_id }: FormDataState): Promise<void> {
    if (datasource_type === 'query') await ownQuery(services, subject, datasource_id)
    // other types of data sources do not exist here
    else if (!isDatasetType(datasource_type)) throw notFound()
    else await services.can(subject, 'read', { kind: 'Dataset', id: datasource_id })
    if (chart_id) await services.can(subject, 'read', { kind: 'Chart', id: chart_id })
  }
  const mustSee = (subject: Subject, state: FormDataState) => mustSeeSubject(allowed(subject, state))

  const sentState = (call: Parameters<typeof stateOf>[1] & { body: FormDataState }) => {
    const { datasource_id, chart_id } = call.body
    const state = { objectId: chart_id ?? null, value: JSON.stringify(call.body) }
    return stateOf('form_data', call, [datasource_id, chart_id], state)
  }

  /** A stored state, if the caller may see its dataset and chart. */
  async function find(subject: Subject, key: string) {
    const row = await readState(db, services, 'form_data', key)
    if (!row) throw notFound()
    const state = parseObject(row.value) as unknown as FormDataState
    await mustSee(subject, state)
    return { row, state }
  }

  app.post(
    path,
    {
      config: { ...write, answer: KeyAnswer, statuses: [201] },
      schema: { body: SentFormData, querystring: tabQuery },
    },
    async (request, reply) => {
      await mustSee(request.subject, request.body)
      if (!isJson(request.body)) return reply.code(400).send(notJson)
      reply.code(201)
      return { key: await keepState(db, services, sentState(request)) }
    },
  )

  app.get(
    `${path}/:key`,
    { config: { ...read, answer: FormDataAnswer }, schema: { params: keyParams } },
    async ({ subject, params }) => {
      const { state } = await find(subject, params.key)
      return { form_data: state.form_data }
    },
  )

  app.put(
    `${path}/:key`,
    {
      config: { ...write, answer: KeyAnswer },
      schema: { params: keyParams, body: SentFormData, querystring: tabQuery },
    },
    async (request, reply) => {
      const { subject, params, body } = request
      await mustSee(subject, body)
      if (!isJson(body)) return reply.code(400).send(notJson)
      return { key: await replaceState(db, services, params.key, subject.user?.id, sentState(request)) }
    },
  )

  app.delete(
    `${path}/:key`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: keyParams } },
    async ({ subject, params }) => {
      const { row } = await find(subject, params.key)
      await deleteState(db, row, subject.user?.id)
      return { message: 'Deleted successfully' }
    },
  )
}
