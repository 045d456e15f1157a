import type { LightMyRequestResponse } from 'fastify'
import { EXAMPLES_FOLDER, hasExamples } from '../../../../../conformance/vectors/exampleTables.ts'
import { births, insertChart, insertDashboard, insertDataset, loadBirths } from '../../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'

if (!hasExamples && process.env.CI === 'true') throw new Error(`no example tables in ${EXAMPLES_FOLDER}`)

export interface BirthsSite {
  test: TestApp
  databaseId: number
  /** Id of the dataset of the table of births. */
  datasetId: number
  /** The token of the administrator, who makes the calls below unless another user is named. */
  token: string
  charts: { pie: number; total: number; broken: number; unknown: number }
  /** Id of a dashboard with these charts. */
  dashboardId: number
  post(url: string, body: unknown, as?: string): Promise<LightMyRequestResponse>
  get(url: string, as?: string): Promise<LightMyRequestResponse>
  /** A query context of the dataset. */
  body(queries: unknown[], more?: object): object
}

export const byGender = { columns: ['gender'], metrics: ['sum__num'], orderby: [['sum__num', false]] }

/** A server with the births of the shared examples, and four charts of them. */
export async function startBirthsSite(env: NodeJS.ProcessEnv = {}): Promise<BirthsSite> {
  const test = await startApp({ SEXTANT_EXAMPLES: 'false', ...env })
  const { databaseId, datasetId } = await loadBirths(test.services)
  const pie = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', row_limit: 10 }
  const charts = {
    pie: await insertChart(test.services, datasetId, 'Pie', pie),
    total: await insertChart(test.services, datasetId, 'Total', { viz_type: 'big_number_total', metric: 'count' }),
    broken: await insertChart(test.services, datasetId, 'Broken', { ...pie, metric: 'nope' }),
    unknown: await insertChart(test.services, datasetId, 'Unknown', { viz_type: 'no_such_type' }),
  }
  const dashboardId = await insertDashboard(test.services, 'births', Object.values(charts))
  const token = await test.token('admin')
  return {
    test,
    databaseId,
    datasetId,
    token,
    charts,
    dashboardId,
    post: (url, body, as = token) =>
      test.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${as}` }, payload: body as object }),
    get: (url, as = token) => test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as}` } }),
    body: (queries, more = {}) => ({ datasource: { id: datasetId, type: 'table' }, queries, ...more }),
  }
}

/** A dataset of this SQL, with the columns and metrics of the births. */
export const insertVirtual = ({ test, databaseId }: BirthsSite, table_name: string, sql: string): Promise<number> =>
  insertDataset(test.services, databaseId, { ...births(), table_name, uuid: crypto.randomUUID(), sql })
