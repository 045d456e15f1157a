import { describe, expect, it } from 'vitest'
import { metadataComplaints, normalSlug } from '../dashboard/dashboard.ts'
import { saveMetadata } from './dashboardSave.ts'

const uuids = new Map([
  [56, 'fb05dca0'],
  [57, 'ab'],
])
const positions = {
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  'CHART-1': { type: 'CHART', id: 'CHART-1', meta: { width: 4, chartId: 56 } },
  'CHART-2': { type: 'CHART', id: 'CHART-2', meta: { chartId: 999 } },
}
const always = {
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
  timed_refresh_immune_slices: [],
}
const metadataOf = (request: Record<string, unknown>) =>
  JSON.parse(saveMetadata(request, uuids).json_metadata) as Record<string, unknown>

describe('saveMetadata', () => {
  it('extracts the layout, sorted and with uuids, and its charts', () => {
    expect(saveMetadata({ positions }, uuids)).toEqual({
      json_metadata: JSON.stringify({ default_filters: '{}', ...always }),
      position_json:
        '{"CHART-1":{"id":"CHART-1","meta":{"chartId":56,"uuid":"fb05dca0","width":4},"type":"CHART"},' +
        '"CHART-2":{"id":"CHART-2","meta":{"chartId":999},"type":"CHART"},' +
        '"ROOT_ID":{"children":["GRID_ID"],"id":"ROOT_ID","type":"ROOT"}}',
      chartIds: [56],
    })
  })

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{}, always],
    [
      { cross_filters_enabled: false, refresh_frequency: 30 },
      { ...always, cross_filters_enabled: false, refresh_frequency: 30 },
    ],
    [{ expanded_slices: null, color_namespace: null }, always],
    [
      { color_namespace: 'x', timed_refresh_immune_slices: [1] },
      { ...always, color_namespace: 'x', timed_refresh_immune_slices: [1] },
    ],
    [{ filter_scopes: { '56': {} } }, always],
    [
      { positions, filter_scopes: { '56': { a: {} }, '1': {} } },
      { ...always, default_filters: '{}', filter_scopes: { '56': { a: {} } } },
    ],
    [
      { positions, default_filters: '{"1":{"a":"b"},"56":{"a":"c"}}' },
      { ...always, default_filters: '{"56":{"a":"c"}}' },
    ],
    [{ default_filters: '{"1":{}}' }, { ...always, default_filters: '{"1":{}}' }],
    [
      { native_filter_configuration: [{ id: 'F' }], filter_bar_orientation: 'HORIZONTAL' },
      { ...always, native_filter_configuration: [{ id: 'F' }], filter_bar_orientation: 'HORIZONTAL' },
    ],
  ])('%j is stored as %j', (request, stored) => expect(metadataOf(request)).toEqual(stored))
})

describe('metadataComplaints', () => {
  it.each<[string | null, unknown]>([
    [null, undefined],
    ['', undefined],
    ['{}', undefined],
    ['{"show_native_filters": true, "positions": {}}', undefined],
    ['{bad', ['JSON not valid']],
    ['{"nonsense": 1}', [{ nonsense: ['Unknown field.'] }]],
    ['{"refresh_frequency": "x"}', [{ refresh_frequency: ['Not a valid integer.'] }]],
    ['[]', [{ _schema: ['Invalid input type.'] }]],
  ])('%s', (text, complaints) => expect(metadataComplaints(text)).toEqual(complaints))
})

it.each([
  ['recorded one', 'recorded-one'],
  [' Ümläut/äh? ', 'Ümläutäh'],
  ['', null],
  [null, null],
  ['a_b-c', 'a_b-c'],
])('normalSlug(%j)', (slug, expected) => expect(normalSlug(slug)).toBe(expected))
