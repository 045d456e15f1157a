import type { CustomSeriesOption } from 'echarts'
import type { ChartTheme } from '../shared/theme.ts'
import type { Step } from './steps.ts'

/** In px; lines between bars that are closer would not be visible. */
const leastGap = 2

/**
 * Thin lines at the running total, from each bar to the next. They also show the place of a change of zero, which has no
 * bar. `step`: px from bar to bar.
 */
export function connectors(steps: Step[], step: number, bar: number, theme: ChartTheme): CustomSeriesOption[] {
  if (step - bar < leastGap) return []
  return [
    {
      type: 'custom',
      name: '',
      silent: true,
      animation: false,
      z: 1,
      tooltip: { show: false },
      data: steps.map(({ to }, at) => [at, to]),
      renderItem: ({ dataIndex }, api) => {
        const [one, next] = [steps[dataIndex], steps[dataIndex + 1]]
        if (one === undefined || next === undefined) return null
        const [x = 0, y = 0] = api.coord([dataIndex, one.to])
        const half = (each: Step) => (each.from === each.to ? 0 : bar / 2)
        const height = Math.round(y) - 0.5
        return {
          type: 'line',
          shape: { x1: x + half(one), x2: x + step - half(next), y1: height, y2: height },
          style: { stroke: theme.chartAxis, lineWidth: 1 },
        }
      },
    },
  ]
}
