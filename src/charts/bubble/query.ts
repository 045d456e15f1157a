import type { z } from 'zod'
import { columnLabel, metricLabel, uniqueBy } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { renamed, withTimeFilter } from '../shared/query/legacyTime.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const formData = field.formDataSchema({
  series: field.column(),
  entity: field.column(),
  x: field.metric(),
  y: field.metric(),
  adhoc_filters: field.adhocFilters(),
  size: field.metric(),
  orderby: field.metric(),
  order_desc: field.flag(true),
  row_limit: field.rowLimit(10_000),
  color_scheme: field.format(undefined),
  ...legendFields,
  max_bubble_size: field.number(25),
  tooltipSizeFormat: field.format('SMART_NUMBER'),
  opacity: field.number(0.6),
  x_axis_label: field.text(''),
  xAxisLabelRotation: field.number(0),
  xAxisLabelInterval: field.oneOf(['auto', 0, '0'], 'auto'),
  x_axis_title_margin: field.number(30),
  xAxisFormat: field.format('SMART_NUMBER'),
  logXAxis: field.flag(false),
  y_axis_label: field.text(''),
  yAxisLabelRotation: field.number(0),
  y_axis_title_margin: field.number(30),
  y_axis_format: field.format('SMART_NUMBER'),
  logYAxis: field.flag(false),
  truncateXAxis: field.flag(false),
  xAxisBounds: field.bounds(),
  truncateYAxis: field.flag(false),
  y_axis_bounds: field.bounds(),
})

export type BubbleForm = z.output<typeof formData>

export const query = defineQuery<BubbleForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = [form.entity, form.series].filter((column) => column !== undefined)
    const metrics = [form.x, form.y, form.size].filter((metric) => metric !== undefined)
    return [
      {
        ...buildQueryObject({ ...form, orderby: undefined }),
        columns: uniqueBy(columns, columnLabel),
        metrics: uniqueBy(metrics, metricLabel),
        ...(form.orderby !== undefined && { orderby: [[form.orderby, !form.order_desc]] }),
      },
    ]
  },
  replaces: { bubble: migrateBubble },
})

const names = {
  limit: 'row_limit',
  x_axis_format: 'xAxisFormat',
  x_log_scale: 'logXAxis',
  y_log_scale: 'logYAxis',
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_showminmax: 'truncateYAxis',
}

/** The retired bubble chart. Its axes did not start at zero. */
function migrateBubble(form: Record<string, unknown>): Record<string, unknown> {
  const rest = withTimeFilter(renamed(form, names))
  return {
    ...rest,
    viz_type: 'bubble_v2',
    truncateYAxis: true,
    truncateXAxis: true,
    ...('x_ticks_layout' in form && { xAxisLabelRotation: form.x_ticks_layout === '45°' ? 45 : 0 }),
  }
}
