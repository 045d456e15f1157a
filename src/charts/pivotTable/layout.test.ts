import { expect, it } from 'vitest'
import { chartTheme } from '../shared/theme.ts'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import type { PivotForm } from './formData.ts'
import { sideOf, widthsOf } from './layout.ts'
import { linesOf } from './lines.ts'
import { type SideName, shownPivot, sideOptions } from './shown.ts'

const saved = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['part', 'hour'],
  groupbyColumns: [],
  metrics: ['n'],
  rowSubTotals: true,
  aggregateFunction: 'Sum as Fraction of Total',
}
const formOf = (more: object) => openSaved({ ...saved, ...more })?.formData as PivotForm
const data = answer({ part: [1, ['am', 'am', 'pm']], hour: [1, ['8', '9', '13']], n: [0, [1, 2, 3]] })
const words = 'Subtotal (Sum as Fraction of Total)'

function headersAt(available: number, columnNames: string[] = [], form = formOf({})) {
  const shown = shownPivot(
    { formData: form, data: [data], datasource: noDatasource, theme: chartTheme('light') },
    (text, values: Record<string, string> = {}) =>
      String(text.defaultMessage).replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? ''),
  )
  const side = (name: SideName) => {
    const options = sideOptions(form, name, shown.pivot.metrics.length, new Set())
    return sideOf(shown.pivot[name], options, linesOf(shown.pivot[name], options))
  }
  return widthsOf({
    pivot: shown.pivot,
    rows: side('rows'),
    columns: side('columns'),
    available,
    measure: (text) => text.length * 7,
    headerText: shown.headerText,
    cellText: shown.cellText,
    names: ['part', 'hour'],
    columnNames,
  }).headers
}

it('shows the labels of totals in full if there is space', () => {
  expect(headersAt(1200)[1]).toBeGreaterThan(words.length * 7)
  // the cells come first
  const [part = 0, hour = 0] = headersAt(300)
  expect(part + hour).toBeLessThan(words.length * 7)
})

it('shows them in full also if the names of metrics follow', () => {
  const [, hour] = headersAt(600, [], formOf({ metricsLayout: 'ROWS', combineMetric: true }))
  // they are bold
  expect(hour).toBeGreaterThan(words.length * 7 * 1.08)
})

it('has room for the name of the dimension on the columns', () => {
  const [part = 0, hour = 0] = headersAt(300, ['Part of the whole day'])
  expect(part + hour).toBeGreaterThanOrEqual('Part of the whole day'.length * 7)
})
