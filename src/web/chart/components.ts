import { type ComponentType, lazy, type ReactNode } from 'react'
import { findChart, openFormData } from '../../charts/index.ts'
import type { ChartComponentProps, ChartDefinition } from '../../charts/shared/defineChart.ts'

/** `kind` is the chart type's name; `waiting` is shown until the picture is there. */
export type DrawnProps = ChartComponentProps<Record<string, unknown>> & { kind: string; waiting?: ReactNode }

type Drawn = ComponentType<DrawnProps>

const loading = new Map<string, Promise<Drawn>>()
const loaded = new Map<string, Drawn>()

function load(chart: ChartDefinition): Promise<Drawn> {
  const known = loading.get(chart.type)
  if (known) return known
  const promise = importDrawn(chart).then((component) => {
    loaded.set(chart.type, component)
    return component
  })
  // a chunk that did not arrive is asked for again at the next try
  promise.catch(() => loading.delete(chart.type))
  loading.set(chart.type, promise)
  return promise
}

async function importDrawn(chart: ChartDefinition): Promise<Drawn> {
  if (chart.draw.with === 'react') return (await chart.draw.component()).default as Drawn
  const [{ EChartsView }, { drawing }] = await Promise.all([import('./EChartsView.tsx'), chart.draw.drawing()])
  return (props) => EChartsView({ ...props, drawing })
}

/** The component that draws a chart type: the component itself once it is loaded, else one that suspends. */
export function componentOf(chart: ChartDefinition): Drawn {
  return loaded.get(chart.type) ?? lazy(async () => ({ default: await load(chart) }))
}

/** Starts loading what a chart needs to be drawn, while its data are still on their way. */
export function preloadChart(vizType: string, formData: Record<string, unknown>): void {
  const chart = findChart(vizType)
  if (chart === undefined) return
  // a failure shows when the chart is drawn
  void load(chart).catch(() => undefined)
  if (chart.draw.with !== 'echarts') return
  const opened = openFormData({ ...formData, viz_type: vizType })
  if (opened === undefined) return
  void chart.draw
    .drawing()
    .then(({ drawing }) => drawing.register(opened.formData))
    .catch(() => undefined)
}
