import { useState } from 'react'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { columnLabel, metricLabel } from '../../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../../model/query/queryObject.ts'
import { useText } from '../../../../web/ui/text.ts'
import type { ChartComponentProps } from '../../contract.ts'
import { equals } from '../../crossFilter.ts'
import { readGroups, readMetric } from '../../groups.ts'
import { exactOf, metricFormat } from '../../metricFormat.ts'
import { trueMinus } from '../../trueMinus.ts'
import type { Bounds } from '../viewport.ts'
import { DeckMap, type Described, type MapForm } from './DeckMap.tsx'
import type { Picked } from './engine.ts'
import { isFilterValue, shortLabel } from './filterLength.ts'
import type { LayerSpec } from './layerSpec.ts'
import { texts } from './texts.ts'

type Position = 'tl' | 'tr' | 'bl' | 'br'

interface Props {
  chart: ChartComponentProps<MapForm & { js_columns: QueryColumn[] }>
  /** the data of each layer are indexes of marks, or marks with their rows */
  layers: LayerSpec[]
  bounds: Bounds | undefined
  /** the row of each mark, if the data are indexes */
  rows?: readonly number[]
  missing: number
  tooLarge?: number
  /** what a tooltip says besides the columns of the form */
  columns: QueryColumn[]
  metrics?: QueryMetric[]
  format?: string
  /** the columns that select the rows of a mark */
  drillColumns: QueryColumn[]
  /** the mask of a click on a mark of this row; null if it cannot be used as a filter */
  maskOf?: (row: number) => DataMask | null
  legend?: {
    position: Position | null
    entries: { label: string; color: string }[]
    isRange?: boolean
    hidden: ReadonlySet<string>
    onToggle: (label: string) => void
  }
}

/** A map of marks that stand for rows. */
export function MarkMap(props: Props) {
  const { chart, rows = [], columns, metrics = [], drillColumns, maskOf, legend } = props
  const { data, datasource, formData: form } = chart
  const t = useText()
  const [answer] = data
  const rowOf = ({ object }: Picked) =>
    (typeof object === 'number' ? rows[object] : (object as { row?: number }).row) ?? -1
  const nameOf = (name: string) => datasource.verboseMap[name] ?? name

  function describe(picked: Picked): Described | null {
    const row = rowOf(picked)
    const described = [...columns, ...form.js_columns].map((column): [string, string] => [
      nameOf(columnLabel(column)),
      readGroups(answer, [column]).texts(row)[0] ?? '',
    ])
    const isNew = (metric: QueryMetric, at: number) =>
      metrics.findIndex((other) => metricLabel(other) === metricLabel(metric)) === at
    for (const metric of metrics.filter(isNew)) {
      const value = readMetric(answer, metric)[row] ?? null
      const write = exactOf(metricFormat({ format: props.format }, datasource, metricLabel(metric)))
      described.push([nameOf(metricLabel(metric)), value === null ? t(texts.noData) : trueMinus(write(value))])
    }
    return described.length === 0 ? null : described
  }

  function openMenu(picked: Picked, x: number, y: number) {
    const row = rowOf(picked)
    const groups = readGroups(answer, drillColumns)
    const values = groups.values(row)
    const isFilter = values.length > 0 && values.every(isFilterValue)
    chart.onMarkContextMenu?.({
      mask: maskOf?.(row) ?? null,
      drill: isFilter ? { filters: drillColumns.map((column, at) => equals(column, values[at])) } : null,
      label: groups.texts(row).map(shortLabel).join(', '),
      x,
      y,
    })
  }

  return (
    <DeckMap
      chart={chart}
      layers={props.layers}
      bounds={props.bounds}
      missing={props.missing}
      tooLarge={props.tooLarge}
      describe={describe}
      onChoose={(picked) => {
        const mask = maskOf?.(rowOf(picked))
        if (mask) chart.onDataMask?.(mask)
      }}
      onMenu={chart.onMarkContextMenu && openMenu}
      legend={
        legend && legend.position !== null
          ? {
              position: legend.position,
              isRange: legend.isRange,
              entries: legend.entries.map((entry) => ({ ...entry, isOn: !legend.hidden.has(entry.label) })),
              onToggle: legend.onToggle,
            }
          : undefined
      }
    />
  )
}

const none: ReadonlySet<string> = new Set()

/** The entries of a legend that are switched off, and what switches them. */
export function useHidden(): [hidden: ReadonlySet<string>, toggle: (label: string) => void] {
  const [hidden, setHidden] = useState(none)
  function toggle(label: string) {
    const next = new Set(hidden)
    if (!next.delete(label)) next.add(label)
    setHidden(next)
  }
  return [hidden, toggle]
}
