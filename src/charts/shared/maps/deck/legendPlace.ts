import { labelWidth } from '../../textWidth.ts'

/** How much space a map has for a legend. */
export type LegendRoom = 'large' | 'small' | 'tiny'

export interface LegendPlace {
  room: LegendRoom
  /** px of the legend below the map; 0 if it lies over the map */
  below: number
}

export interface LegendItem {
  label: string
  /** the number of colors beside the name; absent: one */
  colors?: number
  /** it is no step of the range */
  isApart?: boolean
  /** px across its dot, if dots show sizes */
  dot?: number
}

interface Size {
  width: number
  height: number
}

/** Below this size there is no space for buttons. */
const roomFrom = { width: 220, height: 140 }
/** Below this size there is no space for a legend either. */
const legendFrom = { width: 160, height: 140 }
/** A list of many steps is tall: on maps below this size, the steps are one line. */
const listFrom = { width: 800, height: 500 }
/** Below this size, a legend over the map would cover too much of it. */
const overFrom = { width: 480, height: 300 }

/** With fewer steps, the list is short anyway. */
const leastSteps = 4
/** Entries of a list on a map without buttons. */
const mostOnTiny = 4
const mostLines = { small: 3, tiny: 2 }

/** px, as in the style sheets */
export const lineHeight = 20
export const padding = { above: 4, beside: 8 }
const swatch = { width: 10, gap: 6 }
/** px across the dot of the largest marks, where dots show sizes */
export const largestDot = 16
const itemGap = 10
const besideRamp = 340

const fits = (from: Size, { width, height }: Size) => width >= from.width && height >= from.height

export const hasButtons = (size: Size): boolean => fits(roomFrom, size)

/** Whether a legend would cover too much of the map. */
export const isSmall = (size: Size): boolean => !fits(overFrom, size)

/** Whether the steps of a range are one line between their ends. */
export const isLine = (
  room: LegendRoom,
  { isRange = false, steps }: { isRange?: boolean | undefined; steps: number },
) => room !== 'large' && isRange && steps >= leastSteps

/**
 * Where the legend of a map is: over a corner of it, or in lines below a small map, where it would cover marks.
 * undefined: there is no space for it.
 */
export function legendPlace(size: Size, items: readonly LegendItem[], isRange?: boolean): LegendPlace | undefined {
  if (items.length === 0 || !fits(legendFrom, size)) return undefined
  if (!isSmall(size)) return { room: isRange && !fits(listFrom, size) ? 'small' : 'large', below: 0 }
  const room = hasButtons(size) ? 'small' : 'tiny'
  const apart = items.filter(({ isApart }) => isApart)
  const isRamp = isLine(room, { isRange, steps: items.length - apart.length })
  if (room === 'tiny' && !isRamp && items.length > mostOnTiny) return undefined
  const lines = isRamp ? rampLines(apart, size) : linesOf(items, size.width - 2 * padding.beside)
  // more lines would leave too little of the map: the legend is a list that scrolls
  if (room === 'small' && lines > mostLines.small) return { room, below: 0 }
  return { room, below: padding.above + lineHeight * Math.min(lines, mostLines[room]) }
}

/** Besides the ramp, there is room for other entries only on wider maps. */
const rampLines = (apart: readonly LegendItem[], { width }: Size) => (apart.length > 0 && width < besideRamp ? 2 : 1)

const linesOf = (items: readonly LegendItem[], width: number) => (inLines(items, width).at(-1)?.line ?? -1) + 1

/** Entries beside each other in lines of this width: the line of each, and its px from the left. */
export function inLines(items: readonly LegendItem[], width: number): { line: number; left: number }[] {
  let [line, used] = [0, 0]
  return items.map((item) => {
    const own = widthOf(item)
    if (used > 0 && used + own > width) {
      line += 1
      used = 0
    }
    const left = used
    used += own + itemGap
    return { line, left }
  })
}

const widthOf = ({ label, colors = 1, dot }: LegendItem) =>
  labelWidth(label) +
  swatch.gap +
  (dot === undefined ? colors * swatch.width : largestDot) +
  Math.max(0, colors - 1) * 2
