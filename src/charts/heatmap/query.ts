import type { z } from 'zod'
import { columnLabel, metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { renamed, withTimeFilter } from '../shared/query/legacyTime.ts'

const sortOrders = [null, 'alpha_asc', 'alpha_desc', 'value_asc', 'value_desc'] as const
export type SortOrder = (typeof sortOrders)[number]

const formData = field.formDataSchema({
  x_axis: field.column(),
  time_grain_sqla: field.format(undefined),
  groupby: field.column(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  sort_x_axis: field.oneOf(sortOrders, null),
  sort_y_axis: field.oneOf(sortOrders, null),
  normalize_across: field.oneOf(['heatmap', 'x', 'y'], 'heatmap'),
  legend_type: field.oneOf(['continuous', 'piecewise'], 'continuous'),
  linear_color_scheme: field.format(undefined),
  border_color: field.rgbaOr({ r: 0, g: 0, b: 0, a: 1 }),
  border_width: field.number(0),
  xscale_interval: field.number(-1),
  yscale_interval: field.number(-1),
  left_margin: field.sizeOrAuto(),
  bottom_margin: field.sizeOrAuto(),
  value_bounds: field.bounds(),
  y_axis_format: field.format('SMART_NUMBER'),
  x_axis_time_format: field.format('smart_date'),
  currency_format: field.currency(),
  show_legend: field.flag(true),
  show_percentage: field.flag(true),
  show_values: field.flag(false),
  normalized: field.flag(false),
})

export type HeatmapForm = z.output<typeof formData>

export const query = defineQuery<HeatmapForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const axes = [form.x_axis, form.groupby].filter((column) => column !== undefined)
    const across = { heatmap: undefined, x: form.x_axis, y: form.groupby }[form.normalize_across]
    const base = buildQueryObject({ ...form, groupby: undefined })
    const orderby = [...orderOf(form.sort_x_axis, form, 'x_axis'), ...orderOf(form.sort_y_axis, form, 'groupby')]
    return [
      {
        ...base,
        columns: uniqueBy(axes, columnLabel),
        ...(orderby.length > 0 && { orderby }),
        post_processing: [
          {
            operation: 'rank',
            options: {
              metric: form.metric === undefined ? '' : metricLabel(form.metric),
              ...(across !== undefined && { group_by: columnLabel(across) }),
            },
          },
        ],
      },
    ]
  },
  replaces: { heatmap: migrateHeatmap },
})

/** Axes sorted by name are sorted by their column; axes sorted by value are sorted by the metric. */
function orderOf(order: SortOrder, form: HeatmapForm, key: 'x_axis' | 'groupby'): NonNullable<QueryObject['orderby']> {
  const by = order?.startsWith('value') ? form.metric : form[key]
  if (order === null || by === undefined) return []
  return [
    [order.startsWith('value') ? by : columnLabel(by as Parameters<typeof columnLabel>[0]), order.endsWith('asc')],
  ]
}

const names = {
  all_columns_x: 'x_axis',
  all_columns_y: 'groupby',
  y_axis_bounds: 'value_bounds',
  show_perc: 'show_percentage',
  time_format: 'x_axis_time_format',
}

/** Converts a chart of the retired heatmap type. Its sort by metric and its pixelated rendering have no successors. */
function migrateHeatmap(form: Record<string, unknown>): Record<string, unknown> {
  const { sort_by_metric: _order, canvas_image_rendering: _pixels, ...rest } = withTimeFilter(renamed(form, names))
  return {
    sort_x_axis: 'alpha_asc',
    sort_y_axis: 'alpha_asc',
    ...rest,
    viz_type: 'heatmap_v2',
    legend_type: 'continuous',
  }
}
