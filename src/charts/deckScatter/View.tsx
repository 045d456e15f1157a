import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { categoryNames } from '../shared/maps/deck/categoryColors.ts'
import { MarkMap, useHidden } from '../shared/maps/deck/MarkMap.tsx'
import { maskOfColumn } from '../shared/maps/deck/maskOfColumn.ts'
import { metricOfSize } from '../shared/maps/size.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { pointLayer, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'
import { texts } from './texts.ts'

/** Places as circles. A click on one of a category filters by the category. */
export default function DeckScatter(props: ChartComponentProps<DeckScatterForm>) {
  const { formData: form, data, datasource, color, filterState } = props
  const t = useText()
  const [hidden, toggle] = useHidden()
  const points = readPoints(props)
  const layers = useMemo(
    () => [pointLayer({ formData: form, data, datasource, color, filterState }, hidden)],
    [form, data, datasource, color, filterState, hidden],
  )
  const bounds = useMemo(() => boundsOf(points.positions), [points])
  const spatial = readSpatial(form.spatial)
  if (spatial === undefined) return <CenteredNote text={t(texts.needsPlaces)} />
  if (points.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  const columns = [...spatialColumns(spatial), ...(form.dimension === undefined ? [] : [form.dimension])]
  const metric = metricOfSize(form.point_radius_fixed)
  return (
    <MarkMap
      chart={props}
      layers={layers}
      bounds={bounds}
      rows={points.rows}
      missing={points.missing}
      columns={columns}
      metrics={metric === undefined ? [] : [metric]}
      format={form.legend_format}
      drillColumns={columns}
      maskOf={maskOfColumn(props, form.dimension)}
      legend={{
        position: form.legend_position,
        entries: categoryNames(points.categories).map((label) => ({ label, color: color(label) })),
        hidden,
        onToggle: toggle,
      }}
    />
  )
}
