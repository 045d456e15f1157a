import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

const lands = ['BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH']
const orders = [1110, 1320, 370, 250, 70, 190, 630, 160, 800, 1790, 410, 100, 410, 220, 290, 210]

const numbers = [65, 77, 78, 72, 45, 36, 62, 42, 25, 57]

export const examples: ChartExample[] = [
  {
    caption: 'Orders by state of Germany.',
    form: { select_country: 'germany', entity: 'State', metric: 'Orders' },
    data: [exampleResult({ State: lands.map((land) => `DE-${land}`), Orders: orders })],
  },
  {
    caption: 'Visitors of ten regions of Italy.',
    form: { select_country: 'italy_regions', entity: 'Region', metric: 'Visitors', linear_color_scheme: 'schemeOrRd' },
    data: [
      exampleResult({
        Region: numbers.map((number) => `IT-${number}`),
        Visitors: numbers.map((_, at) => 400 + 137 * ((at * 7) % 10)),
      }),
    ],
  },
]
