import { z } from 'zod'
import { datasourceTypes, isDatasetType } from '../../../model/chart/chart.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { ExploreAnswer } from '../../../model/explore/exploreAnswers.ts'
import { maxId } from '../../../model/wire/fields.ts'
import { isRecord, parseJson, parseObject } from '../../../model/wire/json.ts'
import { datasetIdOf, queryIdOf } from '../../../model/wire/stateForm.ts'
import { elapsed } from '../../../model/wire/wireTime.ts'
import { changedByFolder } from '../../access/folderRights.ts'
import type { Subject } from '../../access/subject.ts'
import { versionTag } from '../../entities/changes.ts'
import { chartObject } from '../../entities/chartObject.ts'
import { findChart, formDataOf } from '../../entities/charts.ts'
import { datasetObject, queryObject } from '../../entities/datasetObject.ts'
import { readState } from '../../entities/keyValues.ts'
import { findOwners, findPeople, fullName, nameOf } from '../../entities/people.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { datasetOf, lastStatement, ownQuery } from '../../sqlLab/queryDatasets.ts'
import type { Db, Row } from '../../storage/schema.ts'

const maybeId = z.coerce.number().int().positive().max(maxId).optional().catch(undefined)
const exploreQuery = z.looseObject({
  form_data: z.string().optional(),
  form_data_key: z.string().optional(),
  permalink_key: z.string().optional(),
  slice_id: maybeId,
  datasource_id: maybeId,
  datasource_type: z.enum(datasourceTypes).optional(),
})
type ExploreQuery = z.infer<typeof exploreQuery>
type FormData = Record<string, unknown>

/** `GET /api/v1/explore/`: everything that the chart builder needs at its start. */
export const exploreRoutes: Resource = (app, services) => {
  const { db, now } = services

  app.get(
    '/api/v1/explore/',
    { config: { requires: 'can_read:Explore', answer: ExploreAnswer }, schema: { querystring: exploreQuery } },
    async ({ subject, query }, reply) => {
      const start = await startOf(services, subject, query)
      const chartId = start.chartId ?? query.slice_id
      const chart = chartId === undefined ? undefined : await visibleChart(services, subject, chartId)
      if (chart) reply.header('etag', versionTag(chart.version))
      const saved = chart ? formDataOf(chart) : {}
      const ofQuery = queryIdOf(start.formData)
      const datasetId = ofQuery ?? datasetIdOf(start.formData) ?? chart?.datasource_id ?? query.datasource_id
      const type = ofQuery === undefined ? (chart?.datasource_type ?? query.datasource_type ?? 'table') : 'query'
      const dataset = datasetId === undefined ? undefined : await visibleSource(services, subject, type, datasetId)
      const formData = {
        adhoc_filters: [],
        applied_time_extras: {},
        ...saved,
        ...start.formData,
        ...(chartId === undefined ? {} : { slice_id: chartId }),
        url_params: { ...textsOf({ ...query, form_data: undefined }), ...start.urlParams },
        datasource: `${datasetId ?? 'None'}__${type}`,
      }
      return {
        result: {
          dataset: dataset ?? missingDataset(type),
          form_data: formData,
          slice: chart
            ? { ...(await chartObject(db, chart, now())), ...(await editorOf(db, subject, 'Chart', chart.id)) }
            : null,
          message: start.isLost ? lost(chart !== undefined) : (start.complaint ?? null),
          metadata: chart ? await metadataOf(services, subject, chart) : null,
        },
      }
    },
  )
}

const lost = (hasChart: boolean) =>
  `Form data not found in cache, reverting to ${hasChart ? 'chart' : 'dataset'} metadata.`

interface Start {
  formData: FormData
  urlParams: Record<string, unknown>
  chartId?: number
  /** A key was given, but its state no longer exists. */
  isLost: boolean
  /** The part of the address that could not be read. */
  complaint?: string
}

/** The source of the form data: a permalink, unsaved state, the address, else nothing. */
async function startOf(services: Services, subject: Subject, query: ExploreQuery): Promise<Start> {
  const { db } = services
  if (query.permalink_key !== undefined) {
    const row = await readState(db, services, 'explore_permalink', query.permalink_key)
    if (!row) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Invalid permalink key')
    const { state, chartId } = parseObject(row.value) as { state: ExploreState; chartId: number | null }
    await mustSee(services, subject, state.formData)
    const urlParams = Object.fromEntries(state.urlParams ?? [])
    return { formData: state.formData, urlParams, chartId: chartId ?? undefined, isLost: false }
  }
  if (query.form_data_key === undefined) return startOfAddress(query)
  const row = await readState(db, services, 'form_data', query.form_data_key)
  if (!row) return { formData: {}, urlParams: {}, isLost: true }
  const kept = parseObject(row.value) as { form_data: string; chart_id?: number | null; datasource_id: number }
  const formData = { datasource: `${kept.datasource_id}__table`, ...parseObject(kept.form_data) }
  await mustSee(services, subject, formData)
  return { formData, urlParams: {}, chartId: kept.chart_id ?? undefined, isLost: false }
}

