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

/** From this many entries on, buttons for all and for the opposite save clicking through the list. */
const selectorFrom = 7
const selectorLeast = 560
/** Room of both buttons beside a legend of one line. */
const selectorWidth = 66
/** In less width a legend at a side would leave the plot too little: it stands above instead. */
const sideLeast = 400
/** A second line of names is worth more than paging through them, where the picture is at least this high. */
const twoLinesFrom = 150
/** px between entries, fewer where they stand on several lines, which take the same gap. */
const itemGaps = { line: 12, lines: 10 }
const lineHeight = 25
/** Above this height a margin given for the legend is kept. */
const marginFrom = 260
/** Height of an entry of an upright legend. */
const entryHeight = 20

/**
 * The legend and the room it takes from the plot. Without a margin of its own it takes one line, two where one is too
 * short for its names (more in a picture higher than wide), or at a side the width of its longest name up to 170 px.
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
  const { side, isMoved } = sideOf(form, size)
  const vertical = side === 'left' || side === 'right'
  const longest = Math.max(...names.map(textWidth))
  const width = Math.min(170, Math.max(60, longest + 40), Math.floor(size.width / 2.5))
  const hasButtons =
    names.length >= selectorFrom && !vertical && form.legendType === 'scroll' && size.width >= selectorLeast
  const line = size.width - (look.roomAtEnd ?? 0) - 8
  // what may just fit wraps: pages of cells of one width would stand far apart and show less
  const isLine = vertical || lineWidth(names) <= line
  const wrapped = isLine ? 1 : wrappedLines(names, form.legendType === 'plain' ? size.width : line, itemGaps.lines)
  const type = kindOf(form.legendType, isLine ? undefined : wrapped, vertical, names.length, size)
  const lines = type === 'plain' ? wrapped : 1
  const least = vertical ? width : lines === 1 ? 26 : 2 + lines * lineHeight
  // a margin is given for a legend of one line, at the side it was given for, in a picture that can spare it
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
    ...(hasButtons && type === 'scroll' && { selector: ['all', 'inverse'] }),
    selectorLabel: { fontSize: 11 },
    ...(look.icon === 'line' && { itemHeight: 3 }),
    // the marks of the picture may be there only to be pointed at
    ...(look.isSolid && { itemStyle: { opacity: 1 } }),
    ...position(side, (vertical ? size.height : size.width) - (look.roomAtEnd ?? 0)),
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
  return { legend, room: { ...noEdges, [side]: taken } }
}

/** In a narrow picture a legend at a side moves above the plot. */
function sideOf(
  form: LegendForm,
  size: { width: number },
): { side: LegendForm['legendOrientation']; isMoved: boolean } {
  const atSide = form.legendOrientation === 'left' || form.legendOrientation === 'right'
  const isMoved = atSide && size.width < sideLeast
  return { side: isMoved ? 'top' : form.legendOrientation, isMoved }
}

/** Pages only where the names do not fit as they are; an upright list that is too long would cover the plot. */
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
  // a tall picture has lines to spare as long as its plot stays no wider than high
  const spare = Math.floor((height - width) / lineHeight)
  return wrapped <= Math.max(most, spare) ? 'plain' : 'scroll'
}

/** Icon, the gap to its name, and the gap to the next entry. */
const besideName = 12 + 5 + 12
/** What ECharts keeps free for the arrows, the number between them and the gaps. */
const pagerWidth = 62.6

/** Width of all entries on one line, their names cut at `limit`. */
const lineWidth = (names: string[], limit = Number.POSITIVE_INFINITY) =>
  names.reduce((sum, name) => sum + Math.min(textWidth(name), limit) + besideName, -itemGaps.line)

const shortestName = 84

/**
 * Names of a legend of one line, so that none is cut off by its end: shortened where all have room then; else of one
 * width, so that each page holds whole entries.
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
  // braces and bars would end the style; they look alike
  const cell = (name: string) => `{name|${formatter(name).replace(/[{}|]/g, '¦')}}`
  return { formatter: cell, textStyle: { rich: { name: { width } } }, tooltip }
}

/** Names cut to a width, at the front where only their ends tell them apart. */
function shortened(names: string[], width: number) {
  const isTold = new Set(names.map((name) => cutText(name, width))).size === new Set(names).size
  const reversed = (name: string) => [...name].reverse().join('')
  return {
    formatter: (name: string) => (isTold ? cutText(name, width) : reversed(cutText(reversed(name), width))),
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

function wrappedLines(names: string[], width: number, gap: number): number {
  let lines = 1
  let used = 0
  for (const name of names) {
    // the estimate is on the safe side; over several names that adds up
    const entry = textWidth(name) * 0.96 + besideName - itemGaps.line + gap
    if (used > 0 && used + entry - gap > width) {
      lines += 1
      used = 0
    }
    used += entry
  }
  return lines
}
