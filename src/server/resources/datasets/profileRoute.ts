import { z } from 'zod'
import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { dialectOf } from '../../../engine/dialects/index.ts'
import { PROFILE_COLUMNS, ProfileAnswer } from '../../../model/dataset/profile.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseQueryContext } from '../../../model/query/queryContext.ts'
import { closeSignal } from '../../closeSignal.ts'
import { typeOf } from '../../entities/datasetObject.ts'
import { findDataset } from '../../entities/datasets.ts'
import { notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import {
  otherTotalsQuery,
  rowCountOf,
  sampledDistinctQuery,
  sampleQuery,
  statisticsQuery,
  type Totals,
  totalsQuery,
} from './profileQueries.ts'

const pageQuery = z.object({ page: z.coerce.number().int().min(0).max(10_000).default(0) })

/**
 * `GET /api/v1/dataset/{id}/profile`: numbers about the rows that the reader may see. It runs like the query of a
 * chart: with the reader's permissions, row rules and the cache; a client that leaves stops it.
 */
export function addProfileRoute(app: App, { db, can, chartData, connections }: Services): void {
  app.get(
    '/api/v1/dataset/:id/profile',
    {
      config: { requires: 'can_read:Dataset', runsQueries: true, answer: ProfileAnswer },
      schema: { params: idParams, querystring: pageQuery },
    },
    async ({ subject, params: { id }, query: { page } }, reply) => {
      await can(subject, 'read', { kind: 'Dataset', id })
      const dataset = await findDataset(db, id)
      if (!dataset) throw notFound()
      const dialect = dialectOf((await connections.of(dataset.database.id, null)).dialect)
      const columns = dataset.columns.slice(page * PROFILE_COLUMNS, (page + 1) * PROFILE_COLUMNS)
      const signal = closeSignal(reply)
      const run = async (query: object) => {
        const parsed = parseQueryContext({ datasource: { id, type: 'table' }, result_type: 'full', queries: [query] })
        if (!parsed.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, parsed.error)
        const [answer] = await chartData.answer(parsed.value, subject, {
          encoding: 'columns',
          signal,
          inDataZone: true,
        })
        return answer?.body.toString() ?? '{}'
      }
      const { totals, rowCount, distinctRows } = await readTotals(run, columns, dialect, dataset.sql !== null)
      const { sampled, query } = sampleQuery(columns, rowCount, dialect)
      const about = {
        columns: columns.map((column) => ({
          name: column.column_name,
          type: column.type,
          type_generic: typeOf(column),
        })),
        column_count: dataset.columns.length,
        row_count: rowCount,
        is_distinct_approximate: dialect.profile?.distinct !== undefined,
        distinct_rows: distinctRows,
        sampled,
      }
      // the rows are sent as the engine encoded them
      const sample = await run(query)
      const head = JSON.stringify(about).slice(0, -1)
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"result":${head},"totals":[${totals.join(',')}],"sample":${sample}}}`)
    },
  )
}

/**
 * The numbers of the columns. A column store computes some of them without reading rows, and for most columns it is
 * enough to count the distinct values in a part of the rows. Other databases, and the SQL of a virtual dataset, compute
 * all numbers in one pass.
 */
async function readTotals(
  run: (query: object) => Promise<string>,
  columns: Parameters<typeof totalsQuery>[0],
  dialect: Dialect,
  isVirtual: boolean,
) {
  if (!dialect.profile?.distinct || isVirtual) {
    const totals = await run(totalsQuery(columns, dialect))
    return { totals: [totals], rowCount: rowCountOf(JSON.parse(totals)), distinctRows: null }
  }
  const statistics = await run(statisticsQuery(columns, dialect))
  const rowCount = rowCountOf(JSON.parse(statistics))
  const distinctQuery = sampledDistinctQuery(columns, rowCount, dialect)
  const distinct = distinctQuery && (await run(distinctQuery))
  const sampled = distinct === undefined ? undefined : (JSON.parse(distinct) as Totals)
  const otherQuery = otherTotalsQuery(columns, sampled, dialect)
  const other = otherQuery && (await run(otherQuery))
  return {
    // the last number of a column counts: one of all rows replaces that of the sample
    totals: [statistics, distinct, other].filter((each) => each !== undefined),
    rowCount,
    distinctRows: sampled ? rowCountOf(sampled) : null,
  }
}
