import type { LegendComponentOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
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

/** From this number of entries on, two buttons (all, invert) replace clicking through the list. */
const selectorFrom = 7
const selectorLeast = 560
/** Width of both buttons next to a legend in one line. */
const selectorWidth = 66
/**
 * In a narrower chart, a legend at a side would leave too little space for the plot: it is placed at the top instead.
 */
const sideLeast = 400
/** At this height or more, a second line of names is better than paging. */
const twoLinesFrom = 150
/** px between entries, fewer in several lines, which have the same gap. */
const itemGaps = { line: 12, lines: 10 }
const lineHeight = 25
/** Above this height, a configured legend margin is used. */
const marginFrom = 260
/** The zoom buttons in the upper right corner of a chart. */
const zoomButtons = { width: 56, height: 24 }
/** Height of an entry of a vertical legend. */
const entryHeight = 20

/**
 * The legend and the space it takes from the plot. Without a configured margin it takes one line, two if one is too
 * short for its names (more in a chart that is taller than wide), or at a side the width of its longest name up to 170
 * px, in a wide chart up to a fifth of it. `hasZoom`: the upper right corner has the zoom buttons. `below`: px at the
 * bottom that the chart needs for something else, such as a note; they are part of the reserved space.
 */
export function legendOption(
  form: LegendForm,
  names: string[],
  whole: { width: number; height: number },
  selected?: Record<string, boolean>,
  look: { icon?: 'box' | 'line'; hasZoom?: boolean; isSolid?: boolean; below?: number } = {},
): { legend: LegendComponentOption; room: Edges } {
  const { below = 0 } = look
  const { side, isMoved } = sideOf(form, whole)
  const above = look.hasZoom && side === 'right' ? zoomButtons.height : 0
  const size = { width: whole.width, height: whole.height - below - above }
  const edges: Edges = { top: 0, right: 0, bottom: below, left: 0 }
  // an undefined `selected` would clear the selection of the legend
  const state = selected === undefined ? {} : { selected }
  if (!form.show_legend || names.length === 0) return { legend: { show: false, data: names, ...state }, room: edges }
  const vertical = side === 'left' || side === 'right'
  const longest = Math.max(...names.map(textWidth))
  const width = Math.min(Math.max(170, size.width * 0.2), Math.max(60, longest + 40), Math.floor(size.width / 2.5))
  const hasButtons =
    names.length >= selectorFrom && !vertical && form.legendType === 'scroll' && size.width >= selectorLeast
  const atEnd = look.hasZoom && side === 'top' ? zoomButtons.width : 0
  const line = size.width - atEnd - 8
  // names that nearly fit are wrapped: pages with cells of equal width would waste space
  const isLine = vertical || lineWidth(names) <= line
  const wrapped = isLine ? 1 : wrappedLines(names, line, itemGaps.lines)
  const type = kindOf(form.legendType, isLine ? undefined : wrapped, vertical, names.length, size)
  const lines = type === 'plain' ? wrapped : 1
  const least = vertical ? width : lines === 1 ? 26 : 2 + lines * lineHeight
  // a margin is configured for a legend in one line, on the configured side, in a chart that is large enough
  const hasMargin = !isMoved && lines === 1 && (vertical || size.height >= marginFrom)
  const taken = hasMargin ? (form.legendMargin ?? least) : least
  const legend: LegendComponentOption = {
    show: true,
    type,
    orient: vertical ? 'vertical' : 'horizontal',
    data: names,
    ...state,
    padding: 0,
    itemGap: vertical ? 4 : isLine || type === 'scroll' ? itemGaps.line : itemGaps.lines,
    ...(hasButtons &&
      type === 'scroll' && {
        selector: [
          { type: 'all' as const, title: worded('All') },
          { type: 'inverse' as const, title: worded('Inv') },
        ],
      }),
    selectorLabel: { fontSize: 11 },
    ...(look.icon === 'line' && { itemHeight: 3 }),
    // charts may have marks that exist only for hovering
    ...(look.isSolid && { itemStyle: { opacity: 1 } }),
    ...position(side, vertical ? size.height : size.width - atEnd, { above, below }),
    ...(!vertical && type === 'scroll' && fittingNames(names, line - (hasButtons ? selectorWidth : 0))),
    ...(!vertical &&
      type === 'plain' &&
      longest + besideName > size.width &&
      shortened(names, size.width - besideName)),
    ...(vertical && {
      textStyle: { width: width - 34, overflow: 'truncate', lineHeight: 16 },
      tooltip: { show: true },
    }),
  }
  return { legend, room: { ...edges, [side]: side === 'bottom' ? taken + below : taken } }
}

/** In a narrow chart, a legend at a side moves to the top. */
function sideOf(
  form: LegendForm,
  size: { width: number },
): { side: LegendForm['legendOrientation']; isMoved: boolean } {
  const atSide = form.legendOrientation === 'left' || form.legendOrientation === 'right'
  const isMoved = atSide && size.width < sideLeast
  return { side: isMoved ? 'top' : form.legendOrientation, isMoved }
}

/** Paged only if the names do not fit; a vertical list that is too long would cover the plot. */
function kindOf(
  wanted: LegendForm['legendType'],
  wrapped: number | undefined,
  vertical: boolean,
  count: number,
  { width, height }: { width: number; height: number },
): LegendForm['legendType'] {
  if (vertical) return count * entryHeight > height ? 'scroll' : wanted
  if (wrapped === undefined) return wanted
  const most = wanted === 'plain' ? Math.max(1, Math.floor((height * 0.3) / lineHeight)) : height < twoLinesFrom ? 1 : 2
  // a tall chart has room for more lines as long as its plot is not wider than high
  const spare = Math.floor((height - width) / lineHeight)
  return wrapped <= Math.max(most, spare) ? 'plain' : 'scroll'
}

/** Icon, the gap to its name, and the gap to the next entry. */
const besideName = 12 + 5 + 12
/** The space that ECharts reserves for the arrows, the number between them and the gaps. */
const pagerWidth = 62.6

/** Width of all entries in one line, with names truncated at `limit`. */
const lineWidth = (names: string[], limit = Number.POSITIVE_INFINITY) =>
  names.reduce((sum, name) => sum + Math.min(textWidth(name), limit) + besideName, -itemGaps.line)

const shortestName = 84

/**
 * Names of a legend in one line, so that none is cut off at its end: shortened if all then fit; otherwise with equal
 * widths, so that each page contains only complete entries.
 */
function fittingNames(names: string[], room: number): Partial<LegendComponentOption> {
  const widths = names.map(textWidth)
  const lineOf = (limit: number) => lineWidth(names, limit)
  if (lineOf(Number.POSITIVE_INFINITY) <= room) return {}
  let limit = Math.max(...widths)
  while (limit > shortestName && lineOf(limit) > room) limit -= 4
  if (lineOf(limit) <= room) return shortened(names, limit)
  const page = Math.max(besideName + shortestName, room - pagerWidth)
  const entry = besideName + Math.min(shortestName + 12, Math.max(...widths))
  const perPage = Math.max(1, Math.floor(page / entry))
  // the next page begins with the first entry that touches the end of this one
  const width = page / perPage - besideName
  const { formatter, tooltip } = shortened(names, width)
  // braces and bars would end the style; these characters look similar
  const cell = (name: string) => `{name|${formatter(name).replace(/[{}|]/g, '¦')}}`
  return { formatter: cell, textStyle: { rich: { name: { width } } }, tooltip }
}

/** Names truncated to a width; at the front if only their ends differ. */
function shortened(names: string[], width: number) {
  const isTold = new Set(names.map((name) => cutText(name, width))).size === new Set(names).size
  const reversed = (name: string) => [...name].reverse().join('')
  return {
    formatter: (name: string) => (isTold ? cutText(name, width) : reversed(cutText(reversed(name), width))),
    tooltip: { show: true },
  }
}

function position(
  side: LegendForm['legendOrientation'],
  extent: number,
  { above, below }: { above: number; below: number },
): Partial<LegendComponentOption> {
  switch (side) {
    case 'top':
      return { top: 0, left: 0, width: extent - 8 }
    case 'bottom':
      return { bottom: below, left: 0, width: extent - 8 }
    case 'left':
      return { left: 0, top: 0, height: extent - 8 }
    case 'right':
      return { right: 0, top: above, height: extent - 8 }
  }
}

function wrappedLines(names: string[], width: number, gap: number): number {
  let lines = 1
  let used = 0
  for (const name of names) {
    const entry = textWidth(name) + besideName - itemGaps.line + gap
    if (used > 0 && used + entry - gap > width) {
      lines += 1
      used = 0
    }
    used += entry
  }
  return lines
}
