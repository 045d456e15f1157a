import { z } from 'zod'
import { columnLabel, metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { AdhocFilter, QueryColumn, QueryObject } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { tickLayouts } from '../shared/plot/tickLayouts.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { baseAxis } from '../shared/query/xAxis.ts'

/** null is saved as "none", and sent as null in requests. */
const timeGrain = z
  .unknown()
  .transform((saved) => (typeof saved === 'string' && saved !== '' ? saved : saved === null ? null : undefined))
  .optional()

const lookup = z
  .unknown()
  .transform((saved) => (typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : {}))
  .default({})

const formData = field.formDataSchema({
  columns: field.columns(),
  time_grain_sqla: timeGrain,
  temporal_columns_lookup: lookup,
  groupby: field.columns(),
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  series_limit: field.number(null),
  series_limit_metric: field.metric(),
  whiskerOptions: field.text('Tukey'),
  x_axis_title: field.text(''),
  x_axis_title_margin: field.number(15),
  y_axis_title: field.text(''),
  y_axis_title_margin: field.number(15),
  y_axis_title_position: field.oneOf(['Left', 'Top'], 'Left'),
  color_scheme: field.format(undefined),
  x_ticks_layout: field.oneOf(tickLayouts, 'auto'),
  number_format: field.format('SMART_NUMBER'),
  date_format: field.format('smart_date'),
})

export type BoxPlotForm = z.output<typeof formData>

export const query = defineQuery<BoxPlotForm>({
  formData,
  migrate: (form) => withTimeColumn('whiskerOptions' in form ? form : { ...form, whiskerOptions: 'Tukey' }),
  buildQuery: ({ formData: form }) => {
    const base = buildQueryObject(form)
    // requests of older charts contain a missing grain in `extras` as well
    const isOld = form.time_grain_sqla === null && Boolean(form['granularity_sqla'])
    const extras = isOld ? { ...base.extras, time_grain_sqla: null } : base.extras
    return [
      {
        ...base,
        extras: extras as QueryObject['extras'],
        columns: uniqueBy([...form.columns, ...form.groupby], columnLabel).map((column) => withGrain(form, column)),
        series_columns: form.groupby,
        post_processing: [
          {
            operation: 'boxplot',
            options: {
              ...whiskersOf(form.whiskerOptions),
              groupby: form.groupby.map(columnLabel),
              metrics: form.metrics.map(metricLabel),
            },
          },
        ],
      },
    ]
  },
})

/**
 * A chart without columns gets its time column, or the column of its time filter: the values at its times form a box.
 * (The original never reads the other spelling of `whiskerOptions`: charts with that spelling show Tukey's whiskers.)
 */
function withTimeColumn(form: Record<string, unknown>): Record<string, unknown> {
  const filters = [form.adhoc_filters ?? []].flat() as (Partial<AdhocFilter> | null)[]
  const time = form.granularity_sqla || filters.find((filter) => filter?.operator === 'TEMPORAL_RANGE')?.subject
  const isEmpty = [form.columns ?? []].flat().length === 0
  return isEmpty && typeof time === 'string' && time !== '' ? { ...form, columns: [time] } : form
}

function withGrain(form: BoxPlotForm, column: QueryColumn): QueryColumn {
  const isTime = typeof column === 'string' && Boolean(form.temporal_columns_lookup[column])
  return isTime && form.time_grain_sqla ? baseAxis(column, form.time_grain_sqla) : column
}

/** `2/98 percentiles` -> percentiles; unknown texts -> Tukey. */
function whiskersOf(option: string): Record<string, unknown> {
  if (option === 'Min/max (no outliers)') return { whisker_type: 'min/max' }
  const [low, high] = (/^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?) percentiles$/.exec(option) ?? []).slice(1).map(Number)
  return low === undefined || high === undefined || low >= high || high > 100
    ? { whisker_type: 'tukey' }
    : { whisker_type: 'percentile', percentiles: [low, high] }
}
