import type { LegendComponentOption } from 'echarts'
import { interWidth } from './interWidth.ts'
import { columnsOf, type NameLook, ofColumn, pageCells, wrappedLines, writtenWith } from './legendNames.ts'
import { apart, iconWidth, itemGaps, selectorFrom } from './legendSizes.ts'

export interface LegendForm {
  show_legend: boolean
  legendType: 'scroll' | 'plain'
  legendOrientation: 'top' | 'bottom' | 'left' | 'right'
  legendMargin: number | null
}

const selectorLeast = 560
/** Width of both buttons next to a legend in one line. */
const selectorWidth = 66
/** At this height or more, a second line of names is better than paging. */
const twoLinesFrom = 150
/** A chart of this width or more pages its legend if the author has configured that. */
const largeFrom = 700
const lineHeight = 16 + itemGaps.lines
/** Height of an entry of a vertical legend. */
const entryHeight = 20

export interface Plan {
  type: LegendForm['legendType']
  lines: number
  /** px that the legend takes from the plot */
  extent: number
  gap: number
  names: NameLook
  hasButtons?: boolean
}

interface Place {
  size: { width: number; height: number }
  /** px of a line */
  line: number
  isVertical: boolean
  /** whether the line ends at the zoom buttons */
  isBesideZoom: boolean
  isRound?: boolean
  textOf?: (name: string) => string
}

/** How the entries of a legend are arranged, and the part of its option that writes their names. */
export function arrange(
  form: LegendForm,
  names: string[],
  { size, line, isVertical, isBesideZoom, isRound = false, textOf = (name) => name }: Place,
): { plan: Plan; written: Partial<LegendComponentOption> } {
  const planOf = (texts: string[]) =>
    isVertical
      ? sidePlan(form, texts, size, isRound)
      : linePlan(form, texts, {
          line,
          shorter: isBesideZoom ? line - apart : line,
          size,
          hasButtons: hasButtons(form, names, size),
        })
  const longer = names.map(textOf)
  const wished = planOf(longer)
  // an addition to a name would be cut off first
  const isComplete = longer.every((text, at) => interWidth(text) <= ofColumn(wished.names.widths, at))
  const [plan, texts] = isComplete ? [wished, longer] : [planOf(names), names]
  return { plan, written: writtenWith(plan.names, names, texts) }
}

const hasButtons = (form: LegendForm, names: string[], size: { width: number }) =>
  names.length >= selectorFrom && form.legendType === 'scroll' && size.width >= selectorLeast

/** A list that is too long for its side has pages: it would cover the plot. */
function sidePlan(form: LegendForm, texts: string[], size: { width: number; height: number }, isRound: boolean): Plan {
  const longest = Math.max(...texts.map(interWidth))
  const most = Math.max(170, size.width * (isRound ? 0.45 : 0.2))
  const width = Math.min(most, Math.max(60, Math.ceil(longest) + 40), Math.floor(size.width / (isRound ? 2 : 2.5)))
  return {
    type: texts.length * entryHeight > size.height ? 'scroll' : form.legendType,
    lines: 1,
    extent: width,
    gap: 4,
    names: {
      textStyle: { width: width - 34, overflow: 'truncate', lineHeight: 16 },
      widths: [width - 34],
      tooltip: { show: true },
    },
  }
}

function linePlan(
  form: LegendForm,
  texts: string[],
  {
    line,
    shorter,
    size,
    hasButtons,
  }: { line: number; shorter: number; size: { width: number; height: number }; hasButtons: boolean },
): Plan {
  const entries = texts.map((text) => iconWidth + interWidth(text))
  const gap = [itemGaps.line, itemGaps.tight].find((each) => wrappedLines(entries, line, each) === 1)
  const oneLine: Plan = {
    type: form.legendType,
    lines: 1,
    extent: 26,
    gap: gap ?? itemGaps.line,
    names: {},
    hasButtons,
  }
  if (gap !== undefined) return oneLine
  const inLines = (lines: number, names: NameLook): Plan => ({
    type: 'plain',
    lines,
    extent: 2 + lines * lineHeight,
    gap: itemGaps.lines,
    names,
  })
  const most = mostLines(form, size)
  const wrapped = wrappedLines(entries, shorter, itemGaps.line)
  // a tall chart has room for more lines as long as its plot is not wider than high
  if (wrapped <= Math.max(most, Math.floor((size.height - size.width) / lineHeight)))
    return inLines(wrapped, { apart, widths: [shorter - iconWidth] })
  const columns = columnsOf(texts, line, mostOfColumns(form, size))
  if (columns?.widths) return inLines(Math.ceil(texts.length / columns.widths.length), columns)
  const room = line - (hasButtons ? selectorWidth : 0)
  return { ...oneLine, type: 'scroll', names: pageCells(texts, room) }
}

/** Lines of complete names at most. */
function mostLines({ legendType }: LegendForm, { width, height }: { width: number; height: number }): number {
  if (legendType === 'plain') return Math.max(1, Math.floor((height * 0.3) / lineHeight))
  if (height < twoLinesFrom) return 1
  return width >= largeFrom ? 2 : Math.max(2, Math.min(3, Math.floor((height * 0.24) / lineHeight)))
}

/** Lines of shortened names at most; 0 in a large chart whose author has configured pages. */
function mostOfColumns({ legendType }: LegendForm, { width, height }: { width: number; height: number }): number {
  if (height < twoLinesFrom) return 1
  if (width >= largeFrom && legendType === 'scroll') return 0
  // a small chart names each color, even if its plot gets little of the height
  return Math.min(3, Math.floor((height * (width < 280 ? 0.38 : 0.31)) / lineHeight))
}
