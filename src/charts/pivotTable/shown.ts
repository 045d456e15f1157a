import type { MessageDescriptor } from 'react-intl'
import type { JsonCell } from '../../model/query/chartData.ts'
import { plainText as translated } from '../../web/ui/text.ts'
import type { DrawInput } from '../shared/contract.ts'
import { type CellColor, ruleColors } from '../shared/ruleColors.ts'
import { readingOf } from './aggregate.ts'
import type { PivotForm } from './formData.ts'
import type { Header, Line, SideOptions } from './lines.ts'
import { type Pivot, pivotOf } from './pivot.ts'
import { rankedValue } from './ranks.ts'
import { texts } from './texts.ts'
import { keyWriter, valueWriters } from './writers.ts'

type Translate = (text: MessageDescriptor, values?: Record<string, string>) => string
export type SideName = 'rows' | 'columns'

/** A pivot with the texts and colors of its cells. */
export interface ShownPivot {
  pivot: Pivot
  cellText: (row: Line, column: Line) => string
  cellColor: (row: Line, column: Line) => CellColor | null
  /** `isShort`: labels of totals without the function that computes them */
  headerText: (header: Header, side: SideName, isShort?: boolean) => string
  /** the dimension that a key belongs to */
  dimensionOf: (header: Header, side: SideName) => string
  nameOf: (label: string) => string
}

export function shownPivot(
  input: Pick<DrawInput<PivotForm>, 'formData' | 'data' | 'datasource' | 'theme'>,
  t: Translate,
  pivot: Pivot = pivotOf(input.formData, input.data),
): ShownPivot {
  const { formData: form, datasource, theme } = input
  const isRank = form.showValuesAs !== 'value'
  const value = isRank ? rankedValue(pivot, form.showValuesAs === 'rank_rows' ? 'rows' : 'columns') : pivot.value
  const writers = isRank ? pivot.metrics.map(() => plainText) : valueWriters(input, pivot)
  const keyWriters = new Map(
    [...pivot.rowNames, ...pivot.columnNames].map((name) => [name, keyWriter(input, name)] as const),
  )
  const share = readingOf(form.aggregateFunction).share !== undefined
  const colors = pivot.metrics.map((metric, index) =>
    ruleColors(form.conditional_formatting, metric, share ? [] : (pivot.metricValues[index] ?? []), theme),
  )
  const nameOf = (label: string) => datasource.verboseMap[label] ?? label
  const metricOf = (row: Line, column: Line) => row.metric ?? column.metric ?? 0
  const dimensionOf = ({ node }: Header, side: SideName) =>
    (side === 'rows' ? pivot.rowNames : pivot.columnNames)[node.depth - 1] ?? ''
  return {
    pivot,
    nameOf,
    dimensionOf,
    cellText(row, column) {
      if (row.kind === 'group') return ''
      const metric = metricOf(row, column)
      return writers[metric]?.(value(row.node, column.node, metric)) ?? ''
    },
    cellColor(row, column) {
      if (row.kind !== 'cell' || column.kind !== 'cell') return null
      const metric = metricOf(row, column)
      return colors[metric]?.(pivot.value(row.node, column.node, metric)) ?? null
    },
    headerText(header, side, isShort = false) {
      if (header.kind === 'metric') return nameOf(pivot.metrics[header.metric ?? 0] ?? '')
      if (header.kind === 'key') return keyWriters.get(dimensionOf(header, side))?.(header.node.key) ?? ''
      // the database computes totals from the rows; the browser aggregates the cells, and the label shows with which
      // function; ranks are not aggregated
      if (pivot.isExact || isRank || isShort) return t(header.kind === 'total' ? texts.total : texts.subtotal)
      const aggregate = translated(form.aggregateFunction)
      return t(header.kind === 'total' ? texts.totalOf : texts.subtotalOf, { aggregate })
    },
  }
}

const plainText = (value: JsonCell) => (value === null ? '' : String(value))

/** The arrangement of one side, from the form data. */
export function sideOptions(
  form: PivotForm,
  side: SideName,
  metrics: number,
  collapsed: ReadonlySet<string>,
): SideOptions {
  const isRows = side === 'rows'
  const hasMetrics = isRows === (form.metricsLayout === 'ROWS')
  // totals of the ranked cells have no ranks
  const isRanked = form.showValuesAs === (isRows ? 'rank_columns' : 'rank_rows')
  return {
    metrics: hasMetrics ? metrics : 0,
    // the name of a single metric is not repeated
    combinesMetrics: form.combineMetric && metrics > 1,
    subtotals: !isRanked && (isRows ? form.rowSubTotals : form.colSubTotals),
    subtotalsFirst: isRows ? form.rowSubtotalPosition : form.colSubtotalPosition,
    // the total of each row is a column, and the total of each column is a row
    total: !isRanked && (isRows ? form.colTotals : form.rowTotals),
    collapsed,
  }
}