/**
 * Form data that the address contains as JSON. If the address also names a chart or a dataset, invalid JSON is ignored.
 */
function startOfAddress(query: ExploreQuery): Start {
  const nothing = { formData: {}, urlParams: {}, isLost: false }
  if (query.form_data === undefined || query.form_data === '') return nothing
  const formData = objectOf(query.form_data)
  if (formData === undefined) {
    const hasMore = query.slice_id !== undefined || query.datasource_id !== undefined
    if (!hasMore) throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, `${NO_JSON}.`)
    return { ...nothing, complaint: `${NO_JSON} and was ignored.` }
  }
  const chartId = Number(formData['slice_id'])
  return { ...nothing, formData, chartId: Number.isSafeInteger(chartId) && chartId > 0 ? chartId : undefined }
}

const NO_JSON = 'The form_data in the address is not a JSON object'

function objectOf(text: string): FormData | undefined {
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

interface ExploreState {
  formData: FormData
  urlParams?: [string, string | null][] | null
}

async function mustSee({ can }: Services, subject: Subject, formData: FormData): Promise<void> {
  const id = datasetIdOf(formData)
  if (id !== undefined) await can(subject, 'read', { kind: 'Dataset', id })
}

/** What the caller may not see counts as missing; a missing chart or dataset is not an error here. */
async function visibleChart({ db, access }: Services, subject: Subject, id: number) {
  const seen = await db
    .selectFrom('charts')
    .select('id')
    .where('id', '=', id)
    .where(access.visible.charts(subject))
    .executeTakeFirst()
  return seen && findChart(db, id)
}

async function visibleDataset({ db, access }: Services, subject: Subject, id: number) {
  const seen = await db
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where(access.visible.datasets(subject))
    .executeTakeFirst()
  const dataset = seen && (await datasetObject(db, id))
  return dataset && { ...dataset, ...(await editorOf(db, subject, 'Dataset', id)) }
}

const editorOf = async (db: Db, subject: Subject, kind: 'Chart' | 'Dataset', id: number) =>
  (await changedByFolder(db, subject, kind, [id])).has(id) ? { is_editor: true } : {}

/** A dataset, or a query of SQL Lab. */
async function visibleSource(services: Services, subject: Subject, type: string, id: number) {
  if (isDatasetType(type)) return visibleDataset(services, subject, id)
  if (type !== 'query') return undefined
  const query = await ownQuery(services, subject, id).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  })
  if (!query) return undefined
  const people = await findPeople(services.db, [query.user_id])
  const sql = await lastStatement(services, query)
  const dataset = { ...(await datasetOf(services, query)), sql, template_params: query.template_params }
  return queryObject(services.db, dataset, id, [...people.values()])
}

const missingDataset = (type: string) => ({
  type,
  name: '[Missing Dataset]',
  columns: [],
  metrics: [],
  database: { id: 0, backend: '', parameters: {} },
})

/** The arguments of the address, in the format that templates and links use. */
const textsOf = (query: ExploreQuery) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )

async function metadataOf({ db, access, now }: Services, subject: Subject, chart: Row<'charts'>) {
  const people = await findPeople(db, [chart.created_by, chart.changed_by])
  const owners = (await findOwners(db, 'chart_owners', [chart.id])).get(chart.id) ?? []
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['dashboards.id', 'dashboard_title'])
    .where('dashboards.id', 'in', (eb) =>
      eb.selectFrom('dashboard_charts').select('dashboard_id').where('chart_id', '=', chart.id),
    )
    .where(access.visible.dashboards(subject))
    .orderBy('dashboards.id')
    .execute()
  return {
    created_on_humanized: elapsed(chart.created_on, now()),
    changed_on_humanized: elapsed(chart.changed_on, now()),
    owners: owners.map(fullName),
    dashboards,
    ...(chart.created_by === null ? {} : { created_by: nameOf(people, chart.created_by) }),
    ...(chart.changed_by === null ? {} : { changed_by: nameOf(people, chart.changed_by) }),
  }
}
