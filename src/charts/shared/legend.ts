import type { LegendComponentOption } from 'echarts'
import { cutText, textWidth } from './textWidth.ts'

interface LegendForm {
  show_legend: boolean
  legendType: 'scroll' | 'plain'
  legendOrientation: 'top' | 'bottom' | 'left' | 'right'
  legendMargin: number | null
}

export interface Edges {
  top: number
  right: number
  bottom: number
  left: number
}

const noEdges: Edges = { top: 0, right: 0, bottom: 0, left: 0 }

/** Above this many entries, buttons for all and for the opposite save clicking through the list. */
const selectorFrom = 7
const selectorWidth = 560

/**
 * The legend and the room it takes from the plot. Without a margin of its own it takes one line, or at a side the
 * width of its longest name up to 170 px.
 */
export function legendOption(
  form: LegendForm,
  names: string[],
  size: { width: number; height: number },
  selected?: Record<string, boolean>,
  look: { icon?: 'box' | 'line'; roomAtEnd?: number; isSolid?: boolean } = {},
): { legend: LegendComponentOption; room: Edges } {
  // an undefined `selected` would wipe out what the legend holds
  const state = selected === undefined ? {} : { selected }
  if (!form.show_legend || names.length === 0) return { legend: { show: false, data: names, ...state }, room: noEdges }
  const side = form.legendOrientation
  const vertical = side === 'left' || side === 'right'
  const longest = Math.max(...names.map(textWidth))
  const width = Math.min(170, Math.max(60, longest + 40), Math.floor(size.width / 2.5))
  const lines = form.legendType === 'plain' && !vertical ? wrappedLines(names, size.width) : 1
  const taken = form.legendMargin ?? (vertical ? width : 6 + lines * 20)
  const legend: LegendComponentOption = {
    show: true,
    type: form.legendType,
    orient: vertical ? 'vertical' : 'horizontal',
    data: names,
    ...state,
    padding: 0,
    itemGap: vertical ? 4 : 12,
    ...(names.length >= selectorFrom &&
      !vertical &&
      form.legendType === 'scroll' &&
      size.width >= selectorWidth && { selector: ['all', 'inverse'] }),
    selectorLabel: { fontSize: 11 },
    ...(look.icon === 'line' && { itemHeight: 3 }),
    // the marks of the picture may be there only to be pointed at
    ...(look.isSolid && { itemStyle: { opacity: 1 } }),
    ...position(side, (vertical ? size.height : size.width) - (look.roomAtEnd ?? 0)),
    ...(!vertical && form.legendType === 'scroll' && fittingNames(names, size.width - (look.roomAtEnd ?? 0) - 8)),
    ...(vertical && {
      textStyle: { width: width - 34, overflow: 'truncate', lineHeight: 16 },
      tooltip: { show: true },
    }),
  }
  return { legend, room: { ...noEdges, [side]: taken } }
}

/** Icon, the gap to its name, and the gap to the next entry. */
const besideName = 12 + 5 + 12
const pagerWidth = 60
const shortestName = 84

/**
 * Names of a legend of one line, so that none is cut off by its end: shortened where all have room then; else of one
 * width, so that each page holds whole entries.
 */
function fittingNames(names: string[], room: number): Partial<LegendComponentOption> {
  const widths = names.map(textWidth)
  const lineOf = (limit: number) => widths.reduce((sum, width) => sum + Math.min(width, limit) + besideName, 0)
  if (lineOf(Number.POSITIVE_INFINITY) <= room) return {}
  let limit = Math.max(...widths)
  while (limit > shortestName && lineOf(limit) > room) limit -= 4
  if (lineOf(limit) <= room) return { textStyle: { width: limit, overflow: 'truncate' }, tooltip: { show: true } }
  const page = Math.max(besideName + shortestName, room - pagerWidth)
  const perPage = Math.max(1, Math.floor(page / (besideName + Math.min(110, Math.max(...widths)))))
  const width = Math.floor(page / perPage) - besideName
  return {
    // braces and bars would end the style; they look alike
    formatter: (name: string) => `{name|${cutText(name, width).replace(/[{}|]/g, '¦')}}`,
    textStyle: { rich: { name: { width } } },
    tooltip: { show: true },
  }
}

function position(side: LegendForm['legendOrientation'], extent: number): Partial<LegendComponentOption> {
  switch (side) {
    case 'top':
      return { top: 0, left: 0, width: extent - 8 }
    case 'bottom':
      return { bottom: 0, left: 0, width: extent - 8 }
    case 'left':
      return { left: 0, top: 0, height: extent - 8 }
    case 'right':
      return { right: 0, top: 0, height: extent - 8 }
  }
}

function wrappedLines(names: string[], width: number): number {
  let lines = 1
  let used = 0
  for (const name of names) {
    const entry = textWidth(name) + 30
    if (used > 0 && used + entry > width) {
      lines += 1
      used = 0
    }
    used += entry
  }
  return lines
}
