import { expect, it } from 'vitest'
import { createCounter, createHistogram, metricsText } from './text.ts'

it('writes families in the format of Prometheus', () => {
  const counter = createCounter()
  counter.add({ method: 'GET', path: 'a "b" \\ \n' })
  counter.add({ method: 'GET', path: 'a "b" \\ \n' })
  counter.add()
  const text = metricsText([
    { name: 'requests_total', help: 'Requests.\nAll.', type: 'counter', samples: counter.samples() },
    { name: 'nothing', help: 'No sample.', type: 'gauge', samples: [] },
    { name: 'load', help: 'Load.', type: 'gauge', samples: [{ value: 0.5 }] },
  ])
  expect(text).toBe(
    [
      '# HELP sextant_requests_total Requests.\\nAll.',
      '# TYPE sextant_requests_total counter',
      'sextant_requests_total{method="GET",path="a \\"b\\" \\\\ \\n"} 2',
      'sextant_requests_total 1',
      '# HELP sextant_load Load.',
      '# TYPE sextant_load gauge',
      'sextant_load 0.5',
      '',
    ].join('\n'),
  )
})

it('counts values into cumulative buckets', () => {
  const histogram = createHistogram([0.1, 1])
  for (const value of [0.1, 0.5, 7]) histogram.add(value)
  expect(metricsText([{ name: 't', help: 'T.', type: 'histogram', samples: histogram.samples() }]).split('\n')).toEqual(
    [
      '# HELP sextant_t T.',
      '# TYPE sextant_t histogram',
      'sextant_t_bucket{le="0.1"} 1',
      'sextant_t_bucket{le="1"} 2',
      'sextant_t_bucket{le="+Inf"} 3',
      'sextant_t_sum 7.6',
      'sextant_t_count 3',
      '',
    ],
  )
})
