import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as everyChart from 'echarts/charts'
import * as everyComponent from 'echarts/components'
import { type EChartsCoreOption, init } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonCell } from '../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../model/query/labels.ts'
import { loadDrawing } from './drawn.ts'
import type { ChartDatasource, DrawInput } from './shared/contract.ts'
import { registerParts } from './shared/echarts/registerParts.ts'
import { echartsTheme } from './shared/echartsTheme.ts'
import { chartTheme } from './shared/theme.ts'
import { answer, drawInput, noDatasource } from './testing/drawInput.ts'
import { openSaved } from './testing/parts.ts'

/**
 * Results that no chart can show well: each type draws something readable, or says what it needs. The charts are the
 * examples of the types that draw shares, flows, trees and dials.
 */

registerParts([SVGRenderer, LabelLayout, ...Object.values(everyChart), ...Object.values(everyComponent)])

const datasource: ChartDatasource = { ...noDatasource, mainDttmCol: 'date' }

type Values = (row: number, column: number) => JsonCell

/** Names of dimensions and values of metrics, by row. */
const results: [name: string, rows: number, names: Values, values: Values][] = [
  ['one row', 1, () => 'a', () => 5],
  ['one row without names', 1, () => null, () => 5],
  ['only missing values', 5, (row) => `n${row}`, () => null],
  ['only zeros', 5, (row) => `n${row}`, () => 0],
  ['negative values', 6, (row) => `n${row}`, (row) => -row],
  ['negative and positive values', 6, (row) => `n${row}`, (row) => row - 3],
  ['no numbers', 4, (row) => `n${row}`, (row) => ['NaN', 'Infinity', 'x', ''][row]!],
  ['huge and tiny values', 4, (row) => `n${row}`, (row) => [1e300, 1e-300, 5, 1e18][row]!],
  ['a link to itself', 1, () => 'self', () => 5],
  ['loops', 6, (row, column) => `n${(row + column) % 3}`, (row) => row + 1],
  ['duplicate names', 20, (row) => `n${row % 2}`, (row) => row + 1],
  [
    'markup and emoji',
    4,
    (row) => ['<img src=x onerror=alert(1)>', '{a|b}', '👩‍👩‍👧 عربى', ' '][row]!,
    (row) => row + 1,
  ],
  ['object names', 4, (row) => ['constructor', '__proto__', 'hasOwnProperty', 'toString'][row]!, (row) => row + 1],
  ['10,000 categories', 10_000, (row, column) => `n${row}.${column}`, (row) => row + 1],
]

interface ChartFile {
  slice_name: string
  viz_type: string
  params: Record<string, unknown>
}

const folder = resolve(import.meta.dirname, '../../examples/flight_network/charts')
const charts = readdirSync(folder)
  .map((file) => parse(readFileSync(join(folder, file), 'utf8')) as ChartFile)
  .filter(({ viz_type }) => openSaved({ viz_type })?.chart.drawnWith === 'echarts')

/** The chart drawn for this result, with the columns that its query requests. */
async function draw({ viz_type, params }: ChartFile, rows: number, names: Values, values: Values, width: number) {
  const { chart, query, formData } = openSaved({ ...params, viz_type })!
  const { drawing } = await loadDrawing(chart.folder)
  const data = query.buildQuery({ formData, datasource }).map(({ columns = [], groupby = [], metrics }) => {
    const dimensions = [...new Set([...columns, ...(groupby as typeof columns)].map(columnLabel))]
    const each = (cell: Values, column: number) => Array.from({ length: rows }, (_, row) => cell(row, column))
    return answer(
      Object.fromEntries([
        ...dimensions.map((name, at) => [name, [1, each(names, at)]]),
        ...(metrics ?? []).map((metric, at) => [metricLabel(metric), [0, each(values, at)]]),
      ]) as Parameters<typeof answer>[0],
    )
  })
  const size = { width, height: Math.round(width * 0.6) }
  const input: DrawInput<never> = drawInput(formData as never, data, { size, datasource })
  const drawn = init(null, echartsTheme(chartTheme('light')), { renderer: 'svg', ssr: true, ...size })
  try {
    const needs = drawing.needs?.(input)
    drawn.setOption(drawing.option(input) as EChartsCoreOption)
    const marks = drawing.marks?.(input) ?? []
    for (const mark of marks.slice(0, 3)) drawing.crossFilter?.(input, mark)
    drawing.rowsOf?.(input)
    return { svg: drawn.renderToSVGString(), needs }
  } finally {
    drawn.dispose()
  }
}

const objectKeys = Reflect.ownKeys(Object.prototype)

const faultIn = (svg: string) => /.{60}(NaN|undefined|\[object|<img).{20}/.exec(svg)?.[0]

const firstOfType = charts.filter(({ viz_type }, at) => charts.findIndex((each) => each.viz_type === viz_type) === at)

describe.each(results)('%s', (_name, rows, names, values) => {
  it.each(
    (rows > 1000 ? firstOfType : charts).map((chart) => [`${chart.viz_type}: ${chart.slice_name}`, chart] as const),
  )('%s', async (_, chart) => {
    for (const width of rows > 1000 ? [600] : [120, 600]) {
      const { svg, needs } = await draw(chart, rows, names, values, width)
      expect(faultIn(svg)).toBeUndefined()
      expect(Reflect.ownKeys(Object.prototype)).toEqual(objectKeys)
      // a chart without marks shows a message
      if (needs !== undefined) expect(needs).toMatch(/ needs .*\.$/)
      else expect(svg.match(/<(path|circle|text|polygon)/)?.length).toBeGreaterThan(0)
    }
  })
})
