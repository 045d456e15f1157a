import type { EChartsOption } from 'echarts'
import { sequentialColors, sequentialScale } from './color/sequential.ts'
import type { ChartTheme } from './theme.ts'

/** Number of colors of the ramp: with this many, interpolation between them equals the scheme. */
const rampColors = 16

interface Ramp {
  scheme: string | null | undefined
  /** the values at both ends */
  domain: readonly [low: number, high: number]
  /** the texts at both ends */
  ends: [low: string, high: string]
  theme: ChartTheme
  /** px */
  length: number
}

/** The colors of a scheme from the smallest to the largest value, in a horizontal line. */
export function colorRamp({ scheme, domain: [low, high], ends: [from, to], theme, length }: Ramp) {
  const isFlat = high <= low
  return {
    type: 'continuous',
    min: isFlat ? low - 0.5 : low,
    max: isFlat ? low + 0.5 : high,
    inRange: {
      color: isFlat
        ? [sequentialScale(scheme, [low, low], theme.mode)(low)]
        : sequentialColors(scheme, rampColors, theme.mode),
    },
    orient: 'horizontal',
    padding: 0,
    itemWidth: 10,
    itemHeight: length,
    text: [to, from],
    textGap: 6,
    textStyle: { color: theme.chartLabel, fontSize: 11 },
    hoverLink: false,
  } satisfies EChartsOption['visualMap']
}
