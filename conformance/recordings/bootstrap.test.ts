import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueGuestToken } from '../../src/server/access/guests.ts'
import type { Browser, TestApp } from '../../src/server/testing/app.ts'
import { bootstrapOf } from '../../src/server/testing/bootstrapOf.ts'
import { hasShared, recording, sharedFolder } from '../../src/server/testing/shared.ts'
import { startRecordedSite } from './recordedSite.ts'

interface MenuItem {
  name: string
  childs?: (MenuItem | string)[]
}

interface Recorded {
  role: string
  request: { method: 'GET' | 'POST'; path: string; form?: { form_data: object } }
  status: number
  headers: Record<string, string>
  shell?: { hidden_inputs?: { name: string }[] }
  bootstrap?: Record<string, unknown> & { common: { different: Record<string, unknown> } }
}

/** Menu entries that only this server or only the original has. */
const ofOneOnly = new Set([
  'Background Jobs',
  'Feature Flags',
  'Map Boundaries',
  'Tags',
  'Import Dashboards',
  'Access requests',
])
const namesOf = (menu: readonly (MenuItem | string)[]): string[] =>
  menu
    .flatMap((item) => (typeof item === 'string' ? [] : [item.name, ...namesOf(item.childs ?? [])]))
    .filter((name) => !ofOneOnly.has(name))

const files = hasShared
  ? readdirSync(join(sharedFolder, 'reference/recordings/bootstrap'))
      .map((file) => basename(file, '.json'))
      .filter((name) => name !== 'common')
  : []

describe.skipIf(!hasShared)('the data in the pages of the original (needs ../shared)', () => {
  let server: TestApp
  const browsers = new Map<string, Browser>()
  let uuid = ''
  beforeAll(async () => {
    server = await startRecordedSite()
    for (const user of ['admin', 'alpha', 'gamma', 'gamma_sqllab']) browsers.set(user, await server.browser(user))
    const payload = { allowed_domains: [] }
    const made = await browsers.get('admin')?.inject({ method: 'POST', url: '/api/v1/dashboard/5/embedded', payload })
    uuid = made?.json<{ result: { uuid: string } }>().result.uuid ?? ''
  }, 120_000)
  afterAll(() => server?.close())

  it.each(files)('%s', async (name) => {
    const { role, request, status, headers, bootstrap } = recording<Recorded>('bootstrap', `${name}.json`)
    const url = request.path.replace('<embedded-uuid>', uuid)
    const accept = { accept: 'text/html,*/*;q=0.8' }
    const browser = browsers.get(role.split('@')[0] ?? '')
    const claims = { user: {}, resources: [{ type: 'dashboard' as const, id: uuid }], rls_rules: [] }
    const { keys, now } = server.services
    const guest = role === 'guest' ? { 'x-guesttoken': await issueGuestToken(keys.for('guests'), claims, now()) } : {}
    const form = request.form && {
      method: 'POST' as const,
      payload: new URLSearchParams({ form_data: JSON.stringify(request.form.form_data) }).toString(),
    }
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const asked = { url, ...form, headers: { ...accept, ...type, ...guest } }
    const answer = await (browser ? browser.inject(asked) : server.app.inject(asked))
    expect(answer.statusCode).toBe(status)
    if (status === 302) {
      const path = (address = '') =>
        decodeURIComponent(address).replaceAll(/https?:\/\/(localhost|127\.0\.0\.1):\d+/g, '')
      expect(path(String(answer.headers.location))).toBe(path(headers['location']))
    }
    if (!bootstrap) return
    const ours = bootstrapOf(answer.body)
    expect(answer.body).toContain('id="csrf_token"')
    expect(Object.keys(bootstrap).filter((key) => !(key in ours))).toEqual([])
    expect(Object.keys(bootstrap['user'] ?? {}).toSorted()).toEqual(
      Object.keys(bootstrap['user'] ? (ours['user'] ?? {}) : {}).toSorted(),
    )
    const { common } = recording<{ common: { menu_data: { menu: MenuItem[] } } }>('bootstrap', 'common.json')
    const { different } = bootstrap.common
    const here = ours['common'] as typeof common & Record<string, unknown>
    expect(Object.keys(common).filter((key) => !(key in here))).toEqual([])
    const menu = (different['menu_data.menu'] as MenuItem[] | undefined) ?? common.menu_data.menu
    expect(namesOf(here.menu_data.menu).toSorted()).toEqual(namesOf(menu).toSorted())
  })
})
