import type { z } from 'zod'
import { headerSize, subheaderSize } from '../shared/bigNumber/controls.ts'
import { bigNumberFields } from '../shared/bigNumber/formData.ts'
import { checkbox, currencyFormat, filters, look, metric, numberFormat, timeFormat } from '../shared/controlGroups.ts'
import { defineChart } from '../shared/defineChart.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({ ...bigNumberFields, conditional_formatting: field.conditionalFormatting() })

export type BigNumberTotalForm = z.output<typeof formData>

export const bigNumberTotal = defineChart<BigNumberTotalForm>({
  type: 'big_number_total',
  name: 'Big Number',
  category: 'KPI',
  tags: ['Additive', 'Business', 'Formattable', 'Legacy', 'Percentages', 'Popular', 'Report', 'Description'],
  description: 'One value in large type.',
  behaviors: ['DRILL_TO_DETAIL'],
  shows: 'figure',
  formData,
  controls: [
    { label: 'Query', tab: 'data', expanded: true, controls: [metric(), filters()] },
    {
      label: 'Display settings',
      tab: 'data',
      expanded: true,
      controls: [look('subheader', 'text', 'Subheader', { default: '' })],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        headerSize(),
        subheaderSize(),
        numberFormat('y_axis_format', 'Number format'),
        currencyFormat(),
        timeFormat('time_format', 'Date format'),
        checkbox('force_timestamp_formatting', 'Force date format'),
        look('conditional_formatting', 'conditionalFormatting', 'Conditional formatting', { default: [] }),
      ],
    },
  ],
  buildQuery: ({ formData: form }) => [buildQueryObject(form)],
  draw: { with: 'react', component: () => import('./BigNumberTotal.tsx') },
})
