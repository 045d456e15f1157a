// @vitest-environment happy-dom
import { GraphChart } from 'echarts/charts'
import { init } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import View from 'echarts/lib/chart/graph/GraphView.js'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { registerParts } from './registerParts.ts'
import { type GraphView, isLaidOutAtOnce, settleGraph } from './settleGraph.ts'

interface Shown extends GraphView {
  _mainGroup: GraphView['_mainGroup'] & { ignore: boolean }
}

interface SeriesData {
  mapArray: (each: (at: number) => unknown) => unknown
  getItemLayout: (at: number) => number[]
  getItemGraphicEl: (at: number) => { getSymbolPath: () => { textConfig: { position: unknown } } }
}

const size = { width: 600, height: 400 }
const prototype = View.prototype as GraphView
const original = prototype._startForceLayoutIteration
registerParts([SVGRenderer, GraphChart, LabelLayout])

function optionOf(nodes: number, links: number, isFitted = false) {
  return {
    series: [
      {
        type: 'graph',
        animation: false,
        layout: 'force',
        force: {
          layoutAnimation: false,
          initLayout: 'circular',
          isFitted,
          repulsion: 20,
          gravity: 0.2,
          edgeLength: 40,
        },
        edgeSymbol: ['none', 'arrow'],
        lineStyle: { curveness: 0.1 },
        label: { show: true },
        labelLayout: { hideOverlap: true },
        data: Array.from({ length: nodes }, (_, at) => ({ name: `node ${at}`, value: at % 5, symbolSize: 8 })),
        links: Array.from({ length: links }, (_, at) => ({
          source: at % nodes,
          target: (at * 7 + 3) % nodes,
          value: at % 3,
        })),
      },
    ],
  }
}

const svgOf = (nodes: number, links: number): string => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption(optionOf(nodes, links))
  // class names are numbered
  const svg = chart.renderToSVGString().replaceAll(/zr\d+-cls-\d+/g, 'class')
  chart.dispose()
  return svg
}

it.each([
  [12, 20],
  [90, 150],
])('a graph of %d nodes is drawn as ECharts draws it, but its lines are moved once', (nodes, links) => {
  expect(original, 'the method that is replaced').toBeTypeOf('function')
  const moved = vi.spyOn(prototype, 'updateLayout')
  const before = svgOf(nodes, links)
  expect(moved.mock.calls.length).toBeGreaterThan(100)
  moved.mockClear()
  settleGraph()
  onTestFinished(() => {
    prototype._startForceLayoutIteration = original
  })
  expect(svgOf(nodes, links)).toBe(before)
  expect(moved).toHaveBeenCalledTimes(1)
  moved.mockRestore()
})

it('a large graph is laid out in several tasks and appears at the end, as the server draws it', async () => {
  settleGraph()
  const [nodes, links] = [90, 150]
  expect([isLaidOutAtOnce(12, 20), isLaidOutAtOnce(nodes, links)]).toEqual([true, false])
  const drawnBy = (ssr: boolean) => {
    const chart = init(document.createElement('div'), null, { renderer: 'svg', ssr, ...size })
    onTestFinished(() => chart.dispose())
    chart.setOption(optionOf(nodes, links, true))
    const { _chartsViews, _model } = chart as unknown as {
      _chartsViews: Shown[]
      _model: { getSeriesByIndex: (at: number) => { getData: () => SeriesData } }
    }
    const places = () => {
      const data = _model.getSeriesByIndex(0).getData()
      const sideOf = (at: number) => data.getItemGraphicEl(at).getSymbolPath().textConfig.position
      return data.mapArray((at) => [...data.getItemLayout(at), sideOf(at)])
    }
    return { shown: _chartsViews[0]!, places }
  }
  const { shown, places } = drawnBy(false)
  await Promise.resolve()
  expect([shown._layouting, shown._mainGroup.ignore]).toEqual([true, true])
  await vi.waitFor(() => expect(shown._layouting).toBe(false), 5000)
  expect(shown._mainGroup.ignore).toBe(false)
  expect(places()).toEqual(drawnBy(true).places())
})
