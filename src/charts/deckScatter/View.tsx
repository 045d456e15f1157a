import { useMemo, useState } from 'react'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { equals, groupMask } from '../shared/crossFilter.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { DeckMap, type Described } from '../shared/maps/deck/DeckMap.tsx'
import type { Picked } from '../shared/maps/deck/engine.ts'
import { metricOfSize } from '../shared/maps/size.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { exactOf, metricFormat } from '../shared/metricFormat.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import { categoriesOf, columnsOf, pointLayer, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'
import { texts } from './texts.ts'

const none: ReadonlySet<string> = new Set()

/** Places as circles. A click on one of a category filters by the category. */
export default function DeckScatter(props: ChartComponentProps<DeckScatterForm>) {
  const { formData: form, data, datasource, color, filterState } = props
  const t = useText()
  const [hidden, setHidden] = useState(none)
  const points = readPoints(props)
  const layers = useMemo(
    () => [pointLayer({ formData: form, data, datasource, color, filterState }, hidden)],
    [form, data, datasource, color, filterState, hidden],
  )
  const bounds = useMemo(() => boundsOf(points.positions), [points])
  const spatial = readSpatial(form.spatial)
  const [answer] = data
  if (spatial === undefined) return <CenteredNote text={t(texts.needsPlaces)} />
  if (points.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  const metric = metricOfSize(form.point_radius_fixed)
  const rowOf = ({ object }: Picked) => points.rows[object as number] ?? -1
  const nameOf = (name: string) => datasource.verboseMap[name] ?? name
  function describe(picked: Picked): Described {
    const row = rowOf(picked)
    const shown = [
      ...spatialColumns(spatial),
      ...(form.dimension === undefined ? [] : [form.dimension]),
      ...form.js_columns,
    ]
    const places = shown.map((column): [string, string] => [
      nameOf(columnLabel(column)),
      readGroups(answer, [column]).texts(row)[0] ?? '',
    ])
    if (metric === undefined) return places
    const value = readMetric(answer, metric)[row] ?? null
    const write = exactOf(metricFormat({ format: form.legend_format }, datasource, metricLabel(metric)))
    return [...places, [nameOf(metricLabel(metric)), value === null ? t(texts.noData) : trueMinus(write(value))]]
  }
  const category = (picked: Picked) => {
    const { dimension } = form
    if (dimension === undefined) return null
    const groups = readGroups(answer, [dimension])
    const row = rowOf(picked)
    return groupMask([dimension], { label: groups.texts(row)[0] ?? '', groupValues: groups.values(row) }, filterState)
  }
  return (
    <DeckMap
      chart={props}
      layers={layers}
      bounds={bounds}
      missing={points.missing}
      describe={describe}
      onChoose={(picked) => {
        const mask = category(picked)
        if (mask) props.onDataMask?.(mask)
      }}
      onMenu={
        props.onMarkContextMenu &&
        ((picked, x, y) => {
          const row = rowOf(picked)
          const columns = columnsOf(spatialColumns(spatial), form.dimension)
          const groups = readGroups(answer, columns)
          const values = groups.values(row)
          props.onMarkContextMenu?.({
            mask: category(picked),
            drill: { filters: columns.map((column, at) => equals(column, values[at])) },
            label: groups.texts(row).join(', '),
            x,
            y,
          })
        })
      }
      legend={
        form.legend_position === null
          ? undefined
          : {
              position: form.legend_position,
              entries: categoriesOf(points).map((label) => ({ label, color: color(label), isOn: !hidden.has(label) })),
              onToggle: (label) => {
                const next = new Set(hidden)
                if (!next.delete(label)) next.add(label)
                setHidden(next)
              },
            }
      }
    />
  )
}
