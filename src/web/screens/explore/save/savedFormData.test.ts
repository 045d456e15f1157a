import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toExploreFormData } from '../../../../charts/exploreFormData.ts'
import { isSupported } from '../../../../charts/index.ts'
import type { ChartDatasource } from '../../../../charts/shared/defineChart.ts'
import { savedFormData } from './savedFormData.ts'

const root = join(import.meta.dirname, '../../../../..')
const datasource: ChartDatasource = {
  verboseMap: {},
  columnFormats: {},
  currencyFormats: {},
  columnTypes: {},
  mainDttmCol: null,
}

interface SavedChart {
  name: string
  params: Record<string, unknown>
}

function chartsBelow(folder: string): SavedChart[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /charts\/[^/]+\.yaml$/.test(path))
    .flatMap((path) => {
      const chart = parse(readFileSync(join(folder, path), 'utf8')) as { params?: unknown; viz_type?: string }
      const params = chart.params as Record<string, unknown> | undefined
      if (typeof params !== 'object' || params === null || !isSupported(String(chart.viz_type))) return []
      return [{ name: path, params: { ...params, viz_type: chart.viz_type, datasource: '1__table' } }]
    })
}

const charts = chartsBelow(join(root, 'examples'))

/** Where a chart was opened says nothing about it. */
const circumstances = new Set(['slice_id', 'url_params'])

describe('saving an unchanged chart', () => {
  it('finds charts to save', () => expect(charts.length).toBeGreaterThan(50))

  it.each(charts)('$name keeps everything it was saved with', ({ params }) => {
    const opened = toExploreFormData(params, datasource) ?? {}
    const saved = savedFormData(opened, { saved: params, opened })
    const kept = Object.fromEntries(Object.entries(params).filter(([key]) => !circumstances.has(key)))
    expect(saved).toMatchObject(kept)
  })
})

it('takes away what was taken away', () => {
  const params = { viz_type: 'pie', datasource: '1__table', color_scheme: 'bnbColors', of_another_program: 1 }
  const opened = toExploreFormData(params, datasource) ?? {}
  const { color_scheme: _cleared, ...form } = opened
  const saved = savedFormData(form, { saved: params, opened })
  expect(saved).not.toHaveProperty('color_scheme')
  expect(saved).toMatchObject({ of_another_program: 1 })
})

it('saves the filter that legacy time keys became, not the keys', () => {
  const params = {
    viz_type: 'pie',
    datasource: '1__table',
    granularity_sqla: 'ds',
    time_range: 'Last week',
    adhoc_filters: [],
  }
  const opened = toExploreFormData(params, datasource) ?? {}
  const saved = savedFormData(opened, { saved: params, opened })
  expect(saved).not.toHaveProperty('granularity_sqla')
  expect(saved).not.toHaveProperty('time_range')
  expect(saved['adhoc_filters']).toMatchObject([{ subject: 'ds', comparator: 'Last week' }])
})
