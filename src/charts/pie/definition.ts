import type { z } from 'zod'
import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  legend,
  look,
  metric,
  numberFormat,
  queryCheckbox,
  rowLimit,
  select,
  timeFormat,
} from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const labelTypes = [
  'key',
  'value',
  'percent',
  'key_value',
  'key_percent',
  'key_value_percent',
  'value_percent',
  'template',
] as const

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(100),
  sort_by_metric: field.flag(true),
  color_scheme: field.format(undefined),
  show_labels_threshold: field.number(5),
  threshold_for_other: field.number(0),
  roseType: field.oneOf([null, 'area', 'radius'], null),
  ...legendFields,
  label_type: field.oneOf(labelTypes, 'key'),
  label_template: field.text(''),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  date_format: field.format('smart_date'),
  show_labels: field.flag(true),
  labels_outside: field.flag(true),
  label_line: field.flag(false),
  show_total: field.flag(false),
  outerRadius: field.number(70),
  donut: field.flag(false),
  innerRadius: field.number(30),
})

export type PieForm = z.output<typeof formData>

export const pie = defineChart<PieForm>({
  type: 'pie',
  name: 'Pie Chart',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  description: 'The shares of a whole, as slices of a pie or a ring. Works best with a few slices.',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  shows: 'plot',
  formData,
  controls: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      controls: [
        dimensions(),
        metric(),
        filters(),
        rowLimit(100),
        queryCheckbox('sort_by_metric', 'Sort by metric', true),
      ],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        colorScheme(),
        look('show_labels_threshold', 'number', 'Percentage threshold', { default: 5 }),
        look('threshold_for_other', 'number', 'Threshold for Other', { default: 0, min: 0, max: 100, step: 0.5 }),
        select('roseType', 'Rose type', null, [
          [null, 'None'],
          ['area', 'Area'],
          ['radius', 'Radius'],
        ]),
        ...legend,
      ],
    },
    {
      label: 'Labels',
      tab: 'customize',
      controls: [
        select('label_type', 'Label type', 'key', [
          ['key', 'Category name'],
          ['value', 'Value'],
          ['percent', 'Percentage'],
          ['key_value', 'Category and value'],
          ['key_percent', 'Category and percentage'],
          ['key_value_percent', 'Category, value and percentage'],
          ['value_percent', 'Value and percentage'],
          ['template', 'Template'],
        ]),
        look('label_template', 'text', 'Label template', {
          default: '',
          visible: (form) => form.label_type === 'template',
        }),
        numberFormat('number_format', 'Number format'),
        currencyFormat(),
        timeFormat('date_format', 'Date format'),
        checkbox('show_labels', 'Show labels', true),
        checkbox('labels_outside', 'Put labels outside', true, { visible: (form) => form.show_labels !== false }),
        checkbox('label_line', 'Label line', false, { visible: (form) => form.show_labels !== false }),
        checkbox('show_total', 'Show total'),
      ],
    },
    {
      label: 'Pie shape',
      tab: 'customize',
      controls: [
        look('outerRadius', 'slider', 'Outer radius', { default: 70, min: 10, max: 100 }),
        checkbox('donut', 'Donut'),
        look('innerRadius', 'slider', 'Inner radius', {
          default: 30,
          min: 0,
          max: 100,
          visible: (form) => Boolean(form.donut),
        }),
      ],
    },
  ],
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    // largest slice first
    return [form.sort_by_metric && form.metric !== undefined ? { ...query, orderby: [[form.metric, false]] } : query]
  },
  draw: { with: 'echarts', drawing: () => import('./drawing.ts') },
})
