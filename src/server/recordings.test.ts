import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from './testing/app.ts'
import { differences } from './testing/compareRecording.ts'
import { startRecordedSite } from './testing/recordedSite.ts'
import { hasShared, recording } from './testing/shared.ts'

interface Recording {
  role: string
  request: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown; form?: Record<string, string> }
  status: number
  answer: unknown
}

/** Fields to leave out for one recording, with the reason. */
type Exception = { ignore?: string[]; status?: number; why: string }

let server: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  if (!hasShared) return
  server = await startRecordedSite()
})
afterAll(() => server?.close())

async function replay({ role, request }: Recording) {
  const user = role.replace('@session', '')
  if (user !== 'anonymous' && !tokens.has(user)) {
    if (user === 'gamma_no_data') await server.addUser(user, ['Gamma'])
    tokens.set(user, await server.token(user))
  }
  const authorization = tokens.get(user)
  const isForm = request.form !== undefined
  return server.app.inject({
    method: request.method,
    url: request.path,
    headers: {
      ...(authorization ? { authorization: `Bearer ${authorization}` } : {}),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      accept: 'application/json',
    },
    payload: isForm ? new URLSearchParams(request.form).toString() : (request.body as object | undefined),
  })
}

const rison = { ignore: ['message'], why: 'the rest of a violation is the text of a JSON schema library' }
const withoutDefect = (status: number): Exception => ({
  status,
  ignore: ['message', 'error', 'errors'],
  why: 'the original fails with 500',
})
const infoFields: Exception = {
  ignore: ['description', 'validate', 'permissions', 'filters'],
  why: 'texts of the original; later filters',
}
const hidden: Exception = { status: 404, ignore: ['message', 'errors'], why: 'what may not be seen is missing' }
const noSettings: Exception = { ignore: ['extra'], why: 'the embedded database has no settings' }
const owners: Exception = { ignore: ['owners'], why: 'a missing field changes nothing here' }
const sliceId: Exception = { ignore: ['slice_id'], why: 'ids of the exporting site are replaced in form data, too' }
const scopes: Exception = {
  ignore: ['chartsInScope', 'chart_configuration', 'certified_by', 'certification_details'],
  why: 'the ids in them are replaced here; 2.1 does not import certification',
}
const anyOrder = (...ignore: string[]): Exception => ({ ignore, why: 'equal rows, any order is right' })
const fieldMap: Exception = { ignore: ['message'], why: 'a field map here' }
const qualified: Exception = { ignore: ['datasource'], why: 'the name has the schema on one of the two' }

