import { describe, expect, it } from 'vitest'
import { parseDatasource } from './buildQueryContext.ts'
import { charts } from './index.ts'
import type { ChartDatasource } from './shared/contract.ts'
import { contextOfSaved, exploreSaved } from './testing/parts.ts'
import { hasRecordings, readRecordings } from './testing/recordings.ts'

const datasource: ChartDatasource = {
  verboseMap: {},
  columnFormats: {},
  currencyFormats: {},
  columnTypes: {},
  mainDttmCol: null,
}

const own = new Set(charts.map((chart) => chart.type))
// requests of the retired endpoint are compared by the tests of their types
const recordings = readRecordings().filter(
  (recording) => own.has(recording.viz_type) && recording.request.body.queries !== undefined,
)

describe.skipIf(!hasRecordings)('recorded charts (needs ../shared/reference/recordings)', () => {
  it('cover the recorded types', () => {
    expect(recordings.length).toBeGreaterThan(35)
    expect(recordings.filter((recording) => recording.opened.startsWith('explore')).length).toBeGreaterThan(4)
  })

  it.each(recordings.map((recording) => [recording.name, recording] as const))(
    '%s sends the same query',
    (_name, recording) => {
      const saved = { ...recording.form_data, datasource: recording.request.body.form_data?.datasource }
      // explore opens /explore/?slice_id=…, and its parameter becomes a URL parameter
      const formData = recording.opened.startsWith('explore')
        ? { ...exploreSaved(saved, datasource), url_params: recording.request.body.queries[0]?.url_params }
        : saved
      const context = contextOfSaved({ formData, datasource })
      expect(context?.queries).toEqual(recording.request.body.queries)
      expect(context?.datasource).toEqual(recording.request.body.datasource)
      expect(context?.result_type).toBe(recording.request.body.result_type)
    },
  )
})

describe('parseDatasource', () => {
  it.each([
    ['7__table', { id: 7, type: 'table' }],
    ['7__query', { id: 7, type: 'query' }],
    ['7__dataset', { id: 7, type: 'table' }],
  ])('reads %s', (text, expected) => expect(parseDatasource(text)).toEqual(expected))
})
