import type { MakeLayer } from '../shared/maps/mapLayer.ts'
import { colorColumn } from '../shared/maps/savedCode.ts'
import { metricOfSize } from '../shared/maps/size.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { boundsOfCircles, pointLayer, pointNames, pointSwatch, readPoints } from './points.ts'
import type { DeckScatterForm } from './query.ts'
import { texts } from './texts.ts'

/** Places as circles. */
export const layer: MakeLayer<DeckScatterForm> = (input, hidden) => {
  const { formData: form } = input
  const spatial = readSpatial(form.spatial)
  const { rows, positions, missing, combined } = readPoints(input)
  if (spatial === undefined) return texts.needsPlaces
  if (rows.length === 0) return texts.needsRows
  const columns = [...spatialColumns(spatial), ...(form.dimension === undefined ? [] : [form.dimension])]
  const metric = metricOfSize(form.point_radius_fixed)
  return {
    layers: [pointLayer(input, hidden)],
    bounds: boundsOf(positions),
    marksAt: (zoom) => boundsOfCircles(input, zoom),
    missing,
    replacesMutator: colorColumn(form) !== undefined,
    ...(combined && { combined }),
    legend: {
      position: form.legend_position,
      entries: pointNames(input),
    },
    swatch: pointSwatch(form),
    marks: {
      rows,
      columns,
      metrics: metric === undefined ? [] : [metric],
      format: form.legend_format,
      drillColumns: columns,
    },
  }
}
