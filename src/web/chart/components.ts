import { type ComponentType, lazy, type ReactNode } from 'react'
import { findChart, openFormData } from '../../charts/index.ts'
import type { ChartComponentProps, ChartDefinition } from '../../charts/shared/defineChart.ts'

/** `kind` is the name of the chart type; `waiting` is shown until the chart is drawn. */
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
  // a chunk that failed to load is requested again at the next attempt
  promise.catch(() => loading.delete(chart.type))
  loading.set(chart.type, promise)
  return promise
}

async function importDrawn(chart: ChartDefinition): Promise<Drawn> {
  if (chart.draw.with === 'react') return (await chart.draw.component()).default as Drawn
  const [{ EChartsView }, { drawing }] = await Promise.all([import('./EChartsView.tsx'), chart.draw.drawing()])
  return (props) => EChartsView({ ...props, drawing })
}

/** The component that draws a chart type: the component itself if it has loaded, else one that suspends. */
export function componentOf(chart: ChartDefinition): Drawn {
  return loaded.get(chart.type) ?? lazy(async () => ({ default: await load(chart) }))
}

/** Starts loading the code of a chart while its data are being loaded. */
export function preloadChart(vizType: string, formData: Record<string, unknown>): void {
  const chart = findChart(vizType)
  if (chart === undefined) return
  // an error is shown when the chart is drawn
  void load(chart).catch(() => undefined)
  if (chart.draw.with !== 'echarts') return
  const opened = openFormData({ ...formData, viz_type: vizType })
  if (opened === undefined) return
  void chart.draw
    .drawing()
    .then(({ drawing }) => drawing.register(opened.formData))
    .catch(() => undefined)
}
