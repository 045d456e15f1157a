import type { Page } from 'playwright-core'
import { createLayer } from '../harness/annotationLayer.ts'
import { callApi } from '../harness/callApi.ts'

/** Creates an object for each list that is empty in a new product, so that a tour of all pages sees a row in it. */
export async function createSamples(page: Page): Promise<void> {
  const create = async (resource: string, body: object) =>
    (await callApi<{ id: number }>(page, 'POST', `/api/v1/${resource}/`, body)).id
  const { result: databases } = await callApi<{ result: { id: number }[] }>(page, 'GET', '/api/v1/database/')
  const { ids: datasets } = await callApi<{ ids: number[] }>(page, 'GET', '/api/v1/dataset/')
  const { ids: charts } = await callApi<{ ids: number[] }>(page, 'GET', '/api/v1/chart/')
  const database = databases[0]?.id
  await create('rowlevelsecurity', {
    name: 'Nothing',
    filter_type: 'Base',
    tables: datasets.slice(0, 1),
    roles: [],
    clause: '1 = 1',
  })
  await create('saved_query', { label: 'Numbers', db_id: database, schema: 'main', sql: 'SELECT 1' })
  await create('css_template', { template_name: 'Quiet', css: '.a { color: red }' })
  await create('tag', { name: 'Numbers', objects_to_tag: [['chart', charts[0]]] })
  const schedule = { crontab: '30 6 * * 1', timezone: 'UTC', recipients: [], active: true }
  await create('report', { ...schedule, type: 'Report', name: 'Numbers', chart: charts[0], report_format: 'CSV' })
  await create('report', {
    ...schedule,
    type: 'Alert',
    name: 'Numbers',
    chart: charts[0],
    database,
    sql: 'SELECT 1',
    validator_type: 'operator',
    validator_config_json: { op: '>', threshold: 1 },
  })
  await createLayer(page, 'Numbers', 'Start', ['2020-01-01', '2020-01-02'])
}
