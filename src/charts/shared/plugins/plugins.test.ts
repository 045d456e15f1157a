import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pluginReducer } from '../../../model/chart/pluginTypes.ts'
import { addCharts, findChart } from '../../index.ts'
import { loadControls, loadQuery } from '../../parts.ts'
import { withExtraFormData } from '../query/filters.ts'
import { loadPlugin, readPlugin } from './loadPlugin.ts'
import type { PluginChart } from './pluginChart.ts'

const controls = [
  {
    label: 'Query',
    tab: 'data' as const,
    controls: [{ name: 'most', kind: 'number', label: 'Maximum', default: 10, query: true }],
  },
]
const dial: PluginChart = { controls, buildQuery: () => [{ metrics: ['count'] }], draw: () => undefined }

describe('the script of a plugin', () => {
  it('exports a chart type', () => expect(readPlugin(dial, '/plugins/dial.js')).toBe(dial))

  it.each([
    [undefined, 'exports no object with the name chart'],
    [{ ...dial, draw: undefined }, 'has no function chart.draw'],
    [{ ...dial, buildQuery: 'SELECT 1' }, 'has no function chart.buildQuery'],
    [{ ...dial, controls: {} }, 'has no valid list chart.controls'],
    [{ ...dial, controls: [{ label: 'Query', tab: 'other', controls: [] }] }, 'has no valid list chart.controls'],
    [{ ...dial, controls: [{ label: 'Q', tab: 'data', controls: [{ name: 1 }] }] }, 'has no valid list chart.controls'],
  ])('%# is rejected with a reason', (chart, reason) => {
    expect(() => readPlugin(chart, '/plugins/dial.js')).toThrow(`The plugin /plugins/dial.js ${reason}.`)
  })

  it('is loaded from this site only', async () => {
    vi.stubGlobal('location', new URL('https://own.example/explore/'))
    for (const address of ['https://other.example/dial.js', '//other.example/dial.js', 'data:text/javascript,1'])
      await expect(loadPlugin(address)).rejects.toThrow('is not on this site')
    vi.unstubAllGlobals()
  })

  it('is a type with its parts, once it is registered', async () => {
    const home = mkdtempSync(join(tmpdir(), 'plugin-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const folder = join(home, 'dial.mjs')
    writeFileSync(
      folder,
      `export const chart = { controls: ${JSON.stringify(controls)}, buildQuery: () => [{}], draw() {} }`,
    )
    // the page is a file here, so that it has the same origin as the plugin
    vi.stubGlobal('location', new URL('file:///explore/'))
    const type = {
      ...(findChart('pie') ?? expect.fail('there is no pie')),
      type: 'plugin_dial',
      name: 'Dial',
      folder,
    }
    addCharts([type, { ...type, type: 'pie', name: 'Another pie' }, { ...type, type: 'dist_bar' }])
    expect([findChart('plugin_dial'), findChart('pie')?.name, findChart('dist_bar')?.type]).toEqual([
      type,
      'Pie Chart',
      'echarts_timeseries_bar',
    ])
    expect(await loadControls(folder)).toEqual(controls)
    const query = await loadQuery(folder)
    expect(query.formData.parse({ kept: 1 })).toEqual({ most: 10, kept: 1 })
    expect(query.formData.parse({ most: 3 })).toEqual({ most: 3 })
    expect(query.buildQuery({ formData: {}, datasource: {} as never })).toEqual([{}])
    vi.unstubAllGlobals()
  })
})

it('each plugin begins to load and completes, with or without an error', () => {
  const listed = pluginReducer([], { type: 'listed', keys: ['dial', 'clock'] })
  const begun = pluginReducer(pluginReducer(listed, { type: 'begin', key: 'dial' }), { type: 'begin', key: 'clock' })
  expect(begun.map(({ isLoading }) => isLoading)).toEqual([true, true])
  const done = pluginReducer(begun, { type: 'complete', key: 'dial' })
  const failed = pluginReducer(done, { type: 'complete', key: 'clock', error: 'gone' })
  expect(failed).toEqual([
    { key: 'dial', isLoading: false },
    { key: 'clock', isLoading: false, error: 'gone' },
  ])
  expect(pluginReducer(failed, { type: 'listed', keys: ['clock'] })).toEqual([failed[1]])
  expect(pluginReducer(failed, { type: 'begin', key: 'clock' })[1]).toEqual({ key: 'clock', isLoading: true })
})

it('a saved query gets the output of dashboard filters', () => {
  const query = { metrics: ['count'], filters: [{ col: 'a', op: '==', val: 1 }], extras: { where: '(b > 1)' } }
  const filters = [{ col: 'c', op: 'IN', val: [1] }]
  expect(withExtraFormData(query, {})).toEqual(query)
  expect(withExtraFormData(query, { filters, time_range: 'Last week' })).toEqual({
    ...query,
    filters: [...query.filters, ...filters],
    time_range: 'Last week',
  })
  const adhoc_filters = [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'd < 2' }]
  expect(withExtraFormData(query, { adhoc_filters }).extras).toEqual({ where: '((b > 1)) AND (d < 2)', having: '' })
})
