import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences } from '../../../../conformance/recordings/compareRecording.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { hasShared, recording, sharedFolder } from '../../testing/shared.ts'

interface Recording {
  role: string
  request: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object }
  status: number
  answer: unknown
}

interface Exception {
  ignore: string[]
  why: string
}

let test: TestApp
beforeAll(async () => {
  test = await startApp({ SEXTANT_EXAMPLES: 'false' })
  await test.addUser('alpha', ['Alpha'])
  await test.addUser('gamma', ['Gamma'])
})
afterAll(() => test.close())

async function call({ role, request: { method, path, body } }: Pick<Recording, 'role' | 'request'>) {
  const headers = { authorization: `Bearer ${await test.token(role)}` }
  return test.app.inject({ method, url: path, headers, payload: body })
}

/** In this order, because some calls need the objects of earlier ones. */
const layers = [
  'list-default',
  'info-admin',
  'info-alpha',
  'info-gamma',
  'create-gamma',
  'create-missing-name',
  'create-unknown-field',
  'create-ok',
  'create-duplicate',
  'list-one',
  'list-filter',
  'item',
  'item-missing',
  'update-ok',
  'update-missing',
  'update-descr-null',
  'related-created_by',
  'info-permissions',
  'bulk-delete-missing',
]
const annotations = [
  'create-ok',
  'create-duplicate',
  'create-end-before-start',
  'create-bad-date',
  'create-bad-json',
  'create-missing-fields',
  'create-missing-layer',
  'list',
  'list-filter',
  'list-missing-layer',
  'item',
  'item-missing',
  'update-ok',
  'update-end-before-start',
  'info',
]
/** Calls that run after the annotations were created. */
const later: [folder: string, name: string][] = [
  ['annotation_layer', 'delete-with-annotations'],
  ['annotation', 'bulk-delete'],
  ['annotation', 'delete-missing'],
  ['annotation_layer', 'delete-ok'],
  ['annotation_layer', 'delete-missing'],
  ['annotation_layer', 'bulk-delete-one'],
]
/** Fields whose values differ from the recording: names of users, and descriptions of fields. */
const ofOthers = ['first_name', 'last_name', 'description']
const ofAnnotations: Exception = {
  ignore: ['add_title', 'edit_title', 'filters'],
  why: 'the original describes annotations where it should describe layers',
}
const exceptions: Record<string, Exception> = {
  'annotation_layer/info-admin': ofAnnotations,
  'annotation_layer/info-alpha': ofAnnotations,
  'annotation_layer/related-created_by': { ignore: ['count', 'result'], why: 'its users are those of the recorder' },
}

async function expectAsRecorded(folder: string, name: string): Promise<void> {
  const recorded = recording<Recording>('calls', folder, `${name}.json`)
  const ignored = exceptions[`${folder}/${name}`]?.ignore ?? []
  const response = await call(recorded)
  expect(response.statusCode, response.body).toBe(recorded.status)
  expect(differences(recorded.answer, response.json(), '', [...ofOthers, ...ignored])).toEqual([])
}

describe.skipIf(!hasShared)('the recorded calls', () => {
  it('are all sent', () => {
    const made = { annotation_layer: layers, annotation: annotations }
    for (const [folder, names] of Object.entries(made)) {
      const recorded = readdirSync(join(sharedFolder, 'reference/recordings/calls', folder))
      const known = [...names, ...later.flatMap(([of, name]) => (of === folder ? [name] : []))]
      expect(recorded.map((file) => file.replace('.json', '')).toSorted()).toEqual(known.toSorted())
    }
  })

  it('have the same responses', async () => {
    // the first layer was deleted before the recording
    await call({ role: 'admin', request: { method: 'POST', path: '/api/v1/annotation_layer/', body: { name: 'a' } } })
    await call({ role: 'admin', request: { method: 'DELETE', path: '/api/v1/annotation_layer/1' } })
    for (const name of layers) await expectAsRecorded('annotation_layer', name)
    for (const name of annotations) await expectAsRecorded('annotation', name)
    // the recorder created a third layer without recording it
    await call({ role: 'admin', request: { method: 'POST', path: '/api/v1/annotation_layer/', body: { name: 'c' } } })
    for (const [folder, name] of later) await expectAsRecorded(folder, name)
  })
})

describe('annotations', () => {
  it('belong to one layer only', async () => {
    const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      call({ role: 'alpha', request: { method, path: `/api/v1/annotation_layer/${path}`, body } })
    const [first, second] = [
      (await send('POST', '', { name: 'one' })).json().id,
      (await send('POST', '', { name: 'two' })).json().id,
    ]
    const event = { short_descr: 'e', start_dttm: '2020-01-01T02:00:00+02:00', end_dttm: '2020-01-01' }
    const { id } = (await send('POST', `${first}/annotation/`, event)).json()
    expect((await send('GET', `${first}/annotation/${id}`)).json().result.start_dttm).toBe('2020-01-01T00:00:00')
    for (const [method, body] of [['GET'], ['PUT', { short_descr: 'x' }], ['DELETE']] as const) {
      expect((await send(method, `${second}/annotation/${id}`, body)).statusCode).toBe(404)
    }
    expect((await send('PUT', `${first}/annotation/${id}`, { long_descr: 'more' })).statusCode).toBe(200)
    expect((await send('DELETE', `${first}/annotation/${id}`)).json()).toEqual({ message: 'OK' })
    expect((await send('DELETE', `?q=!(${first},${second})`)).json().message).toBe('Deleted 2 annotation layers')
  })
})
