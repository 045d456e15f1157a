import type { DrawInput } from '../shared/contract.ts'
import { timeTicks } from '../shared/svg/timeTicks.ts'
import { h, type SvgChild, type SvgNode } from '../shared/svg/tree.ts'
import { cutText } from '../shared/textWidth.ts'
import { type ChartMode, fontSans } from '../shared/theme.ts'
import { hasOneRange, keyParts, rangeText } from './key.ts'
import { axisHeight, bandPaths, hasKey, keyHeight, readHorizon, rowHeightOf } from './layout.ts'
import type { HorizonForm } from './query.ts'

/** Colors of the bands from zero outwards, on each side. */
const colors: Record<ChartMode, { above: string[]; below: string[] }> = {
  light: {
    above: ['#c3d5ea', '#8fb2da', '#5585c4', '#2d5aa0'],
    below: ['#efcbb9', '#d9977a', '#b8663f', '#8c3b1f'],
  },
  dark: {
    above: ['#2f4663', '#3f6797', '#5f90cf', '#97bdf0'],
    below: ['#6b4234', '#a35d3e', '#d07f58', '#f0a27f'],
  },
}

export type HorizonInput = Pick<DrawInput<HorizonForm>, 'formData' | 'data' | 'datasource' | 'theme'>

/** The places of the rows in px. */
export interface HorizonPlace {
  /** height of the key above the rows; 0 without one */
  top: number
  rowHeight: number
  bottom: number
}

/** The rows are below the key, if there is space for one. `size`: the whole chart, with its scroll bar. */
export function placeOf(form: HorizonForm, rows: number, size: { width: number; height: number }): HorizonPlace {
  const top = hasKey(size) ? keyHeight : 0
  const rowHeight = rowHeightOf(form, rows, size.height - top)
  return { top, rowHeight, bottom: top + rowHeight * rows }
}

/** Series, one below the other, over one time axis; values are folded into bands. `width`: px of the time axis. */
export function horizonParts(input: HorizonInput, width: number, place: HorizonPlace): SvgChild[] {
  const { theme } = input
  const model = readHorizon(input)
  const { times, series } = model
  const { top, rowHeight, bottom } = place
  const hasRanges = top > 0 && rowHeight >= 13 && !hasOneRange(model)
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0]
  const xOf = (time: number) => (end === start ? width / 2 : ((time - start) / (end - start)) * width)
  const { above, below } = colors[theme.mode]
  const ink = { fill: theme.chartText, stroke: theme.surface, strokeWidth: 2.5, paintOrder: 'stroke' }
  return [
    top > 0 && keyParts(input, model, colors[theme.mode], width - 2),
    series.map((one, row) => [
      bandPaths(one, (at) => xOf(times[at] ?? 0), { top: top + row * rowHeight + 1, height: rowHeight - 2 }).map(
        ({ band, path }) => h('path', { d: path, fill: (band > 0 ? above : below)[Math.abs(band) - 1] }),
      ),
      h('path', { d: `M0 ${top + (row + 1) * rowHeight - 0.5}H${width}`, stroke: theme.divider, strokeWidth: 1 }),
      rowHeight >= 13 &&
        h(
          'text',
          { x: 4, y: top + row * rowHeight + rowHeight / 2, dy: '0.35em', fontSize: 11, ...ink },
          cutText(one.name, width * 0.4, 11),
        ),
      hasRanges &&
        h(
          'text',
          {
            x: width - 4,
            y: top + row * rowHeight + rowHeight / 2,
            dy: '0.35em',
            fontSize: 11,
            textAnchor: 'end',
            ...ink,
          },
          rangeText(one.reach, input),
        ),
    ]),
    timeTicks(start, end, width / 80).map(({ time, label }) =>
      h(
        'text',
        {
          x: Math.min(width - 2, Math.max(2, xOf(time))),
          y: bottom + 13,
          fontSize: 11,
          fill: theme.chartLabel,
          textAnchor: xOf(time) < 16 ? 'start' : xOf(time) > width - 16 ? 'end' : 'middle',
        },
        label,
      ),
    ),
  ]
}

/** The chart as a static drawing, scaled down to the size of the image. On a page, the chart scrolls instead. */
export function still(input: DrawInput<HorizonForm>): SvgNode | string {
  const { width, height } = input.size
  const { series } = readHorizon(input)
  if (series.length === 0) return noValues
  const place = placeOf(input.formData, series.length, input.size)
  const viewBox = `0 0 ${width} ${Math.max(height, place.bottom + axisHeight)}`
  return h('svg', { width, height, viewBox, fontFamily: fontSans }, horizonParts(input, width, place))
}

export const noValues = 'A horizon chart needs a metric with numbers over time: every value of this one is empty.'
