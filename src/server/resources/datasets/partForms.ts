import multipart from '@fastify/multipart'
import { sql } from 'kysely'
import { z } from 'zod'
import { ColumnForm, type DatasetUpdate, MetricForm } from '../../../model/dataset/datasetForm.ts'
import { id } from '../../../model/wire/fields.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { notFound } from '../../entities/owners.ts'
import {
  addedRow,
  changedRow,
  deleteConfig,
  deletedRow,
  formConfig,
  inOneSentence,
  ModelItem,
  modelItem,
  readModelForm,
} from '../../listing/modelForms.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { deletePart, updateDataset } from './write.ts'

const table = { table: id }
const { id: _column, uuid: _columnUuid, ...columnFields } = ColumnForm.shape
const { id: _metric, uuid: _metricUuid, ...metricFields } = MetricForm.shape

/** How one kind of part is stored, and how its form changes the dataset. */
interface Part {
  /** `/tablecolumninlineview/api` */
  path: string
  name: string
  table: 'dataset_columns' | 'dataset_metrics'
  /** The database column with the name of the part; names are unique in a dataset. */
  named: 'column_name' | 'metric_name'
  columns: readonly string[]
  create: z.ZodObject<typeof table>
  update: z.ZodObject
  /** The change of a dataset that adds a part, or changes one. */
  change: (stored: Stored, given: Record<string, unknown>, partId: number | undefined) => DatasetUpdate
}

interface Stored {
  columns: { id: number; column_name: string }[]
  metrics: { id: number; metric_name: string; expression: string }[]
}

/** The parts of a dataset with one that has the given fields: the one with the id, or a new one. */
function withPart<Kind extends { id: number }>(
  parts: readonly Kind[],
  given: Record<string, unknown>,
  partId: number | undefined,
): Kind[] {
  // the form was checked with the schema of the part
  if (partId === undefined) return [...parts, given as unknown as Kind]
  return parts.map((part) => (part.id === partId ? { ...part, ...given } : part))
}

const parts: readonly Part[] = [
  {
    path: '/tablecolumninlineview/api',
    name: 'TableColumnInlineView',
    table: 'dataset_columns',
    named: 'column_name',
    columns: Object.keys(columnFields),
    create: z.object({ ...columnFields, ...table }),
    update: z.object(columnFields).partial(),
    change: ({ columns }, given, partId) => ({ columns: withPart(columns, given, partId) }),
  },
  {
    path: '/sqlmetricinlineview/api',
    name: 'SqlMetricInlineView',
    table: 'dataset_metrics',
    named: 'metric_name',
    columns: Object.keys(metricFields),
    create: z.object({ ...metricFields, ...table }),
    update: z.object(metricFields).partial(),
    change: ({ metrics }, given, partId) => ({ metrics: withPart(metrics, given, partId) }),
  },
]

/** Single columns and metrics, as clients of very old versions create, read, change and delete them. */
export function addPartForms(root: App, services: Services): void {
  for (const part of parts) addReading(root, services, part)
  void root.register(async (app: App) => {
    await app.register(multipart)
    for (const part of parts) addWriting(app, services, part)
  })
}

function addReading(app: App, services: Services, part: Part): void {
  const { path, name, columns } = part
  app.get(
    `${path}/get/:id`,
    { config: { requires: 'can_read:Dataset', errors: 'C', answer: ModelItem }, schema: { params: idParams } },
    async ({ subject, params }) => {
      const row = await findPart(services, subject, part, params.id)
      return modelItem({ name, columns, labelled: columns }, params.id, only(columns, row))
    },
  )
}

function addWriting(app: App, services: Services, part: Part): void {
  const { path, create, update } = part
  const policy = { requires: 'can_write:Dataset' } as const
  const config = { ...formConfig, ...policy } as const

  app.post(`${path}/create`, { config }, async (request) => {
    const { table: datasetId, ...given } = await readModelForm(services, request, create)
    await changeDataset(services, request, part, { datasetId, given })
    return addedRow(await newPart(services, part, datasetId, given))
  })

  app.put(`${path}/update/:id`, { config, schema: { params: idParams } }, async (request) => {
    const given = await readModelForm(services, request, update)
    const { subject, params } = request
    const { dataset_id: datasetId } = await findPart(services, subject, part, params.id)
    await changeDataset(services, request, part, { datasetId, given, partId: params.id })
    const row = await findPart(services, subject, part, params.id)
    return changedRow({ ...only(part.columns, row), id: params.id })
  })

  app.delete(
    `${path}/delete/:id`,
    { config: { ...deleteConfig, ...policy }, schema: { params: idParams } },
    async (request) => {
      const { subject, params } = request
      const { dataset_id: datasetId } = await findPart(services, subject, part, params.id)
      const author = authorOf(request, services.now())
      await deletePart(services, subject, author, { table: part.table, datasetId, id: params.id })
      return deletedRow
    },
  )
}

const only = (columns: readonly string[], row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)))

/** A part of a dataset that the subject may see. */
async function findPart({ db, access }: Services, subject: Subject, part: Part, partId: number) {
  const row = await db
    .selectFrom(part.table as 'dataset_columns')
    .selectAll()
    .where('id', '=', partId)
    .where('dataset_id', 'in', db.selectFrom('datasets').select('id').where(access.visible.datasets(subject)))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function newPart({ db }: Services, part: Part, datasetId: number, given: Record<string, unknown>) {
  const row = await db
    .selectFrom(part.table as 'dataset_columns')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where(sql.ref<string>(part.named), '=', given[part.named] as string)
    .executeTakeFirstOrThrow()
  return { ...only(part.columns, row), id: row.id }
}

/** Saves a dataset with a new or a changed part. If another user saves it meanwhile, it is not changed. */
async function changeDataset(
  services: Services,
  request: { subject: Subject; ip: string },
  part: Part,
  { datasetId, given, partId }: { datasetId: number; given: Record<string, unknown>; partId?: number },
): Promise<void> {
  const { db, can, now } = services
  await can(request.subject, 'read', { kind: 'Dataset', id: datasetId })
  // read before the parts, so that a change in between is noticed
  const dataset = await db.selectFrom('datasets').select('version').where('id', '=', datasetId).executeTakeFirst()
  if (!dataset) throw notFound()
  const [columns, metrics] = await Promise.all([
    db.selectFrom('dataset_columns').select(['id', 'column_name']).where('dataset_id', '=', datasetId).execute(),
    db
      .selectFrom('dataset_metrics')
      .select(['id', 'metric_name', 'expression'])
      .where('dataset_id', '=', datasetId)
      .execute(),
  ])
  const options = { ifMatch: versionTag(dataset.version), overrideColumns: false, syncColumns: false }
  const body = part.change({ columns, metrics }, given, partId)
  const author = authorOf(request, now())
  await inOneSentence(updateDataset(services, request.subject, author, datasetId, body, options))
}
