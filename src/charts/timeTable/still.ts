import { columnLabel } from '../../model/query/labels.ts'
import type { StillInput } from '../shared/contract.ts'
import { readSeries } from '../shared/legacySeries/readSeries.ts'
import { atOnce } from '../shared/steps.ts'
import { type GridCell, gridStill } from '../shared/stills/grid.ts'
import { h, type SvgChild, type SvgNode } from '../shared/svg/tree.ts'
import type { ChartTheme } from '../shared/theme.ts'
import { boundsColor, sparkValues } from './cells.ts'
import type { TimeTableForm } from './formData.ts'
import { tableRows } from './rows.ts'
import { texts } from './texts.ts'
import type { TimeColumn } from './timeColumn.ts'
import { columnWriter } from './writers.ts'

const pad = 12
const widestName = 320
const inset = 4
const lineColor = '#446bda'

/** A row for each metric or group over time; its columns contain a value or a line. */
export function still(input: StillInput<TimeTableForm>): SvgNode | string {
  const { formData: form, data, datasource, theme, size, measure, text } = input
  const columns = form.column_collection
  const all = atOnce(readSeries(data[0], form))
  const rows = tableRows(all, form, datasource)
  if (form.metrics.length === 0) return text(texts.needsMetric)
  if (columns.length === 0) return text(texts.needsColumns)
  if (rows.length === 0) return text(texts.needsTime)
  const groupTitle = form.groupby
    .map(columnLabel)
    .map((label) => datasource.verboseMap[label] ?? label)
    .join(', ')
  const rowHeight = Math.max(37, ...columns.map(({ colType, height }) => (colType === 'spark' ? height + 8 : 0)))
  const written = rows.map((row) =>
    columns.map((column, at): GridCell => {
      const write = columnWriter(column, row.series.metric, datasource)
      const value = row.values[at] ?? null
      if (column.colType === 'spark') {
        const drawing = sparkline(column, sparkValues(column, row.series), rowHeight, write, theme)
        return { text: drawing ? '' : text(texts.missing), align: 'left', color: theme.text3, drawing }
      }
      const color = value === null ? theme.text3 : boundsColor(value, column.bounds, theme.mode)
      return {
        text: value === null ? text(texts.missing) : write(value),
        align: 'right',
        ...(color !== undefined && { color }),
      }
    }),
  )
  const widthOf = (each: string) => measure(each, { size: 13, weight: 420 })
  const widest = (each: string[]) => Math.max(48, ...each.map(widthOf)) + 2 * pad
  const natural = [
    Math.min(widestName, widest([groupTitle, ...rows.map(({ name }) => name)])),
    ...columns.map((column, at) =>
      column.colType === 'spark'
        ? column.width + 2 * pad
        : widest([column.label, ...written.map((cells) => cells[at]?.text ?? '')]),
    ),
  ]
  const spare = Math.max(0, size.width - natural.reduce((sum, each) => sum + each, 0))
  const head = (label: string, isNumber: boolean): GridCell => ({
    text: label,
    align: isNumber ? 'right' : 'left',
    size: 12,
    weight: 520,
    color: theme.text3,
  })
  return gridStill(
    {
      widths: natural.map((width, at) => (at === 0 ? width + spare : width)),
      pad,
      rowHeight,
      headHeight: 32,
      head: [
        [
          head(groupTitle || text(texts.metric), false),
          ...columns.map((each) => head(each.label, each.colType !== 'spark')),
        ],
      ],
      body: rows.map(({ name }, row) => [{ text: name, align: 'left' }, ...(written[row] ?? [])]),
      foot: [],
    },
    input,
  )
}

/** A small line over time. Gaps are missing values. undefined if there are no values. */
function sparkline(
  column: TimeColumn,
  values: (number | null)[],
  rowHeight: number,
  write: (value: number) => string,
  theme: ChartTheme,
): SvgChild | undefined {
  const numbers = values.filter((value) => value !== null)
  if (numbers.length === 0) return undefined
  const [low, high] = column.yAxisBounds
  const min = low ?? Math.min(...numbers)
  const max = high ?? Math.max(...numbers)
  const left = column.showYAxis ? 44 : inset
  const [width, height] = [column.width - left - inset, column.height - inset * 2]
  const x = (at: number) => left + (values.length < 2 ? width / 2 : (at / (values.length - 1)) * width)
  const y = (value: number) => {
    const place = max === min ? 0.5 : (value - min) / (max - min)
    return inset + (1 - Math.max(0, Math.min(1, place))) * height
  }
  const last = values.findLastIndex((value) => value !== null)
  const label = (value: number, at: number) =>
    h('text', { x: left - 6, y: at, textAnchor: 'end', fontSize: 10, fill: theme.text3 }, write(value))
  return h(
    'g',
    { transform: `translate(0,${(rowHeight - column.height) / 2})` },
    column.showYAxis && [label(max, inset + 8), label(min, column.height - inset)],
    h('path', { d: lineOf(values, x, y), fill: 'none', stroke: lineColor, strokeWidth: 1.5 }),
    h('circle', { cx: x(last), cy: y(values[last] ?? 0), r: 2.5, fill: lineColor }),
  )
}

function lineOf(values: (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let isOpen = false
  return values
    .map((value, at) => {
      const command = isOpen ? 'L' : 'M'
      isOpen = value !== null
      return value === null ? '' : `${command}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
