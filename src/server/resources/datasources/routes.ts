import { z } from 'zod'
import { datasourceTypes, isDatasetType } from '../../../model/chart/chart.ts'
import { DatasetObject, SourceColumns } from '../../../model/dataset/datasetAnswers.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { Subject } from '../../access/subject.ts'
import { datasetObject } from '../../entities/datasetObject.ts'
import { qualifiedName } from '../../entities/datasets.ts'
import { findPeople, nameOf } from '../../entities/people.ts'
import { currentColumns } from '../../entities/refreshDataset.ts'
import { isTime } from '../../entities/sourceColumns.ts'
import { BrokenBodyError, errorBody } from '../../errors.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const getParams = z.object({ type: z.string(), id: idParams.shape.id })
const keyQuery = z.object({ datasourceKey: z.string().optional() })
const noSuch = () => new AppError('GENERIC_BACKEND_ERROR', 404, 'Datasource does not exist')

/** Datasets at the legacy addresses. */
export const datasourceRoutes: Resource = (app, services) => {
  app.get(
    '/datasource/get/:type/:id/',
    { config: { requires: 'can_get:Datasource', errors: 'C', answer: DatasetObject }, schema: { params: getParams } },
    async ({ subject, params: { type, id } }) => {
      if (!datasourceTypes.some((known) => known === type))
        throw new AppError('GENERIC_BACKEND_ERROR', 400, `'${type}' is not a valid DatasourceType`)
      if (!isDatasetType(type)) throw noSuch()
      return visibleObject(services, subject, id)
    },
  )

  app.get(
    '/datasource/external_metadata/:type/:id/',
    {
      config: { requires: 'can_external_metadata:Datasource', errors: 'C', answer: SourceColumns },
      schema: { params: getParams },
    },
    async ({ subject, params: { type, id } }) => {
      if (!isDatasetType(type)) throw noSuch()
      const { database } = await visibleObject(services, subject, id)
      const row = await services.db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const columns = await currentColumns(services, subject, { ...row, database_id: database.id })
      return columns.map((column) => ({
        name: column.name,
        column_name: column.name,
        type: column.type,
        type_generic: column.genericType,
        is_dttm: isTime(column),
        nullable: true,
        default: null,
        autoincrement: false,
        comment: null,
      }))
    },
  )

  app.get('/superset/datasources/', { config: { requires: 'can_datasources:Superset', errors: 'C' } }, ({ subject }) =>
    visibleDatasets(services, subject),
  )

  app.get(
    '/superset/fetch_datasource_metadata',
    { config: { requires: 'can_fetch_datasource_metadata:Superset', errors: 'C' }, schema: { querystring: keyQuery } },
    async ({ subject, query }, reply) => {
      if (query.datasourceKey === undefined) throw new BrokenBodyError()
      const match = /^(\d{1,9})__(\w+)$/.exec(query.datasourceKey)
      if (!match) throw new AppError('GENERIC_BACKEND_ERROR', 400, 'datasourceKey must be `<id>__table`.')
      const id = Number(match[1])
      try {
        await services.access.canReadData(subject, id)
      } catch (error) {
        // The contract sends this error in the list format.
        if (!(error instanceof AppError)) throw error
        return reply.code(error.status).send(errorBody(error, 'B'))
      }
      const dataset = await datasetObject(services.db, id)
      if (!dataset) throw noSuch()
      return dataset
    },
  )
}

/** The datasets that the caller may see, in the format of the pickers of older clients. */
async function visibleDatasets({ db, access }: Services, subject: Subject) {
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.schema', 'datasets.table_name', 'datasets.created_by', 'database_name'])
    .where(access.visible.datasets(subject))
    .orderBy('datasets.id')
    .execute()
  const people = await findPeople(
    db,
    rows.map((row) => row.created_by),
  )
  return rows.map(({ id, schema, table_name, created_by, database_name }) => ({
    edit_url: `/tablemodelview/edit/${id}`,
    id,
    uid: `${id}__table`,
    schema,
    name: qualifiedName({ schema, table_name }),
    type: 'table',
    connection: database_name,
    creator: nameOf(people, created_by),
  }))
}

/** A dataset that the caller may not see is treated as one that does not exist. */
async function visibleObject({ db, can }: Services, subject: Subject, id: number) {
  await can(subject, 'read', { kind: 'Dataset', id }).catch((error: unknown) => {
    throw error instanceof AppError ? noSuch() : error
  })
  const dataset = await datasetObject(db, id)
  if (!dataset) throw noSuch()
  return dataset
}
