import { z } from 'zod'
import { isRecord } from '../../../model/wire/json.ts'
import * as field from '../fields.ts'
import { startViewport } from './viewport.ts'

/** A lat/long value as it was saved; `readSpatial` reads it. */
export const spatial = () =>
  z
    .unknown()
    .transform((saved) => (isRecord(saved) ? saved : undefined))
    .optional()

/** A size in one of two ways: a number for all marks, or a metric. */
export const fixedOrMetric = (value: number) =>
  z
    .unknown()
    .transform((saved): Record<string, unknown> => (isRecord(saved) ? saved : { type: 'fix', value }))
    .default({ type: 'fix', value })

/** The fields that all map layers share. */
export const mapFields = {
  time_range: field.text('No filter'),
  adhoc_filters: field.adhocFilters(),
  filter_nulls: field.flag(true),
  mapbox_style: field.text('mapbox://styles/mapbox/light-v9'),
  viewport: z
    .unknown()
    .transform((saved): Record<string, unknown> => (isRecord(saved) ? saved : { ...startViewport }))
    .default({ ...startViewport }),
  autozoom: field.flag(true),
  js_columns: field.columns(),
  js_data_mutator: field.text(''),
  js_tooltip: field.text(''),
  js_onclick_href: field.text(''),
}

export const legendFields = {
  legend_position: field.oneOf([null, 'tl', 'tr', 'bl', 'br'], 'tr'),
  legend_format: field.format(undefined),
}

export const areaFields = {
  fill_color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  stroke_color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  filled: field.flag(true),
  stroked: field.flag(false),
  extruded: field.flag(true),
}

/** The fields of maps that combine points. */
export const weightedFields = {
  spatial: spatial(),
  size: field.metric(),
  row_limit: field.rowLimit(10_000),
}
