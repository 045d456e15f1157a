import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { categoryNames } from '../shared/maps/deck/categoryColors.ts'
import { MarkMap, useHidden } from '../shared/maps/deck/MarkMap.tsx'
import { maskOfColumn } from '../shared/maps/deck/maskOfColumn.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { arcLayer, readArcs } from './arcs.ts'
import type { DeckArcForm } from './query.ts'
import { texts } from './texts.ts'

/** Arcs between two places. A click on one of a category filters by the category. */
export default function DeckArc(props: ChartComponentProps<DeckArcForm>) {
  const { formData: form, data, datasource, color, filterState } = props
  const t = useText()
  const [hidden, toggle] = useHidden()
  const arcs = readArcs(props)
  const layers = useMemo(
    () => [arcLayer({ formData: form, data, datasource, color, filterState }, hidden)],
    [form, data, datasource, color, filterState, hidden],
  )
  const bounds = useMemo(() => boundsOf(arcs.starts, arcs.ends), [arcs])
  const [start, end] = [readSpatial(form.start_spatial), readSpatial(form.end_spatial)]
  if (start === undefined || end === undefined) return <CenteredNote text={t(texts.needsPlaces)} />
  if (arcs.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  const places = [...new Set([...spatialColumns(start), ...spatialColumns(end)])]
  const columns = [...places, ...(form.dimension === undefined ? [] : [form.dimension])]
  return (
    <MarkMap
      chart={props}
      layers={layers}
      bounds={bounds}
      rows={arcs.rows}
      missing={arcs.missing}
      columns={columns}
      drillColumns={columns}
      maskOf={maskOfColumn(props, form.dimension)}
      legend={{
        position: form.legend_position,
        entries: categoryNames(arcs.categories).map((label) => ({ label, color: color(label) })),
        hidden,
        onToggle: toggle,
      }}
    />
  )
}