/** Recordings in the order in which they were made, as far as one builds on the other; reading comes first. */
const table: [folder: string, names: (string | [string, Exception])[]][] = [
  [
    'chart',
    [
      'related-owners',
      'related-owners-filter',
      'related-owners-filter-username',
      'related-owners-gamma',
      'related-owners-include-ids',
      'related-owners-include-ids-page',
      'related-owners-page',
      'related-unknown-column',
      ['related-bad-q', rison],
      ['list-default', sliceId],
      ['list-alpha', sliceId],
      'list-anonymous',
      ['list-gamma', sliceId],
      'list-bad-rison',
      'list-columns',
      ['list-columns-empty', sliceId],
      'list-columns-unknown',
      ['list-keys', sliceId],
      ['list-keys-none', sliceId],
      ['list-page-2', sliceId],
      'list-page-past-end',
      'list-page-size-0',
      'list-page-size-200',
      'list-page-size-minus-1',
      'list-q-json',
      'list-q-unknown-key',
      ['list-select-columns', sliceId],
      'list-order-desc',
      'list-order-id-not-allowed',
      'list-order-unknown',
      ['list-order-bad-direction', rison],
      'list-filter-all-text',
      'list-filter-created-by-me',
      'list-filter-ct',
      'list-filter-ct-lower',
      'list-filter-eq',
      'list-filter-ew',
      'list-filter-gt',
      'list-filter-lt',
      'list-filter-has-created-by',
      'list-filter-is-certified',
      'list-filter-is-favorite',
      'list-filter-is-not-favorite',
      'list-filter-like-wildcard',
      ['list-filter-missing-value', rison],
      'list-filter-nct',
      'list-filter-neq',
      'list-filter-rel-m-m',
      'list-filter-rel-m-m-dashboards',
      'list-filter-rel-o-m',
      'list-filter-rel-o-m-created-by',
      'list-filter-sw',
      'list-filter-two',
      'list-filter-unknown-column',
      ['list-filter-unknown-operator', sliceId],
      ['list-filter-wrong-type', sliceId],
      'item-admin',
      'item-alpha',
      'item-gamma',
      'item-columns',
      'item-keys-none',
      'item-missing',
      'item-not-a-number',
      ['info-admin', infoFields],
      ['info-gamma', infoFields],
      'info-anonymous',
      'info-keys-none',
      ['info-keys-bad', rison],
      'info-permissions',
    ],
  ],
  [
    'dashboard',
    [
      'related-owners',
      ['list-default', scopes],
      ['list-alpha', scopes],
      ['list-gamma', scopes],
      'list-filter-certified',
      'list-filter-created-by-me',
      'list-filter-favorite',
      'list-filter-owners',
      'list-filter-published',
      'list-filter-slug-eq',
      'list-filter-title-or-slug',
      'list-order-changed-by',
      'item-admin',
      'item-alpha',
      'item-gamma',
      'item-slug',
      'item-anonymous',
      'item-missing',
      'item-not-a-number',
      'item-unpublished-gamma',
      'charts-births',
      'charts-slug',
      'charts-covid',
      'charts-wb',
      'charts-gamma',
      'charts-missing',
      'datasets-births',
      ['datasets-covid', { ignore: ['columns', 'verbose_map'], why: 'the columns of native filters come along here' }],
      'datasets-missing',
      ['info-admin', infoFields],
      ['info-gamma', infoFields],
      'info-permissions',
      'favorite-status-missing',
      ['favorite-status-bad-q', rison],
      ['favorite-status-no-q', rison],
      'embedded-by-uuid-missing',
      'create-bad-metadata',
      'create-bad-position',
      'create-duplicate-slug',
      'create-empty-slug',
      'create-long-title',
      'create-unknown-field',
      'create-unknown-owner',
      'create-unknown-role',
      'export-missing',
      ['export-bad-q', rison],
    ],
  ],
  [
    'dataset',
    [
      ['related-owners', anyOrder('result')],
      'list-default',
      'list-alpha',
      'list-gamma',
      'list-filter-certified',
      'list-filter-database',
      'list-filter-physical',
      'list-filter-virtual',
      'list-filter-schema',
      'list-order-database',
      'item-admin',
      'item-alpha',
      'item-gamma',
      'item-columns',
      'item-missing',
      'item-not-a-number',
      ['info-admin', infoFields],
      ['info-gamma', infoFields],
      'info-permissions',
      'related-database',
      'related-database-filter',
      'distinct-schema',
      'distinct-schema-filter',
      'distinct-nope',
      'related-objects',
      'related-objects-missing',
      'create-duplicate',
      'create-gamma',
      'create-missing-table',
      'create-unknown-database',
      'create-unknown-field',
      'create-unknown-table',
      'refresh-forbidden',
      'refresh-missing',
      'refresh-not-owner',
      'update-missing',
      ['delete-missing', { status: 404, why: 'dataset 7 was made by the recorder' }],
      'export-missing',
    ],
  ],
  [
    'database',
    [
      ['list-default', noSettings],
      ['item-admin', noSettings],
      'item-missing',
      'item-not-a-number',
      'info-permissions',
      'schemas-missing',
      ['tables-missing-schema', rison],
      'tables-unknown-schema',
      'function-names',
      ['select-star-gamma', fieldMap],
      'select-star-unknown',
      'table-extra-gamma',
      'table-metadata-gamma',
      'table-metadata-unknown',
      ['related-objects', anyOrder('result')],
      'related-objects-missing',
    ],
  ],
  ['cachekey', ['invalidate', 'invalidate-bad', 'invalidate-gamma']],
  [
    'explore',
    [
      ['slice', qualified],
      'datasource',
      'missing-dataset',
      'missing-slice',
      'nothing',
      ['unknown-form-data-key', qualified],
      'unknown-form-data-key-dataset',
      'unknown-permalink',
      'datasource-query',
      ['unknown-type', withoutDefect(400)],
      'anonymous',
    ],
  ],
  [
    'chart',
    [
      'create-bad-params',
      'create-empty',
      'create-empty-name',
      'create-json-list',
      'create-long-name',
      'create-missing-datasource',
      'create-missing-name',
      'create-unknown-dashboard',
      'create-unknown-dataset',
      'create-unknown-datasource-type',
      'create-unknown-field',
      'create-unknown-owner',
      'create-wrong-types',
      ['create-not-json', withoutDefect(400)],
      'create-gamma',
      'create-ok',
      'create-same-name-ok',
      'item-created',
      'update-ok',
      'item-updated',
      'update-owners-absent',
      ['item-owners-absent', owners],
      'update-empty',
      'update-missing',
      'update-not-owner',
      'update-gamma',
      'update-unknown-field',
      ['update-datasource-id-only', withoutDefect(400)],
      'update-query-context-generated',
      'update-query-context',
      'delete-not-owner',
      'bulk-delete-empty',
      ['bulk-delete-bad-q', rison],
      ['bulk-delete-no-q', rison],
      'bulk-delete-one',
      'delete-ok',
      'delete-missing',
    ],
  ],
  [
    'filter_state',
    [
      'post-missing-dashboard',
      'post-no-value',
      'post-not-json',
      ['get-unknown', { ignore: ['message'], why: 'dashboard 11 was made by the recorder' }],
    ],
  ],
  [
    'form_data',
    [
      'post',
      'post-no-chart',
      'post-bad-type',
      'post-missing-fields',
      'post-missing-dataset',
      'post-missing-chart',
      ['post-not-json-text', fieldMap],
      ['post-no-access', hidden],
      'get-unknown',
      'put-unknown',
    ],
  ],
  [
    'permalink',
    [
      'dashboard-post-missing',
      ['dashboard-post-unknown-field', fieldMap],
      ['dashboard-get-unknown', withoutDefect(404)],
      'explore-post-missing-dataset',
      'explore-post-no-form-data',
      ['explore-post-no-datasource', withoutDefect(400)],
      ['explore-get-unknown', withoutDefect(404)],
    ],
  ],
  [
    'log',
    [
      'recent-activity',
      'recent-activity-other-user',
      'recent-activity-actions',
      'list-gamma',
      'item-missing',
      'info-admin',
      'info-permissions',
    ],
  ],
  [
    'legacy',
    [
      'favstar-missing-object',
      'favstar-select-slice',
      'favstar-select-again',
      'favstar-select-dashboard',
      'favstar-count',
      'favstar-unselect-slice',
      'favstar-count-none',
      'favstar-unselect-dashboard',
      'favstar-unknown-action',
      'fetch_datasource_metadata-missing',
      ['fetch_datasource_metadata-no-key', { ignore: ['error'], why: 'says what is missing' }],
      'datasource-get-missing',
      ['datasource-get-unknown-type', withoutDefect(400)],
    ],
  ],
  ['chart', ['item-no-data-access']],
  ['dashboard', ['list-gamma-no-data', 'item-no-data-access', 'charts-gamma-no-data']],
]

const entryOf = (entry: string | [string, Exception]): [string, Exception | undefined] =>
  typeof entry === 'string' ? [entry, undefined] : entry

describe.skipIf(!hasShared)('the recorded calls', () => {
  for (const [folder, names] of table) {
    it.each(names.map(entryOf))(`${folder}/%s`, async (name, exception) => {
      const recorded = recording<Recording>('calls', folder, `${name}.json`)
      const response = await replay(recorded)
      const body = response.headers['content-type']?.toString().includes('json')
        ? response.json<unknown>()
        : response.body
      expect(response.statusCode, response.body.slice(0, 500)).toBe(exception?.status ?? recorded.status)
      expect(differences(recorded.answer, body, '', exception?.ignore).slice(0, 12)).toEqual([])
    })
  }
})
