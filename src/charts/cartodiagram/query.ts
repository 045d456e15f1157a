import { z } from 'zod'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields } from '../shared/maps/mapFields.ts'
import { startViewport } from '../shared/maps/viewport.ts'
import type { SourceCharts } from '../shared/sourceCharts.ts'
import { startBackground, startRadius, startSize } from './start.ts'

const { time_range, adhoc_filters, mapbox_style } = mapFields

const formData = field.formDataSchema({
  time_range,
  selected_chart: field.chartIds(),
  geom_column: field.column(),
  adhoc_filters,
  mapbox_style,
  map_view: z
    .unknown()
    .transform((saved): Record<string, unknown> => (isRecord(saved) ? saved : { ...startViewport }))
    .default({ ...startViewport }),
  autozoom: field.flag(true),
  chart_background_color: field.rgbaOr(startBackground),
  chart_background_border_radius: field.number(startRadius),
  chart_size: field.number(startSize),
})

export type CartodiagramForm = z.output<typeof formData> & SourceCharts

/** OpenLayers, which drew the older charts, has a world of 256 px at zoom 0. */
const zoomShift = 1

/** Older charts have a copy of the selected chart, a view with a mode, and sizes by zoom. */
function migrate(saved: Record<string, unknown>): Record<string, unknown> {
  const { selected_chart: chart, map_view: view, chart_size: size } = saved
  const copy = typeof chart === 'string' ? parseObject(chart) : isRecord(chart) ? chart : undefined
  const isOldView = isRecord(view) && typeof view['mode'] === 'string'
  const ofSize = isRecord(size) ? size['configs'] : undefined
  const { mode: _mode, ...place } = isOldView ? view : {}
  return {
    ...saved,
    ...(copy && { selected_chart: [copy['id'] ?? parseObject(String(copy['params'] ?? ''))['slice_id'] ?? chart] }),
    ...(isOldView && {
      autozoom: view['mode'] !== 'CUSTOM',
      map_view: { ...place, zoom: Number(view['zoom']) - zoomShift },
    }),
    ...(isRecord(size) && { chart_size: isRecord(ofSize) ? ofSize['width'] : undefined }),
  }
}

/** The chart itself has no query: its data is that of the selected chart. */
export const query = defineQuery<CartodiagramForm>({ formData, migrate, buildQuery: () => [] })
