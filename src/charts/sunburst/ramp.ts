import type { EChartsOption } from 'echarts'
import { colorRamp } from '../shared/colorRamp.ts'
import type { DrawInput } from '../shared/contract.ts'
import { numberFormatter } from '../shared/format/index.ts'
import { cutText, labelWidth } from '../shared/textWidth.ts'
import { trueMinus } from '../shared/trueMinus.ts'
import type { SunburstForm } from './query.ts'

/** px of the ramp and of the space above it */
export const rampHeight = 24
/** A smaller chart needs the space more. */
export const hasSpaceForRamp = ({ width, height }: { width: number; height: number }) => width >= 240 && height >= 240

const textGap = 6

/** The colors from the smallest to the largest ratio, with the name of the ratio, below the rings. */
export function ramp(
  { formData: form, theme, size }: Pick<DrawInput<SunburstForm>, 'formData' | 'theme' | 'size'>,
  name: string,
  domain: readonly [low: number, high: number],
  bottom: number,
): EChartsOption['visualMap'] {
  // parts of a whole are percentages
  const isShare = domain[0] >= 0 && domain[1] <= 1 && domain[1] - domain[0] > 0.02
  const write = numberFormatter(isShare ? '.0%' : 'SMART_NUMBER')
  const [from = '', to = ''] = domain.map((value) => trueMinus(write(value)))
  const length = Math.min(160, size.width / 3)
  const free = size.width - length - labelWidth(`${from}${to}`) - 3 * textGap - 12
  const named = free < 40 ? from : `${cutText(name, free, 11)}  ${from}`
  return {
    ...colorRamp({ scheme: form.linear_color_scheme, domain, ends: [named, to], theme, length }),
    // only a legend: the parts have their own colors
    seriesIndex: [],
    bottom: bottom + 2,
    left: 'center',
  }
}
