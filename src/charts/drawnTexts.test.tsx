import { screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import type { ChartData } from '../model/query/chartData.ts'
import { show } from '../web/ui/testing/show.tsx'
import { loadView } from './drawn.ts'
import { answer, drawInput } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'
import { textsOf } from './testing/plot.ts'
import { written } from './testing/written.ts'

/** The texts of types that show rows, compared with the rows. The expected texts are literals, or computed here. */

async function viewOf(saved: Record<string, unknown>, data: ChartData[]) {
  const { chart, formData } = openSaved(saved)!
  const { default: View } = await loadView(chart.folder)
  const input = drawInput(formData, data, { size: { width: 900, height: 600 } })
  return <View {...input} title="A chart" />
}

/** The texts of the cells, by row. */
async function cellsOf(saved: Record<string, unknown>, data: ChartData[]): Promise<string[][]> {
  const html = renderToStaticMarkup(<IntlProvider locale="en">{await viewOf(saved, data)}</IntlProvider>)
  return [...html.matchAll(/<tr\b[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => textsOf(cell).join('')),
  )
}

const dayMs = 86_400_000
const days = [0, 1, 2, 3].map((day) => Date.UTC(2024, 0, 1) + day * dayMs)

const checks: Record<string, () => Promise<void>> = {
  async table() {
    const data = [
      answer({ name: [1, ['a', 'b', null]], n: [0, [1234, -5, null]], t: [2, [days[0]!, days[1]!, days[2]!]] }),
      answer({ n: [0, [1229]] }),
    ]
    const form = { groupby: ['name', 't'], metrics: ['n'], show_totals: true, table_timestamp_format: '%Y-%m-%d' }
    expect(await cellsOf({ viz_type: 'table', query_mode: 'aggregate', ...form }, data)).toEqual([
      ['name', 'n', 't'],
      ['a', '1.23k', '2024-01-01'],
      ['b', '−5', '2024-01-02'],
      ['N/A', 'N/A', '2024-01-03'],
      ['Totals', '1.23k', ''],
    ])
  },

  async pivot_table_v2() {
    const rows = { r: ['a', 'a', 'b', 'b'], c: ['x', 'y', 'x', 'y'], m: [1, 2, 3, 40] }
    const data = [
      answer({ r: [1, rows.r], c: [1, rows.c], m: [0, rows.m] }),
      // an average: its totals are not sums, and come from the database
      answer({ r: [1, ['a', 'b']], m: [0, [1.5, 21]] }),
      answer({ c: [1, ['x', 'y']], m: [0, [2, 25]] }),
      answer({ m: [0, [11]] }),
    ]
    const form = { groupbyRows: ['r'], groupbyColumns: ['c'], metrics: ['m'], rowTotals: true, colTotals: true }
    const cells = await cellsOf({ viz_type: 'pivot_table_v2', ...form, valueFormat: ',.1f' }, data)
    const bodies = cells.filter(([name]) => name === 'a' || name === 'b' || name?.startsWith('Total'))
    expect(bodies.map((row) => row.slice(-3))).toEqual([
      ['1.0', '2.0', '1.5'],
      ['3.0', '40.0', '21.0'],
      ['2.0', '25.0', '11.0'],
    ])
    expect(cells.flat()).toEqual(expect.arrayContaining(['x', 'y', 'm']))
  },

  async time_table() {
    const data = [
      answer({
        __timestamp: [2, days.flatMap((day) => [day, day])],
        g: [1, days.flatMap(() => ['a', 'b'])],
        m: [0, [10, 1, 20, 2, 40, 3, 30, 10]],
      }),
    ]
    const column_collection = [
      { label: 'Now', colType: 'time', timeLag: 0, d3format: ',d' },
      { label: 'Since', colType: 'time', timeLag: 2, comparisonType: 'diff', d3format: ',d' },
      { label: 'Part', colType: 'contrib', d3format: '.0%' },
      { label: 'Mean', colType: 'avg', timeLag: 2, d3format: ',.1f' },
    ]
    const form = { granularity_sqla: 't', metrics: ['m'], groupby: ['g'], column_collection }
    expect(await cellsOf({ viz_type: 'time_table', ...form }, data)).toEqual([
      ['g', 'Now', 'Since', 'Part', 'Mean'],
      ['a', '30', '10', '75%', '35.0'],
      ['b', '10', '8', '25%', '6.5'],
    ])
  },

  /** The p-value of the differences 1, 2, 3 and 4: t is 3.873 with 3 degrees of freedom. */
  async paired_ttest() {
    const data = [
      answer({
        __timestamp: [2, days.flatMap((day) => [day, day])],
        g: [1, days.flatMap(() => ['a', 'b'])],
        m: [0, [10, 11, 10, 12, 10, 13, 10, 14]],
      }),
    ]
    const form = { granularity_sqla: 't', metrics: ['m'], groupby: ['g'], liftvalue_precision: 2, pvalue_precision: 4 }
    expect(await cellsOf({ viz_type: 'paired_ttest', ...form }, data)).toEqual([
      ['group', 'p-value', 'Lift %', 'Significant'].map((text) => expect.stringMatching(new RegExp(text, 'i'))),
      ['a', '', '', expect.stringMatching(/control/i)],
      ['b', '0.0305', '25.00', expect.stringMatching(/^(true|yes)$/i)],
    ])
  },

  async handlebars() {
    const handlebarsTemplate = '<ul>{{#each data}}<li>{{name}} has {{n}}</li>{{/each}}</ul>'
    const form = { viz_type: 'handlebars', groupby: ['name'], metrics: ['n'], handlebarsTemplate }
    show(await viewOf(form, [answer({ name: [1, ['a', '<b>']], n: [0, [12, 7]] })]))
    const items = await screen.findAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['a has 12', '<b> has 7'])
  },

  async filter_box() {
    const form = { viz_type: 'filter_box', date_filter: false, filter_configs: [{ key: 'k', column: 'name' }] }
    const user = show(await viewOf(form, [answer({ name: [1, ['b', null, 'a']] })]))
    await user.click(screen.getByRole('combobox', { name: 'name' }))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Select all (3)', 'b', '<NULL>', 'a'])
  },
}

it('every type with texts is compared', () => expect(Object.keys(checks)).toEqual(written))

it.each(Object.entries(checks))('%s shows its rows', (_type, check) => check())
