import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { MarkMap, useHidden } from '../shared/maps/deck/MarkMap.tsx'
import { metricOfSize } from '../shared/maps/size.ts'
import { areaLayer, readBuckets, readPolygons } from './areas.ts'
import type { DeckPolygonForm } from './query.ts'
import { areaMask } from './selection.ts'
import { texts } from './texts.ts'

/** Areas of the rows, colored by a metric. A click on one filters by it, if the chart says so. */
export default function DeckPolygon(props: ChartComponentProps<DeckPolygonForm>) {
  const { formData: form, data, datasource, theme, filterState } = props
  const t = useText()
  const [hidden, toggle] = useHidden()
  const areas = readPolygons(props)
  const layers = useMemo(
    () => [areaLayer({ formData: form, data, datasource, theme, filterState }, hidden)],
    [form, data, datasource, theme, filterState, hidden],
  )
  if (form.line_column === undefined) return <CenteredNote text={t(texts.needsAreas)} />
  if (areas.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  return (
    <MarkMap
      chart={props}
      layers={layers}
      bounds={areas.bounds}
      rows={areas.rows}
      missing={areas.missing}
      tooLarge={areas.tooLarge}
      columns={form.line_type === 'geohash' ? [form.line_column] : []}
      metrics={[form.metric, metricOfSize(form.point_radius_fixed)].filter((metric) => metric !== undefined)}
      format={form.legend_format}
      drillColumns={[form.line_column]}
      maskOf={(row) => areaMask(props, row)}
      legend={{ position: form.legend_position, entries: readBuckets(props), isRange: true, hidden, onToggle: toggle }}
    />
  )
}
