import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, passwordOf, type TestApp } from '../../src/server/testing/app.ts'
import { csrfOf } from '../../src/server/testing/csrfOf.ts'
import { multipartForm } from '../../src/server/testing/multipart.ts'
import { hasShared, sharedFolder } from '../../src/server/testing/shared.ts'
import { loadRecordedTables, startRecordedSite } from './recordedSite.ts'
import { nextId } from './replay.ts'
import { bodyOfCall, type Call, otherStatus, type State } from './trafficBodies.ts'

const folder = join(sharedFolder, 'reference/recordings/traffic')
const stories = hasShared
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => basename(file, '.json'))
  : []

/** Tables in which calls create rows, with the recorded id. */
const created: [pattern: RegExp, table: string, id: number][] = [
  [/^\/superset\/copy_dash\//, 'dashboards', 16],
  [/^\/api\/v1\/dashboard\/$/, 'dashboards', 17],
  [/^\/tabstateview\/$/, 'tab_states', 2],
]

interface Story {
  steps: { step: string; calls: Call[] }[]
}

const storyOf = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Story

/** A browser without a session, which opens pages and sends the sign-in form. */
function visitorOf({ app }: TestApp) {
  const cookies: Record<string, string> = {}
  let csrf = ''
  const keep = (response: LightMyRequestResponse) => {
    for (const { name, value } of response.cookies) cookies[name] = value
    return response
  }
  return {
    async open(url: string) {
      const response = keep(await app.inject({ url, cookies }))
      if (response.body.includes('csrf_token')) csrf = csrfOf(response.body)
      return response
    },
    async signIn(url: string) {
      // the fields that a browser sends from this form
      const payload = new URLSearchParams({
        username: 'admin',
        password: passwordOf('admin'),
        csrf_token: csrf,
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return keep(await app.inject({ method: 'POST', url, cookies, payload, headers }))
    },
  }
}

/** The calls of the original's own pages, step by step, with bodies that have the recorded fields. */
describe.skipIf(!hasShared)('the calls of the pages of the original (needs ../shared)', () => {
  let server: TestApp
  let browser: Browser
  let state: State
  beforeAll(async () => {
    server = await startRecordedSite()
    await loadRecordedTables(server)
    browser = await server.browser('admin')
    const read = async (url: string) => (await browser.inject({ url })).json<Record<string, unknown>>()
    state = { keys: new Map(), calls: 0, read }
  }, 120_000)
  afterAll(() => server?.close())

  async function send(call: Call) {
    const { method, path } = call
    const key = state.keys.get(path.replace(/\/<key>.*/, '')) ?? 'unknown'
    const url = path.replaceAll('<key>', key)
    if (method === 'GET') return browser.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' } })
    const made = created.find(([pattern]) => pattern.test(path))
    if (made && method === 'POST') await nextId(server, made[1], made[2])
    const body = await bodyOfCall(call, state)
    state.calls += 1
    const options: InjectOptions = { method, url }
    if (body === undefined) return browser.inject(options)
    if ('json' in body) return browser.inject({ ...options, payload: body.json as object })
    const form = await multipartForm({ ...body.form, csrf_token: browser.csrf }, {})
    return browser.inject({ ...options, payload: form.payload, headers: form.headers })
  }

  it('login', async () => {
    const visitor = visitorOf(server)
    for (const { step, calls } of storyOf('login').steps) {
      for (const { method, path, status } of calls) {
        const { statusCode } = await (method === 'POST' ? visitor.signIn(path) : visitor.open(path))
        expect([step, path, statusCode]).toEqual([step, path, status])
      }
    }
  })

  it.each(stories.filter((name) => name !== 'login'))(
    '%s',
    async (name) => {
      const { steps } = storyOf(name)
      const wrong: string[] = []
      for (const { step, calls } of steps) {
        for (const call of calls) {
          const response = await send(call)
          remember(call, response.body, response.statusCode)
          const wanted = otherStatus(call) ?? call.status
          // null: the page was left before the response
          if (wanted !== null && response.statusCode !== wanted)
            wrong.push(
              `${step}: ${call.method} ${call.path} ${response.statusCode} ${wanted} ${response.body.slice(0, 200)}`,
            )
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  /** Stores the keys in a response that later calls of the story use. */
  function remember({ method, path }: Call, body: string, status: number): void {
    if (method !== 'POST' || status >= 300 || !body.startsWith('{')) return
    const { key } = JSON.parse(body) as { key?: string }
    const place = path.replace(/\?.*/, '').replace(/\/$/, '')
    if (key !== undefined) state.keys.set(place, key)
  }
})
