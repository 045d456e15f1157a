import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
})
afterAll(() => server.close())

/** No screen reads these responses. */
const forPrograms = [
  'POST /api/v1/cachekey/invalidate',
  'GET /api/v1/form_data/',
  'POST /api/v1/dataset/get_or_create/',
  'DELETE /api/v1/dataset/:id/column/:part',
  'DELETE /api/v1/dataset/:id/metric/:part',
  'PUT /api/v1/chart/warm_up_cache',
  'PUT /api/v1/dataset/warm_up_cache',
  'GET /api/v1/database/:id/select_star/:table/',
  'GET /api/v1/database/:id/select_star/:table/:schema/',
  'GET /api/v1/database/:id/function_names/',
  'GET /api/v1/explore/permalink/:key',
  'POST /api/v1/database/:id/csv_upload/',
  'POST /api/v1/database/csv_metadata/',
  'POST /api/v1/database/:id/excel_upload/',
  'POST /api/v1/database/excel_metadata/',
  'POST /api/v1/database/:id/columnar_upload/',
  'POST /api/v1/database/columnar_metadata/',
]

it('every API route that responds with JSON declares the schema of its response', () => {
  const isFile = (url: string) => /\/(export|_openapi)(\/:clientId)?\/?$/.test(url)
  const without = server.app.routeTable
    .filter(({ url, config }) => url.startsWith('/api/v1/') && !isFile(url) && !config.answer && !config.lines)
    .map(({ method, url }) => `${method} ${url}`)
  expect(without.toSorted()).toEqual(forPrograms.toSorted())
})
