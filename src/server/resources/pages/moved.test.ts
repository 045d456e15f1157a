import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

describe('addresses of pages of the original', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  })
  afterAll(() => server.close())

  it.each([
    ['/chart/add/?dataset=7&dashboard_id=3', '/chart/add?dataset=7&dashboard_id=3'],
    ['/chart/show/7', '/explore/?slice_id=7'],
    ['/chart/edit/7', '/explore/?slice_id=7'],
    ['/dashboard/show/7', '/superset/dashboard/7/'],
    ['/dashboard/edit/7', '/superset/dashboard/7/?edit=true'],
    ['/dashboard/7/embedded', '/superset/dashboard/7/'],
    ['/tablemodelview/show/7', '/dataset/7'],
    ['/savedqueryview/edit/7', '/superset/sqllab/?savedQueryId=7'],
    ['/chart/show/7%2F..%2Fx', '/explore/?slice_id=7%2F..%2Fx'],
    ['/logmodelview/show/7', '/logmodelview/list/'],
  ])('%s leads to %s', async (url, screen) => {
    const browser = await server.browser('admin')
    const answer = await browser.inject({ url })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, screen])
  })

  it.each(['/users/add', '/users/edit/1', '/roles/show/1', '/resetpassword/form?pk=1', '/users/userinfo/'])(
    '%s is a page',
    async (url) => {
      const browser = await server.browser('admin')
      expect((await browser.inject({ url })).statusCode).toBe(200)
    },
  )
})
