import type { LightMyRequestResponse } from 'fastify'
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { TestApp } from '../../src/server/testing/app.ts'
import { recording } from '../../src/server/testing/shared.ts'
import { differences } from './compareRecording.ts'
import type { Exception } from './decisions.ts'
import { sentFile } from './files.ts'
import { bodyOf, isZip, nextId, type Recording, replayer } from './replay.ts'

/** Tables in which calls create rows whose ids later calls use. */
const tables: Record<string, string> = {
  annotation: 'annotations',
  annotation_layer: 'annotation_layers',
  chart: 'charts',
  dashboard: 'dashboards',
  dataset: 'datasets',
  database: 'databases',
  css_template: 'css_templates',
  filtersets: 'filter_sets',
  report: 'report_schedules',
  saved_query: 'saved_queries',
  sqllab: 'queries',
}

/** Creates an object with the body of a recorded POST. */
export async function createWithId(server: TestApp, folder: string, name: string, id: number): Promise<void> {
  if (tables[folder]) await nextId(server, tables[folder], id)
  const response = await replayer(server)(recording<Recording>('calls', folder, `${name}.json`))
  expect(response.json(), response.body.slice(0, 500)).toMatchObject({ id })
}

/** Fields whose values differ in every run. In responses of SQL Lab, `query` is the history entry and is compared. */
const varyingIn = (folder: string) => ['cache_key', 'from_dttm', 'to_dttm', ...(folder === 'sqllab' ? [] : ['query'])]

/**
 * Replays calls that depend on each other: created rows get the recorded ids, and a key in a response replaces `<key>`
 * in later calls. `address` adapts the recorded addresses before a call is sent.
 */
export function storyTeller(server: TestApp, address: (text: string) => string = (text) => text) {
  const replay = replayer(server)
  let key = ''
  let resultsKey = ''
  let embedded = ''
  const named = <T>(value: T): T => {
    const text = JSON.stringify(value)
      .replaceAll('<key>', key)
      .replaceAll('<results_key>', resultsKey)
      .replaceAll('<embedded-uuid>', embedded)
    return JSON.parse(address(text)) as T
  }

  return async (folder: string, name: string, decision: Exception | undefined): Promise<void> => {
    const recorded = recording<Recording>('calls', folder, `${name}.json`)
    const { request, status, answer, headers } = recorded
    const made = status === 201 ? idOf(answer) : folder === 'sqllab' ? idOf(answer, 'query_id') : undefined
    if (made !== undefined && tables[folder]) await nextId(server, tables[folder], made)
    const file = request.files && (await sentFile(folder, name))
    const response = await withFlags(server, decision?.flags, () =>
      replay({ ...recorded, request: named(request) }, { ...(file && { file }), ...bodyIn(decision), embedded }),
    )
    const given = bodyOf(response)
    key = keyOf(given) ?? key
    embedded = textOf(field(given, 'result'), 'uuid') ?? embedded
    resultsKey = textOf(field(given, 'query'), 'resultsKey') ?? resultsKey
    expect(response.statusCode, response.body.slice(0, 500)).toBe(decision?.status ?? status)
    const everywhere = varyingIn(folder)
    if (decision?.status !== undefined && decision.status !== status && decision.ignore === undefined) return
    if (decision?.ignore === 'all') return
    const location = decision?.location ?? headers['location']
    if (location) expect(placeOf(response)).toBe(decodeURIComponent(named(withoutHost(location))))
    if (isPage(answer)) return
    const type = decision?.type ?? headers['content-type']
    if (type && (decision?.status ?? status) === status) expect(response.headers['content-type']).toBe(type)
    if (isZip(answer)) return expect(entriesOf(response)).toEqual(answer.zip_entries.map(withoutStamp).sort())
    const ignored = [...everywhere, ...(decision?.ignore ?? [])]
    const tidy = (value: unknown) => (decision?.unordered ? sorted(value, ignored) : value)
    const expected = decision?.answer ?? named(answer)
    expect(differences(tidy(expected), tidy(given), '', ignored).slice(0, 12)).toEqual([])
  }
}

/** Sends a call while feature flags are set. */
async function withFlags<T>(
  { services: { db, flags } }: TestApp,
  values: Record<string, boolean> | undefined,
  send: () => Promise<T>,
): Promise<T> {
  if (!values) return send()
  const store = (changes: Record<string, boolean | null>) =>
    db.transaction().execute((trx) => flags.store(trx, changes))
  await store(values)
  try {
    return await send()
  } finally {
    await store(Object.fromEntries(Object.keys(values).map((name) => [name, null])))
  }
}

const bodyIn = (decision: Exception | undefined) => (decision?.body === undefined ? {} : { body: decision.body })
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

function idOf(answer: unknown, name = 'id'): number | undefined {
  const id = field(answer, name)
  return typeof id === 'number' ? id : undefined
}

function textOf(answer: unknown, name: string): string | undefined {
  const text = field(answer, name)
  return typeof text === 'string' ? text : undefined
}
const keyOf = (answer: unknown) => textOf(answer, 'key')

const isPage = (answer: unknown) => field(answer, 'html') === true

const withoutHost = (location: string) => location.replaceAll('http://localhost:8088', '')
const placeOf = (response: LightMyRequestResponse) =>
  decodeURIComponent(String(response.headers.location).replaceAll('http://127.0.0.1:8088', ''))

const withoutStamp = (entry: string) => entry.slice(entry.indexOf('/') + 1)
const entriesOf = (response: LightMyRequestResponse) =>
  Object.keys(unzipSync(new Uint8Array(response.rawPayload)))
    .map(withoutStamp)
    .sort()

/** Sorts every list by its items without the ignored fields, and all lines of a file except the first one. */
function sorted(value: unknown, ignored: readonly string[]): unknown {
  if (typeof value === 'string' && value.includes('\n')) {
    const [head, ...lines] = value.split('\n')
    return [head, ...lines.sort()].join('\n')
  }
  if (Array.isArray(value)) {
    const text = (item: unknown) =>
      JSON.stringify(item, (name, inner: unknown) =>
        ignored.includes(name) || /^(uuid|changed_on|created_on)/.test(name) ? undefined : inner,
      )
    return value.map((item) => sorted(item, ignored)).sort((a, b) => (text(a) < text(b) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner, ignored)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
