import { expect, it } from 'vitest'
import { bareOption, glanceOption } from './bareOption.ts'

it('leaves the marks, without texts, legends and sliders, in all of the space', () => {
  const option = {
    legend: [{ top: 4 }],
    grid: { left: 40, containLabel: true },
    xAxis: { type: 'time', name: 'Day', axisLabel: { rotate: 45 } },
    yAxis: [{ type: 'value', min: 3 }],
    dataZoom: [{ type: 'slider', start: 10 }],
    series: [{ type: 'line', data: [1], label: { show: true }, markPoint: {} }],
  }
  const off = { show: false }
  expect(bareOption(option)).toEqual({
    legend: [{ top: 4, show: false }],
    grid: { left: 2, right: 2, top: 4, bottom: 2, containLabel: false },
    xAxis: { type: 'time', name: '', axisLabel: off, axisTick: off },
    yAxis: [{ type: 'value', min: 3, name: '', axisLabel: off, axisTick: off }],
    dataZoom: [{ type: 'slider', start: 10, show: false }],
    series: [
      {
        type: 'line',
        data: [1],
        label: off,
        labelLine: off,
        endLabel: off,
        edgeLabel: off,
        upperLabel: off,
      },
    ],
  })
})

it.each([
  [
    ['30%', '60%'],
    ['48%', '96%'],
  ],
  ['70%', ['0%', '96%']],
  [undefined, ['0%', '96%']],
])('a pie with the radius %j fills its box', (radius, wanted) => {
  const { series } = bareOption({ series: [{ type: 'pie', radius }] }) as { series: object[] }
  expect(series[0]).toMatchObject({ center: ['50%', '50%'], radius: wanted })
})

it('a long legend has no buttons at a glance', () => {
  expect(glanceOption({ legend: { type: 'scroll' }, series: [] })).toMatchObject({
    legend: { type: 'scroll', pageIconColor: 'transparent', pageTextStyle: { color: 'transparent' } },
    series: [],
  })
  const plain = { series: [] }
  expect(glanceOption(plain)).toBe(plain)
})

it('leaves several plots where they are, and the number of a gauge', () => {
  const grid = [{ top: 0 }, { top: '50%' }]
  const series = [{ type: 'gauge', detail: { show: true } }]
  expect(bareOption({ grid, series })).toMatchObject({ grid, series: [{ detail: { show: true } }] })
})
