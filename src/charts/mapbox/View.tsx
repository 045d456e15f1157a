import { useMemo } from 'react'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { pageLanguage } from '../../web/ui/pageLanguage.ts'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { type Described, describePicked } from '../shared/maps/deck/describe.ts'
import { combinedNote } from '../shared/maps/deck/LayerMap.tsx'
import { mapTheme } from '../shared/maps/mapTheme.ts'
import { circlesOf, mapForm } from './circles.ts'
import { aroundCircles, type Circle, readPoints, zoomOf } from './clusters.ts'
import { labelOf, radiusColumn } from './columns.ts'
import type { MapboxForm } from './query.ts'
import { texts } from './texts.ts'

/**
 * A map of places. Places near each other are combined into one circle; a click on the circle zooms in on its places.
 */
export default function Mapbox(props: ChartComponentProps<MapboxForm>) {
  const { formData, data, datasource } = props
  const theme = mapTheme(formData.mapbox_style, props.theme)
  const t = useText()
  const input = useMemo(() => ({ formData, data, datasource }), [formData, data, datasource])
  const points = readPoints(input)
  const drawn = useMemo(() => {
    const circles = circlesOf(input)
    return {
      layers: [circles.layer],
      labels: circles.labels(theme),
      kept: circles.kept,
      form: mapForm(input.formData),
    }
  }, [input, theme])
  if (!points.hasPlaces) return <CenteredNote text={t(texts.needsPlaces)} />
  if (points.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  const { all_columns_x: x, all_columns_y: y, groupby } = formData
  const label = labelOf(formData)
  const columns = uniqueBy(
    [...groupby, label, x, y, radiusColumn(formData)].filter((column) => column !== undefined),
    columnLabel,
  )
  function describe(circle: Circle): Described {
    const name = label === undefined ? undefined : (datasource.verboseMap[label] ?? label)
    return [
      ...(name === undefined ? [] : [[`${name} (${formData.pandas_aggfunc})`, circle.label ?? ''] as [string, string]]),
      [t(texts.points), circle.count.toLocaleString(pageLanguage())],
    ]
  }

  return (
    <DeckMap
      chart={{ ...props, formData: drawn.form }}
      controlsOf={({ longitude, latitude, zoom }) => ({
        viewport_longitude: longitude,
        viewport_latitude: latitude,
        viewport_zoom: zoom,
      })}
      layers={drawn.layers}
      labels={drawn.labels}
      keepFree={drawn.kept}
      waitsForRest={!formData.render_while_dragging}
      bounds={points.bounds}
      padding={aroundCircles}
      missing={points.missing}
      notes={points.combined ? [combinedNote(points.combined, t)] : []}
      areaBy={x === undefined || y === undefined ? undefined : [columnLabel(x), columnLabel(y)]}
      describe={(picked) => {
        const circle = picked.object as Circle
        if (circle.row < 0) return describe(circle)
        const marks = { columns, drillColumns: [] }
        return describePicked(
          { formData: {}, data, datasource },
          { layers: [], bounds: undefined, missing: 0, marks },
          picked,
          t,
        )
      }}
      onChoose={(picked, map) => {
        const { cluster, place } = picked.object as Circle
        if (cluster === undefined) return
        map.lookAt({ longitude: place[0], latitude: place[1], zoom: zoomOf(input, cluster) })
      }}
    />
  )
}
