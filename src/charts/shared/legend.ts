import type { LegendComponentOption } from 'echarts'
import { textWidth } from './textWidth.ts'

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
  look: { icon?: 'box' | 'line'; roomAtEnd?: number } = {},
): { legend: LegendComponentOption; room: Edges } {
  // an undefined `selected` would wipe out what the legend holds
  const state = selected === undefined ? {} : { selected }
  if (!form.show_legend || names.length === 0) return { legend: { show: false, data: names, ...state }, room: noEdges }
  const side = form.legendOrientation
  const vertical = side === 'left' || side === 'right'
  const longest = Math.max(...names.map(textWidth))
  const width = Math.min(170, Math.max(60, longest + 34), Math.floor(size.width / 2.5))
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
    ...position(side, (vertical ? size.height : size.width) - (look.roomAtEnd ?? 0)),
    ...(vertical && {
      textStyle: { width: width - 34, overflow: 'truncate', lineHeight: 16 },
      tooltip: { show: true },
    }),
  }
  return { legend, room: { ...noEdges, [side]: taken } }
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
