import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../src/server/testing/app.ts'
import { hasShared, sharedFolder } from '../../src/server/testing/shared.ts'

/** Routes of the original that are not implemented here, with the reason. */
const elsewhere: [reason: string, routes: RegExp][] = [
  [
    'pages of the original, made on its server',
    /^\S+ (?!\S*\/api\/)\S*\/(action_post|add|edit|show|delete|list|download|action)(\/|$)/,
  ],
  ['pages of the original, made on its server', /^GET \/(superset\/theme|dashboard\/export_dashboards_form)/],
  ['pages of the original, made on its server', /^(GET|POST) \/superset\/import_dashboards/],
  ['the browser sends its forms to the REST API', /^POST \/(resetmypassword|resetpassword|userinfoeditview)\/form/],
  ['requests for access were removed after the contract', /accessrequest|request_access|\/superset\/approve/],
  ['a GET request changes nothing here', /^GET \/superset\/(copy_dash|save_dash|testconn|validate_sql_json)/],
]

const sample = (path: string) =>
  path
    .replaceAll(/<(int|float):\w+>/g, '1')
    .replace('<version>', 'v1')
    .replaceAll(/<[^>]+>/g, 'x')

describe.skipIf(!hasShared)('the routes of the contract (needs ../shared)', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp()
  })
  afterAll(() => server?.close())

  it('are implemented, or left out for a reason', () => {
    const lines = readFileSync(join(sharedFolder, 'reference/recordings/routes-2.1.3.txt'), 'utf8').trim().split('\n')
    const routes = [...new Set(lines)].flatMap((line) => {
      const [methods = '', path = ''] = line.split(' ')
      return methods.split(',').map((method) => ({ method, path }))
    })
    const isHere = (method: string, path: string) =>
      server.app.routeTable.some(
        (route) => route.method === method && (route.matches(sample(path)) || route.matches(`${sample(path)}/`)),
      )
    const isLeftOut = (name: string) => elsewhere.some(([, pattern]) => pattern.test(name))
    const missing = routes.filter(({ method, path }) => !isHere(method, path)).map((at) => `${at.method} ${at.path}`)
    expect(missing.filter((name) => !isLeftOut(name))).toEqual([])
    // reasons for routes that are implemented by now must be deleted
    expect(elsewhere.filter(([, pattern]) => !missing.some((name) => pattern.test(name)))).toEqual([])
  })
})
