import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const place = (longitude: number, latitude: number) =>
  JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] })
const places = [place(2.35, 48.86), place(13.4, 52.52), place(12.5, 41.9), place(-3.7, 40.42)]
const kinds = ['Rail', 'Air', 'Sea']
const deliveries = [420, 210, 90, 380, 160, 40, 150, 220, 260, 190, 240, 180]

const pie = {
  type: { type: 'pie', name: 'Pie Chart', folder: 'pie', drawnWith: 'echarts', shows: 'plot', behaviors: [] } as const,
  // saved charts have all of their fields
  formData: {
    viz_type: 'pie',
    groupby: ['Carrier'],
    metric: 'Deliveries',
    adhoc_filters: [],
    row_limit: 100,
    sort_by_metric: true,
    show_labels_threshold: 5,
    threshold_for_other: 0,
    roseType: null,
    show_legend: true,
    legendType: 'scroll',
    legendOrientation: 'top',
    legendMargin: null,
    label_type: 'key',
    label_template: '',
    number_format: 'SMART_NUMBER',
    date_format: 'smart_date',
    show_labels: false,
    labels_outside: false,
    label_line: false,
    show_total: false,
    outerRadius: 90,
    donut: false,
    innerRadius: 30,
  },
}

export const examples: ChartExample[] = [
  {
    caption: 'The deliveries of each city by carrier.',
    form: {
      selected_chart: [1],
      geom_column: 'Place',
      chart_size: 70,
      chart_background_border_radius: 100,
      source_charts: [{ id: 1, name: 'Carriers', ...pie }],
    },
    data: [
      exampleResult({
        Carrier: places.flatMap(() => kinds),
        Place: places.flatMap((each) => kinds.map(() => each)),
        Deliveries: deliveries,
      }),
    ],
  },
]
