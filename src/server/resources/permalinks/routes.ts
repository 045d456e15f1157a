import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { DashboardPermalinkAnswer, ExplorePermalinkAnswer, PermalinkAnswer } from '../../../model/wire/stateAnswers.ts'
import { DashboardPermalink, datasetIdOf, ExplorePermalink } from '../../../model/wire/stateForm.ts'
import type { Subject } from '../../access/subject.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { contextOf, keyOfContext, newPermalinkKey, readState, writeState } from '../../entities/keyValues.ts'
import { notFound } from '../../entities/owners.ts'
import type { Resource } from '../../resource.ts'

const slugParams = z.object({ idOrSlug: z.string() })
const keyParams = z.object({ key: z.string() })

/** Short links to an unsaved state of a dashboard or a chart. */
export const permalinkRoutes: Resource = (app, services) => {
  const { db, can, baseUrl } = services

  async function dashboardId(subject: Subject, idOrSlug: string): Promise<number> {
    const missing = new AppError('GENERIC_COMMAND_ERROR', 404, 'Dashboard not found.')
    const dashboard = await findDashboard(db, idOrSlug)
    if (!dashboard) throw missing
    await can(subject, 'read', { kind: 'Dashboard', id: dashboard.id }).catch((error: unknown) => {
      throw error instanceof AppError ? missing : error
    })
    return dashboard.id
  }

  app.post(
    '/api/v1/dashboard/:idOrSlug/permalink',
    {
      config: {
        requires: 'can_write:DashboardPermalinkRestApi',
        errors: 'A, fields as text',
        answer: PermalinkAnswer,
        statuses: [201],
      },
      schema: { params: slugParams, body: DashboardPermalink },
    },
    async ({ subject, params, body }, reply) => {
      const id = await dashboardId(subject, params.idOrSlug)
      const value = JSON.stringify({ dashboardId: params.idOrSlug, state: body })
      const context = contextOf('dashboard', subject.user?.id, id, value)
      const key = (await keyOfContext(db, services, 'dashboard_permalink', context)) ?? newPermalinkKey()
      const ownerId = subject.user?.id ?? null
      await writeState(db, services, key, { kind: 'dashboard_permalink', context, objectId: id, ownerId, value })
      reply.code(201)
      return { key, url: `${baseUrl()}/superset/dashboard/p/${key}/` }
    },
  )

  app.get(
    '/api/v1/dashboard/permalink/:key',
    {
      config: { requires: 'can_read:DashboardPermalinkRestApi', answer: DashboardPermalinkAnswer },
      schema: { params: keyParams },
    },
    async ({ subject, params }) => {
      const row = await readState(db, services, 'dashboard_permalink', params.key)
      if (!row || row.object_id === null) throw notFound()
      await can(subject, 'read', { kind: 'Dashboard', id: row.object_id })
      return parseObject(row.value)
    },
  )

  /** The same response for hidden and missing datasets. */
  async function mustSeeDataset(subject: Subject, datasetId: number): Promise<void> {
    await can(subject, 'read', { kind: 'Dataset', id: datasetId }).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('GENERIC_COMMAND_ERROR', 404, 'Dataset does not exist') : error
    })
  }

  app.post(
    '/api/v1/explore/permalink',
    {
      config: { requires: 'can_write:ExplorePermalinkRestApi', answer: PermalinkAnswer, statuses: [201] },
      schema: { body: ExplorePermalink },
    },
    async ({ subject, body }, reply) => {
      const { formData } = body
      const datasourceId = datasetIdOf(formData)
      if (datasourceId === undefined) throw noDatasource()
      await mustSeeDataset(subject, datasourceId)
      const chartId = typeof formData['slice_id'] === 'number' ? formData['slice_id'] : null
      if (chartId !== null) await can(subject, 'read', { kind: 'Chart', id: chartId })
      const value = JSON.stringify({
        chartId,
        datasourceId,
        datasourceType: 'table',
        datasource: formData['datasource'],
        state: body,
      })
      const key = newPermalinkKey()
      const ownerId = subject.user?.id ?? null
      await writeState(db, services, key, {
        kind: 'explore_permalink',
        context: null,
        objectId: chartId,
        ownerId,
        value,
      })
      reply.code(201)
      return { key, url: `${baseUrl()}/superset/explore/p/${key}/` }
    },
  )

  app.get(
    '/api/v1/explore/permalink/:key',
    {
      config: { requires: 'can_read:ExplorePermalinkRestApi', answer: ExplorePermalinkAnswer },
      schema: { params: keyParams },
    },
    async ({ subject, params }) => {
      const row = await readState(db, services, 'explore_permalink', params.key)
      if (!row) throw notFound()
      const value = parseObject(row.value)
      await mustSeeDataset(subject, Number(value['datasourceId']))
      return value
    },
  )
}

const noDatasource = () =>
  new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', {
    fields: { formData: { datasource: ['Missing data for required field.'] } },
  })
