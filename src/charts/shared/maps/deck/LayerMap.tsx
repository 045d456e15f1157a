import { useMemo, useState } from 'react'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import type { QueryColumn } from '../../../../model/query/queryObject.ts'
import { CenteredNote } from '../../../../web/ui/CenteredNote.tsx'
import { useText } from '../../../../web/ui/text.ts'
import type { ChartComponentProps } from '../../contract.ts'
import { equals } from '../../crossFilter.ts'
import { readGroups } from '../../groups.ts'
import { areaColumns } from '../areaFilter.ts'
import { isLayer, type MakeLayer } from '../mapLayer.ts'
import { DeckMap, type MapForm } from './DeckMap.tsx'
import { describePicked, rowOf } from './describe.ts'
import type { Picked } from './engine.ts'
import { isFilterValue, shortLabel } from './filterLength.ts'

interface Props<F> {
  chart: ChartComponentProps<F>
  layer: MakeLayer<F>
  /** the mask of a click on a mark of this row; null if it cannot be used as a filter */
  maskOf?: (row: number) => DataMask | null
}

/** A map with the layer of one chart. */
export function LayerMap<F extends MapForm & { js_columns: QueryColumn[] }>({ chart, layer, maskOf }: Props<F>) {
  const { formData, data, datasource, theme, color, filterState } = chart
  const t = useText()
  const [hidden, toggle] = useHidden()
  const made = useMemo(
    () => layer({ formData, data, datasource, theme, color, filterState }, hidden),
    [layer, formData, data, datasource, theme, color, filterState, hidden],
  )
  if (!isLayer(made)) return <CenteredNote text={t(made)} />
  const { marks, legend } = made

  function openMenu(picked: Picked, x: number, y: number) {
    if (!marks) return
    const row = rowOf(picked, marks)
    const groups = readGroups(data[0], marks.drillColumns)
    const values = groups.values(row)
    const isFilter = values.length > 0 && values.every(isFilterValue)
    chart.onMarkContextMenu?.({
      mask: maskOf?.(row) ?? null,
      drill: isFilter ? { filters: marks.drillColumns.map((column, at) => equals(column, values[at])) } : null,
      label: groups.texts(row).map(shortLabel).join(', '),
      x,
      y,
    })
  }

  return (
    <DeckMap
      chart={chart}
      layers={made.layers}
      bounds={made.bounds}
      missing={made.missing}
      tooLarge={made.tooLarge}
      areaBy={areaColumns((formData as { spatial?: unknown }).spatial)}
      describe={(picked) => describePicked(chart, made, picked, t)}
      onChoose={(picked) => {
        const mask = marks && maskOf?.(rowOf(picked, marks))
        if (mask) chart.onDataMask?.(mask)
      }}
      onMenu={marks && chart.onMarkContextMenu && openMenu}
      legend={
        legend && legend.position !== null
          ? {
              position: legend.position,
              isRange: legend.isRange,
              entries: legend.entries.map((entry) => ({ ...entry, isOn: !hidden.has(entry.label) })),
              onToggle: toggle,
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
