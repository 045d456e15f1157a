import type { LegendComponentOption } from 'echarts'
import { worded } from '../../model/language/written.ts'
import type * as LegendPlan from './legendPlan.ts'
import { iconWidth, itemGaps, selectorFrom } from './legendSizes.ts'
import { textWidth } from './textWidth.ts'

type LegendForm = LegendPlan.LegendForm

/** Arranges names that do not simply fit in one line. */
const optionalPart: { plan?: typeof LegendPlan } = {}

/** Loads what arranges long names. Until then, they have pages. */
export async function loadLegendPlan(): Promise<void> {
  optionalPart.plan ??= await import('./legendPlan.ts')
}

export interface Edges {
  top: number
  right: number
  bottom: number
  left: number
}

type LegendIcon = 'box' | 'line'

export interface LegendLook {
  /** of all entries, or of each */
  icon?: LegendIcon | ((name: string) => LegendIcon)
  /** the upper right corner has the zoom buttons */
  hasZoom?: boolean
  /** marks that are transparent in the plot have solid swatches */
  isSolid?: boolean
  /** px at the bottom that the chart needs for something else, such as a note; they are part of the reserved space */
  below?: number
  /** a round plot is not wider than high: a legend at its side may be as wide as its names */
  isRound?: boolean
  /** what an entry says instead of the name of its series, if there is room */
  textOf?: (name: string) => string
}

/**
 * In a narrower chart, a legend at a side would leave too little space for the plot: it is placed at the top instead.
 */
const sideLeast = 400
/** Above this height, a configured legend margin is used. */
const marginFrom = 260
/** The size in px of the zoom buttons in the upper right corner of a chart. */
const zoomButtons = { width: 56, height: 24 }

/**
 * The legend and the space it takes from the plot. Without a configured margin it takes one line, more if one is too
 * short for its names, or at a side the width of its longest name up to 170 px, in a wide chart up to a fifth of it.
 * Names that do not fit in the lines that a small chart can have are shortened to columns; only then are there pages.
 */
export function legendOption(
  form: LegendForm,
  names: string[],
  whole: { width: number; height: number },
  selected?: Record<string, boolean>,
  look: LegendLook = {},
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
  const atEnd = look.hasZoom && side === 'top' ? zoomButtons.width : 0
  const line = size.width - atEnd - 8
  const isPlain = !vertical && !look.textOf && names.length < selectorFrom && fitsInLine(names, line + 8)
  const arranged = isPlain
    ? undefined
    : optionalPart.plan?.arrange(form, names, { size, line, ...look, isVertical: vertical, isBesideZoom: atEnd > 0 })
  const plan = arranged?.plan ?? { type: form.legendType, lines: 1, extent: 26, gap: itemGaps.line, names: {} }
  // the configured margin applies only to a legend in one line, on its configured side, in a chart that is large enough
  const hasMargin = !isMoved && plan.lines === 1 && (vertical || size.height >= marginFrom)
  const taken = hasMargin ? (form.legendMargin ?? plan.extent) : plan.extent
  const { icon } = look
  const legend: LegendComponentOption = {
    show: true,
    type: plan.type,
    orient: vertical ? 'vertical' : 'horizontal',
    data: typeof icon === 'function' ? names.map((name) => ({ name, icon: icons[icon(name)] })) : names,
    ...state,
    padding: 0,
    itemGap: plan.gap,
    ...(plan.hasButtons && {
      selector: [
        { type: 'all' as const, title: worded('All') },
        { type: 'inverse' as const, title: worded('Inv') },
      ],
    }),
    selectorLabel: { fontSize: 11 },
    ...(icon === 'line' && { itemHeight: 3 }),
    // charts may have marks that exist only for hovering
    ...(look.isSolid && { itemStyle: { opacity: 1 } }),
    ...position(side, vertical ? size.height : size.width - atEnd, { above, below }),
    // the gap after the last name of a line is invisible
    ...(plan.names.apart !== undefined && atEnd === 0 && { width: line + plan.names.apart }),
    ...arranged?.written,
  }
  return { legend, room: { ...edges, [side]: side === 'bottom' ? taken + below : taken } }
}

/** A path keeps its shape within the space of an icon: a dash is not as high as a box. */
const icons: Record<LegendIcon, string> = { box: 'roundRect', line: 'path://M0,0H12V3H0Z' }

/** Whether a legend at the top certainly takes one line: widths are overestimated. */
export const fitsInLine = (names: string[], width: number): boolean =>
  names.reduce((sum, name) => sum + iconWidth + textWidth(name) + itemGaps.line, 0) - itemGaps.line <= width - 8

/** In a narrow chart, a legend at a side moves to the top. */
function sideOf(
  form: LegendForm,
  size: { width: number },
): { side: LegendForm['legendOrientation']; isMoved: boolean } {
  const atSide = form.legendOrientation === 'left' || form.legendOrientation === 'right'
  const isMoved = atSide && size.width < sideLeast
  return { side: isMoved ? 'top' : form.legendOrientation, isMoved }
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
