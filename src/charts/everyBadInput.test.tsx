import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { IntlProvider } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../model/query/chartData.ts'
// views measure their texts in a document
import '../web/ui/testing/show.tsx'
import { loadDrawing, loadView } from './drawn.ts'
import { answer, drawInput, noDatasource } from './testing/drawInput.ts'
import { contextOfSaved, everyChart, openSaved } from './testing/parts.ts'
import { draw } from './testing/plot.ts'

/**
 * Every type with unexpected form data and results: columns that were dropped since the chart was saved, saved values
 * of other types, rows with missing and strange values. The type draws something, or reports what it needs.
 */

const many = Array.from({ length: 40 }, (_, at) => at)
const old = Date.UTC(1850, 0, 1)
const result = (names: JsonCell[], numbers: JsonCell[], times: JsonCell[]): ChartData =>
  answer({
    __timestamp: [GenericType.temporal, times],
    a: [GenericType.string, names],
    b: [GenericType.string, names.toReversed()],
    m: [GenericType.numeric, numbers],
    n: [GenericType.numeric, numbers],
  })

const results: Record<string, ChartData> = {
  'no columns': answer({}),
  'columns of other names': answer({ x: [1, ['p', 'q']], y: [0, [1, 2]] }),
  'no rows': result([], [], []),
  'one row': result(['p'], [5], [old]),
  'empty values': result([null, null], [null, null], [null, null]),
  'negative values': result(['p', 'q', 'r'], [-1, -4, -2], [old, old + 1e9, old + 2e9]),
  'a sum of zero': result(['p', 'q'], [3, -3], [0, 1]),
  'links to themselves': result(['p', 'p'], [1, 2], [0, 1]),
  'duplicate names': result(
    many.map((at) => `n${at % 3}`),
    many,
    many.map((at) => old + at * 9e8),
  ),
  'markup and other scripts': result(
    ['<img src=x onerror=alert(1)>', '👩‍👩‍👧 {a|b}', 'שלום', '__proto__', '\u0000\n', ''],
    [1, 2, 3, 4, 5, 6],
    [0, 1, 2, 3, 4, 5],
  ),
  'no numbers': result(['p', 'q', 'r', 's'], ['NaN', 'Infinity', 'x', true], [1e20, 'soon', null, '']),
}

/** Each type with columns and metrics that exist in the results, and with none. */
const forms: Record<string, Record<string, unknown>> = {
  'chosen columns': {
    groupby: ['a'],
    columns: ['a'],
    x_axis: '__timestamp',
    metrics: ['m', 'n'],
    metrics_b: ['n'],
    metric: 'm',
    metric_2: 'n',
    source: 'a',
    target: 'b',
    id: 'a',
    parent: 'b',
    entity: 'a',
    all_columns_x: 'b',
    series: 'a',
    size: 'm',
    x: 'm',
    y: 'n',
    column: 'm',
    start_time: '__timestamp',
    end_time: '__timestamp',
    y_axis: 'a',
    groupbyRows: ['a'],
    groupbyColumns: ['b'],
    spatial: { type: 'delimited', lonlatCol: 'a' },
    start_spatial: { type: 'latlong', lonCol: 'm', latCol: 'n' },
    end_spatial: { type: 'geohash', geohashCol: 'b' },
    line_column: 'a',
    geojson: 'a',
    rowTotals: true,
    colTotals: true,
    column_collection: [{ colType: 'avg', label: 'Mean', timeLag: 2 }],
    handlebarsTemplate: '{{#each data}}{{a}} {{m}}{{/each}}',
    time_compare: '1 year ago',
  },
  'nothing chosen': {},
}

const wrongValues: Record<string, unknown> = {
  'a number': 7,
  'a text': 'wrong',
  'an object': { wrong: { deep: true } },
  'a list': [null, 7, { wrong: true }, 'x'],
  null: null,
  true: true,
}

async function pictureOf(saved: Record<string, unknown>, data: ChartData): Promise<string> {
  const { chart, formData } = openSaved(saved)!
  const input = drawInput(formData, [data, data])
  if (chart.drawnWith === 'react') {
    const { default: View } = await loadView(chart.folder)
    const page = (
      <IntlProvider locale="en">
        <View {...input} title="A chart" />
      </IntlProvider>
    )
    // this type loads a part of its code when it is first rendered
    if (chart.type === 'handlebars') await (await prerender(page)).prelude.cancel()
    return renderToStaticMarkup(page)
  }
  const { drawing } = await loadDrawing(chart.folder)
  const needs = drawing.needs?.(input)
  if (needs !== undefined) return needs
  drawing.rowsOf?.(input)
  drawing.marks?.(input)
  return draw(drawing.option(input), input).svg
}

/** Tables show the texts of their rows as they are. */
const showsTexts = new Set(['table', 'pivot_table_v2', 'time_table', 'big_number_total', 'handlebars'])

function faultIn(picture: string, type: string): string | undefined {
  const found = /.{0,60}(\bNaN|undefined|<img).{0,20}/.exec(picture)
  return found?.[1] === 'NaN' && showsTexts.has(type) ? undefined : found?.[0]
}

describe.each(everyChart.map(({ chart, controls }) => [chart.type, controls] as const))('%s', (viz_type, controls) => {
  it.each(Object.entries(results))('draws %s, or says what it needs', async (_name, data) => {
    for (const form of Object.values(forms)) {
      const picture = await pictureOf({ ...form, viz_type }, data)
      expect(picture).not.toBe('')
      expect(faultIn(picture, viz_type)).toBeUndefined()
    }
  })

  it.each(Object.entries(wrongValues))('opens if all its saved values are %s', async (_name, value) => {
    // this control is left out: an invalid order fails with its own error message
    const names = controls
      .flatMap((section) => section.controls.map(({ name }) => name))
      .filter((name) => name !== 'order_by_cols')
    const saved = { ...Object.fromEntries(names.map((name) => [name, value])), viz_type, datasource: '1__table' }
    expect(() => contextOfSaved({ formData: saved, datasource: noDatasource })).not.toThrow()
    for (const data of [results['one row']!, results['duplicate names']!]) {
      expect(faultIn(await pictureOf(saved, data), viz_type)).toBeUndefined()
    }
  })
})
