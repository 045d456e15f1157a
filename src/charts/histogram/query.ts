import type { z } from 'zod'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { renamed, withTimeFilter } from '../shared/query/legacyTime.ts'

const formData = field.formDataSchema({
  column: field.column(),
  groupby: field.columns(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  bins: field.number(5),
  normalize: field.flag(false),
  cumulative: field.flag(false),
  color_scheme: field.format(undefined),
  show_value: field.flag(false),
  show_legend: field.flag(true),
  x_axis_title: field.text(''),
  x_axis_format: field.format('SMART_NUMBER'),
  y_axis_title: field.text(''),
  y_axis_format: field.format('SMART_NUMBER'),
})

export type HistogramForm = z.output<typeof formData>

export const query = defineQuery<HistogramForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = [...form.groupby, ...(form.column === undefined ? [] : [form.column])]
    // without metrics the server returns rows, which it then counts
    const { metrics: _none, ...base } = buildQueryObject(form)
    return [
      {
        ...base,
        columns: uniqueBy(columns, columnLabel),
        post_processing: [
          {
            operation: 'histogram',
            options: {
              column: form.column === undefined ? '' : columnLabel(form.column),
              groupby: form.groupby.map(columnLabel),
              bins: Math.max(1, Math.round(form.bins)),
              cumulative: form.cumulative,
              normalize: form.normalize,
            },
          },
        ],
      },
    ]
  },
  replaces: { histogram: migrateHistogram },
})

const names = {
  link_length: 'bins',
  x_axis_label: 'x_axis_title',
  y_axis_label: 'y_axis_title',
  normalized: 'normalize',
}

/** Converts a chart of the retired histogram type. Only the first of its columns is kept. */
function migrateHistogram(form: Record<string, unknown>): Record<string, unknown> {
  const { all_columns_x, ...rest } = withTimeFilter(renamed(form, names))
  const bins = Number.parseInt(String(rest.bins), 10)
  return {
    ...rest,
    viz_type: 'histogram_v2',
    column: [all_columns_x].flat()[0],
    bins: Number.isNaN(bins) ? 5 : bins,
  }
}
