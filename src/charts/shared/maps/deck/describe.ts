import { columnLabel, metricLabel } from '../../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { plainText, type useText } from '../../../../web/ui/text.ts'
import type { DrawInput } from '../../contract.ts'
import { readGroups, readMetric } from '../../groups.ts'
import { exactOf, metricFormat } from '../../metricFormat.ts'
import { cellFormat } from '../cellColors.ts'
import type { Cell } from '../cells.ts'
import type { MapLayer } from '../mapLayer.ts'
import { mapNumber } from '../mapNumber.ts'
import type { Picked } from './engine.ts'
import { texts } from './texts.ts'

/** The rows of a tooltip. */
export type Described = [label: string, value: string][]

type Text = ReturnType<typeof useText>
type Chart = Pick<DrawInput<{ js_columns?: QueryColumn[]; size?: QueryMetric }>, 'formData' | 'data' | 'datasource'>

/** The row of a mark; -1 if it has none. */
export const rowOf = ({ object }: Picked, { rows = [] }: { rows?: readonly number[] }): number =>
  (typeof object === 'number' ? rows[object] : (object as { row?: number } | undefined)?.row) ?? -1

/** The content of the tooltip for a mark or a cell; null if it has none. */
export function describePicked(
  chart: Chart,
  { marks, cells, combined }: MapLayer,
  picked: Picked,
  t: Text,
): Described | null {
  const described = marks ? describeMark(chart, marks, picked, t) : cells ? describeCell(chart, cells, picked, t) : []
  if (marks && combined) described.push([t(texts.points), String(combined.counts[rowOf(picked, marks)] ?? 0)])
  return described.length === 0 ? null : described
}

function describeMark(
  { formData: form, data: [answer], datasource }: Chart,
  marks: NonNullable<MapLayer['marks']>,
  picked: Picked,
  t: Text,
): Described {
  const { columns, metrics = [], format } = marks
  const row = rowOf(picked, marks)
  const nameOf = (name: string) => datasource.verboseMap[name] ?? name
  // results of combined points contain only the columns that define cells
  const known = (column: QueryColumn) => answer?.colnames.includes(columnLabel(column))
  const described = [...columns, ...(form.js_columns ?? []).filter(known)].map((column): [string, string] => [
    nameOf(columnLabel(column)),
    readGroups(answer, [column]).texts(row)[0] ?? '',
  ])
  const isNew = (metric: QueryMetric, at: number) =>
    metrics.findIndex((other) => metricLabel(other) === metricLabel(metric)) === at
  for (const metric of metrics.filter(isNew)) {
    const value = readMetric(answer, metric)[row] ?? null
    const write = exactOf(metricFormat({ format }, datasource, metricLabel(metric)))
    described.push([nameOf(metricLabel(metric)), value === null ? t(texts.noData) : mapNumber(write, value)])
  }
  return described
}

function describeCell(
  { formData: { size }, datasource }: Chart,
  { by }: NonNullable<MapLayer['cells']>,
  { object }: Picked,
  t: Text,
): Described {
  const { value, count } = object as Cell
  const write = exactOf(cellFormat({ size }, datasource, by))
  const name = size === undefined ? t(texts.weight) : metricLabel(size)
  return [
    [t(texts.aggregated, { metric: datasource.verboseMap[name] ?? name, by: plainText(by) }), mapNumber(write, value)],
    [t(texts.points), String(count)],
  ]
}
