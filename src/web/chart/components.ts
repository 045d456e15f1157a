import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { ChartComponentProps, ChartDefinition } from '../../charts/shared/defineChart.ts'

/** `kind` is the chart type's name. */
export type DrawnProps = ChartComponentProps<Record<string, unknown>> & { kind: string }

const loaded = new Map<string, LazyExoticComponent<ComponentType<DrawnProps>>>()

/** The component that draws a chart type, loaded when the first chart of the type appears. */
export function componentOf(chart: ChartDefinition): ComponentType<DrawnProps> {
  const known = loaded.get(chart.type)
  if (known) return known
  const component = lazy(async (): Promise<{ default: ComponentType<DrawnProps> }> => {
    if (chart.draw.with === 'react') return chart.draw.component() as Promise<{ default: ComponentType<DrawnProps> }>
    const [{ EChartsView }, { drawing }] = await Promise.all([import('./EChartsView.tsx'), chart.draw.drawing()])
    return { default: (props) => EChartsView({ ...props, drawing }) }
  })
  loaded.set(chart.type, component)
  return component
}
