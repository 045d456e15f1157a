// @vitest-environment happy-dom
import { BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { registerParts } from '../../charts/shared/echarts/registerParts.ts'
import { paintInOwnTask } from './paintInOwnTask.ts'

registerParts([SVGRenderer, BarChart, GridComponent])

const option = { xAxis: { type: 'category', data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [1] }] }

it('a picture is painted in the frame after the one in which it was computed', async () => {
  const chart = init(document.createElement('div'), null, { renderer: 'svg', width: 300, height: 200 })
  onTestFinished(() => chart.dispose())
  const { animation, painter } = chart.getZr()
  const nextFrame = async () => {
    animation.update()
    // runs the microtasks of the frame
    await Promise.resolve()
  }
  await nextFrame()
  const paint = vi.spyOn(painter, 'refresh')
  const computed = vi.fn<() => void>()
  chart.on('updated', computed)
  const counts = () => [computed.mock.calls.length, paint.mock.calls.length]
  // `paintInOwnTask` relies on this: ECharts calls this method to paint, twice in the frame of an update
  chart.setOption(option, { lazyUpdate: true })
  await nextFrame()
  expect(counts()).toEqual([1, 2])
  await nextFrame()
  paint.mockClear()
  chart.setOption({ series: [{ data: [2] }] }, { lazyUpdate: true })
  paintInOwnTask(chart)
  await nextFrame()
  expect(counts()).toEqual([2, 0])
  await nextFrame()
  expect(counts()).toEqual([2, 1])
  expect(painter.refresh).toBe(paint)
})
