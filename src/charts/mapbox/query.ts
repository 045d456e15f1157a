import type { z } from 'zod'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { count, labelOf, radiusColumn } from './columns.ts'
import { startColor, startViewport } from './startViewport.ts'

const formData = field.formDataSchema({
  time_range: field.text('No filter'),
  all_columns_x: field.column(),
  all_columns_y: field.column(),
  clustering_radius: field.number(60),
  row_limit: field.rowLimit(10_000),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  point_radius: field.text('Auto'),
  point_radius_unit: field.oneOf(['Pixels', 'Miles', 'Kilometers'], 'Pixels'),
  mapbox_label: field.texts(),
  pandas_aggfunc: field.oneOf(['sum', 'mean', 'min', 'max', 'std', 'var'], 'sum'),
  render_while_dragging: field.flag(true),
  mapbox_style: field.text('mapbox://styles/mapbox/light-v9'),
  global_opacity: field.number(1),
  mapbox_color: field.text(startColor),
  viewport_longitude: field.number(startViewport.longitude),
  viewport_latitude: field.number(startViewport.latitude),
  viewport_zoom: field.number(startViewport.zoom),
})

export type MapboxForm = z.output<typeof formData>

/** Rows with their places; if there are dimensions, groups of rows. */
export const query = defineQuery<MapboxForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const { metrics: _metrics, columns: _columns, ...rest } = buildQueryObject(form)
    const label = labelOf(form)
    const needed = [form.all_columns_x, form.all_columns_y, label === count ? undefined : label, radiusColumn(form)]
    const [x, y] = [form.all_columns_x, form.all_columns_y]
    // cells contain only point counts, so rows are combined into cells only if no label, radius or group is needed
    const isCounted = form.groupby.length === 0 && label === undefined && radiusColumn(form) === undefined
    const columns = [...form.groupby, ...needed.filter((column) => column !== undefined)]
    return [
      {
        ...rest,
        columns: uniqueBy(columns, columnLabel),
        ...(form.groupby.length > 0 && { metrics: label === count ? [count] : [] }),
        ...(isCounted &&
          x !== undefined &&
          y !== undefined && { point_cells: { longitude: columnLabel(x), latitude: columnLabel(y) } }),
      },
    ]
  },
})
