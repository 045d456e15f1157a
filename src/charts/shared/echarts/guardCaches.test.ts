import { BarChart, PieChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { afterEach, expect, it } from 'vitest'
import { registerParts } from './registerParts.ts'

registerParts([SVGRenderer, BarChart, PieChart, GridComponent])

const keys = Reflect.ownKeys(Object.prototype)
const ofFunction = Reflect.ownKeys(Object.prototype.toString)

afterEach(() => {
  // a failed test would break the tests after it
  for (const key of ['prev', 'next']) Reflect.deleteProperty(Object.prototype, key)
})

const names = ['__proto__', 'constructor', 'toString', 'a']

it.each([
  ['pie', { series: [{ type: 'pie', data: names.map((name) => ({ name, value: 1 })) }] }],
  [
    'bar',
    {
      xAxis: { type: 'category', data: names },
      yAxis: {},
      series: [{ type: 'bar', data: [1, 2, 3, 4], label: { show: true, formatter: '{b}' } }],
    },
  ],
])(
  'names such as those of object members are drawn in a %s, and nothing is written to Object.prototype',
  (_type, option) => {
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 })
    chart.setOption(option)
    const svg = chart.renderToSVGString()
    chart.dispose()
    for (const name of names) expect(svg).toContain(`>${name}<`)
    expect(Reflect.ownKeys(Object.prototype)).toEqual(keys)
    expect(Reflect.ownKeys(Object.prototype.toString)).toEqual(ofFunction)
  },
)
