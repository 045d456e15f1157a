import { describe, expect, it } from 'vitest'
import { chartTheme } from '../shared/theme.ts'
import { answer, noDatasource } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import type { PivotForm } from './formData.ts'
import { cellsBetween, sideOf, widthsOf } from './layout.ts'
import { indentOf, linesOf } from './lines.ts'
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
const data = answer({
  part: [1, ['am', 'am', 'pm']],
  hour: [1, ['8', '9', '13']],
  n: [0, [1, 2, 3]],
  m: [0, [4, 5, 6]],
})
const words = 'Subtotal (Sum as Fraction of Total)'

const headersAt = (...args: Parameters<typeof layoutAt>) => layoutAt(...args).widths.headers

function layoutAt(available: number, columnNames: string[] = [], form = formOf({}), isOutline = false) {
  const shown = shownPivot(
    { formData: form, data: [data], datasource: noDatasource, theme: chartTheme('light') },
    (text, values: Record<string, string> = {}) =>
      String(text.defaultMessage).replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? ''),
  )
  const side = (name: SideName) => {
    const plain = sideOptions(form, name, shown.pivot.metrics.length, new Set())
    const options = { ...plain, isOutline: isOutline && name === 'rows' }
    return sideOf(shown.pivot[name], options, linesOf(shown.pivot[name], options))
  }
  const rows = side('rows')
  const widths = widthsOf({
    pivot: shown.pivot,
    rows,
    columns: side('columns'),
    available,
    measure: (text) => text.length * 7,
    headerText: shown.headerText,
    cellText: shown.cellText,
    names: ['part', 'hour'],
    columnNames,
  })
  return { widths, rows, shown }
}

it('shows the labels of totals in full if there is space', () => {
  expect(headersAt(1200)[1]).toBeGreaterThan(words.length * 7)
  // in a narrow table, the cells take precedence
  const [part = 0, hour = 0] = headersAt(300)
  expect(part + hour).toBeLessThan(words.length * 7)
})

it('shows them in full also if the names of metrics follow', () => {
  const [, hour] = headersAt(600, [], formOf({ metrics: ['n', 'm'], metricsLayout: 'ROWS', combineMetric: true }))
  // 8% wider, because labels of totals are bold
  expect(hour).toBeGreaterThan(words.length * 7 * 1.08)
})

it('has room for the name of the dimension on the columns', () => {
  const [part = 0, hour = 0] = headersAt(300, ['Part of the whole day'])
  expect(part + hour).toBeGreaterThanOrEqual('Part of the whole day'.length * 7)
})

it('shortens labels of totals that do not fit', () => {
  expect([...layoutAt(1200).widths.shortTotals]).toEqual([])
  expect([...layoutAt(300).widths.shortTotals]).toContain('subtotal')
})

describe('an outline', () => {
  const textsAt = (available: number, saved = {}) => {
    const { rows, shown, widths } = layoutAt(available, [], formOf({ colTotals: true, ...saved }), true)
    const heads = cellsBetween(rows, 0, rows.lines.length)
    const texts = heads.map((head) => shown.headerText(head, 'rows', widths.shortTotals.has(head.kind)))
    const [column] = shown.pivot.columns.leaves
    const cells = rows.lines.map(
      (line) => column && shown.cellText(line, { node: column, metric: 0, kind: 'cell', isCollapsed: false }),
    )
    return { widths, heads, texts, cells }
  }

  it('has one column, with each group and its subtotal above its rows', () => {
    const { heads, texts, widths, cells } = textsAt(200)
    expect(texts).toEqual(['am', '8', '9', 'pm', '13', 'Total'])
    expect(new Set(heads.map(({ level, span, lines }) => `${level} ${span} ${lines}`))).toEqual(new Set(['0 1 1']))
    expect(heads.map(({ canCollapse }) => canCollapse)).toEqual([true, false, false, true, false, false])
    expect(widths.headers).toHaveLength(1)
    expect(widths.isPinned).toBe(true)
    expect(cells.every((text) => text !== '')).toBe(true)
  })

  it.each([
    ['each group', { combineMetric: true }, 'am -n -m -8 --n --m -9 --n --m pm -n -m -13 --n --m Total -n -m'],
    ['each metric', {}, 'n -am --8 --9 -pm --13 -Total m -am --8 --9 -pm --13 -Total'],
  ])('has the metrics on rows below %s', (_name, saved, expected) => {
    const both = { metrics: ['n', 'm'], metricsLayout: 'ROWS', ...saved }
    const { heads, texts, cells } = textsAt(200, both)
    const { options } = layoutAt(200, [], formOf({ colTotals: true, ...both }), true).rows
    expect(heads.map((head, at) => `${'-'.repeat(indentOf(head, options))}${texts[at]}`).join(' ')).toBe(expected)
    // a name without values is followed by them
    expect(cells.map((text) => text !== '')).toEqual(
      heads.map(({ kind }) => ('combineMetric' in saved ? kind === 'metric' : kind !== 'metric')),
    )
  })

  it('names groups without subtotals', () => {
    const { heads, texts, cells } = textsAt(200, { rowSubTotals: false })
    expect(texts).toEqual(['am', '8', '9', 'pm', '13', 'Total'])
    expect(heads.some(({ canCollapse }) => canCollapse)).toBe(false)
    expect(cells.map((text) => text === '')).toEqual([true, false, false, true, false, false])
  })
})
