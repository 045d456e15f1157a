import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { recordChange } from './changes.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

describe('audit log entries', () => {
  it.each([
    ['Annotation', 'annotation_update', {}],
    ['AnnotationLayer', 'annotation_layer_update', {}],
    ['Chart', 'chart_update', { slice_id: 7 }],
    ['Dashboard', 'dashboard_update', { dashboard_id: 7 }],
    ['Database', 'database_update', {}],
    ['Dataset', 'dataset_update', {}],
    ['RowRule', 'row_rule_update', {}],
  ] as const)('%s', async (kind, action, columns) => {
    const { db } = server.services
    const author = { userId: 1, now: 1234, address: '10.0.0.1' }
    await recordChange(db, author, 'update', { kind, id: 7 }, { fields: ['name'] })
    const row = await db.selectFrom('logs').selectAll().where('action', '=', action).executeTakeFirstOrThrow()
    expect(row).toEqual({
      id: row.id,
      action,
      user_id: 1,
      object: `${kind}:7`,
      outcome: 'ok',
      address: '10.0.0.1',
      slice_id: null,
      dashboard_id: null,
      json: '{"fields":["name"]}',
      referrer: null,
      duration_ms: null,
      dttm: 1234,
      ...columns,
    })
  })
})
