import type { ChartExample } from '../shared/contract.ts'
import { exampleResult } from '../shared/examples/exampleResult.ts'

export const examples: ChartExample[] = [
  {
    caption: 'Words of reviews, larger the more often they occur.',
    form: { series: 'Word', metric: 'Count', rotation: 'flat', size_from: 10, size_to: 44 },
    data: [
      exampleResult({
        Word: [
          'fresh',
          'aroma',
          'mild',
          'strong',
          'price',
          'fast',
          'fruity',
          'sweet',
          'bitter',
          'organic',
          'gift',
          'again',
        ],
        Count: [96, 81, 60, 55, 47, 43, 38, 34, 29, 26, 19, 15],
      }),
    ],
  },
]
