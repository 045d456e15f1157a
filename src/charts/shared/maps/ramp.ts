import type { EChartsOption } from 'echarts'
import type { DrawInput } from '../contract.ts'
import { labelWidth } from '../textWidth.ts'
import { landColors, landScale } from './landColors.ts'
import { mapNumber } from './mapNumber.ts'

/** Number of colors of the ramp: with this many, interpolation between them equals the scheme. */
const rampColors = 16
/** Below this size there is not enough space for a ramp. */
const rampFrom = { width: 160, height: 140 }

/** px */
const left = 4
const textGap = 6
/** px: on a shorter ramp, colors cannot be told apart */
const leastLength = 24

export const hasSpaceForRamp = ({ size }: Pick<DrawInput<unknown>, 'size'>): boolean =>
  size.width >= rampFrom.width && size.height >= rampFrom.height

/** The colors from the smallest to the largest value, below an ECharts map. */
export function ramp(
  { theme, size }: Pick<DrawInput<unknown>, 'theme' | 'size'>,
  scheme: string | undefined,
  [low, high]: readonly [low: number, high: number],
  write: (value: number) => string,
  bottom: number,
): EChartsOption['visualMap'] {
  const isFlat = high <= low
  const ends = [mapNumber(write, high), mapNumber(write, low)]
  const free = size.width - 2 * (left + textGap) - ends.reduce((sum, text) => sum + labelWidth(text), 0)
  if (free < leastLength) return undefined
  const colors = isFlat ? [landScale(scheme, [low, low], theme.mode)(low)] : landColors(scheme, rampColors, theme.mode)
  return {
    type: 'continuous',
    // only a legend: the areas have their own colors
    seriesIndex: [],
    min: isFlat ? low - 0.5 : low,
    max: isFlat ? low + 0.5 : high,
    inRange: { color: colors },
    orient: 'horizontal',
    bottom,
    left,
    padding: 0,
    itemWidth: 10,
    itemHeight: Math.min(160, size.width / 2.6, free),
    text: ends,
    textGap,
    textStyle: { color: theme.chartLabel, fontSize: 11 },
    hoverLink: false,
  } as EChartsOption['visualMap']
}
