import { h, type SvgChild } from '../svg/tree.ts'
import { cutText, labelWidth } from '../textWidth.ts'
import type { ChartTheme } from '../theme.ts'
import {
  inLines,
  isLine,
  type LegendItem,
  type LegendPlace,
  largestDot,
  legendPlace,
  lineHeight,
  padding,
} from './deck/legendPlace.ts'
import type { Box } from './deck/mapLabels.ts'
import type { LayerLegend, LegendName } from './mapLayer.ts'
import type { Swatch } from './swatch.ts'

/** A name with its color, with the swatch of a layer, or above the names of a layer. */
export type StillName = LegendName | ({ label: string } & ({ swatch: Swatch } | { isHeading: true }))

/** What the legend of a picture says. */
export interface StillLegend {
  names: readonly StillName[]
  /** the names are the steps of a range, from the lowest to the highest */
  isRange?: boolean | undefined
  /** a range without steps */
  ramp?: { colors: readonly string[]; low: string; high: string }
  position: Exclude<LayerLegend['position'], null>
}

interface Size {
  width: number
  height: number
}

interface Place {
  map: Size
  place: LegendPlace
  theme: ChartTheme
  id: string
}

/** Maximum number of names in a list, besides headings. */
const mostNames = 8
/** the size of a line or a ramp of a layer, which is as wide as two dots */
const barWidth = 20
/** px of a ramp, and of each step of a range */
const rampWidth = 84
const stepWidth = { small: 14, tiny: 8 }
/** px between the parts of a line */
const gap = 6
/** px from the edges of the map, as on a page */
const margin = { beside: 8, above: 8, below: 24 }

/** The steps of a range as one name with a ramp, and the other names. */
export function rampName(names: readonly StillName[]): StillName[] {
  const steps = names.filter(isStep)
  const [low, high] = endsOf(steps)
  if (low === undefined || high === undefined) return [...names]
  const swatch: Swatch = { kind: 'ramp', colors: steps.map(({ color }) => color) }
  return [{ label: `${low} – ${high}`, swatch }, ...names.filter((name) => !isStep(name))]
}

const isStep = (name: StillName): name is LegendName => 'color' in name && !name.isApart

const endsOf = (steps: readonly LegendName[]) => [
  steps[0]?.label.split(' – ')[0],
  steps.at(-1)?.label.split(' – ').at(-1),
]

/** Where the legend is; undefined if there is no space for it. */
export function placeOfLegend({ names, isRange, ramp }: StillLegend, size: Size): LegendPlace | undefined {
  if (ramp) return legendPlace(size, [{ label: ramp.low + ramp.high, colors: rampWidth / 10 }])
  const items = itemsOf(names)
  return legendPlace(size, isRange ? items : listed(items), isRange)
}

/** The legend in a corner of the map, or below it, as on a page. */
export function stillLegend(legend: StillLegend, place: Place): { drawn: SvgChild; box?: Box } {
  const { map, theme } = place
  const isBelow = place.place.below > 0
  const parts = partsOf(legend, place)
  if (isBelow) return { drawn: parts.drawn(padding.beside, map.height + padding.above) }
  const [width, height] = [parts.width + 2 * padding.beside, parts.height + 2 * padding.above]
  const left = legend.position.endsWith('l') ? margin.beside : map.width - margin.beside - width
  const top = legend.position.startsWith('t') ? margin.above : map.height - margin.below - height
  const ground = { fill: theme.raised, stroke: theme.border, rx: 6 }
  return {
    drawn: [
      h('rect', { x: left, y: top, width, height, ...ground }),
      parts.drawn(left + padding.beside, top + padding.above),
    ],
    box: { left, top, right: left + width, bottom: top + height },
  }
}

/** Parts of a legend with the space that they need. */
interface Parts {
  width: number
  height: number
  drawn: (left: number, top: number) => SvgChild
}

function partsOf(legend: StillLegend, place: Place): Parts {
  const { names, isRange, ramp } = legend
  const steps = names.filter(isStep)
  const [low, high] = endsOf(steps)
  if (ramp) return lineOf({ ...ramp, isSmooth: true, apart: [] }, place)
  if (isLine(place.place.room, { isRange, steps: steps.length }) && low !== undefined && high !== undefined) {
    const colors = steps.map(({ color }) => color)
    return lineOf({ colors, low, high, isSmooth: false, apart: names.filter((name) => !isStep(name)) }, place)
  }
  return place.place.below > 0 ? rowsOf(names, place) : listOf(names, place)
}

interface RampLine {
  colors: readonly string[]
  low: string
  high: string
  isSmooth: boolean
  apart: readonly StillName[]
}

/** The colors of a range between its ends, and other names. Below the map, the colors are as wide as possible. */
function lineOf({ colors, low, high, isSmooth, apart }: RampLine, { map, place, theme, id }: Place): Parts {
  const items = itemsOf(apart)
  const others = items.reduce((sum, item) => sum + labelWidth(item.label) + 10 + 2 * gap, 0)
  const isBelow = place.below > 0
  const isWrapped = isBelow && place.below > padding.above + lineHeight
  const words = labelWidth(low) + labelWidth(high) + 2 * gap
  const room = map.width - 2 * padding.beside - words - (isWrapped ? 0 : others)
  const own = isSmooth ? rampWidth : colors.length * stepWidth[place.room === 'tiny' ? 'tiny' : 'small']
  const wide = Math.max(8, isBelow && !isSmooth ? Math.min(room, own * 4) : Math.min(room, own))
  const thick = place.room === 'tiny' ? 10 : 14
  const bar = (x: number, y: number): SvgChild => {
    const frame = { x, y: y - thick / 2, width: wide, height: thick }
    if (isSmooth) {
      const stops = colors.map((color, at) => h('stop', { offset: at / (colors.length - 1), stopColor: color }))
      return [
        h('linearGradient', { id: `${id}ramp` }, stops),
        h('rect', { ...frame, fill: `url(#${id}ramp)` }),
        h('rect', { ...frame, fill: 'none', stroke: theme.text, strokeOpacity: 0.25 }),
      ]
    }
    const step = wide / colors.length
    return [
      colors.map((fill, at) => h('rect', { ...frame, x: (x + at * step).toFixed(1), width: step.toFixed(1), fill })),
      h('rect', { ...frame, fill: 'none', stroke: theme.text, strokeOpacity: 0.25 }),
    ]
  }
  return {
    width: words + wide + others,
    height: isWrapped ? 2 * lineHeight : lineHeight,
    drawn: (left, top) => {
      const y = top + lineHeight / 2
      const text = (x: number, label: string) => h('text', { x: x.toFixed(1), y: y + 4, fill: theme.text2 }, label)
      const start = left + labelWidth(low) + gap
      let next = isWrapped ? left : start + wide + gap + labelWidth(high) + 2 * gap
      return [
        text(left, low),
        bar(start, y),
        text(start + wide + gap, high),
        apart.map((name, at) => {
          const x = next
          next += labelWidth(items[at]!.label) + 10 + 2 * gap
          return named(name, items[at]!, {
            x,
            y: isWrapped ? y + lineHeight : y,
            room: map.width - x,
            theme,
            id: `${id}apart${at}`,
          })
        }),
      ]
    },
  }
}

/** Names beside each other, in the lines below the map. Names for which no line is left are missing. */
function rowsOf(all: readonly StillName[], { map, place, theme, id }: Place): Parts {
  const names = listed(all)
  const items = itemsOf(names)
  const lines = inLines(items, map.width - 2 * padding.beside)
  return {
    width: map.width,
    height: place.below,
    drawn: (left, top) =>
      names.map((name, at) => {
        const { line, left: inLine } = lines[at]!
        if (padding.above + (line + 1) * lineHeight > place.below) return false
        const [x, y] = [left + inLine, top + (line + 0.5) * lineHeight]
        return named(name, items[at]!, { x, y, room: map.width - padding.beside - x, theme, id: `${id}name${at}` })
      }),
  }
}

/** Names below each other. */
function listOf(all: readonly StillName[], { map, theme, id }: Place): Parts {
  const names = listed(all)
  const items = itemsOf(names)
  const room = map.width / 3
  return {
    width: Math.min(room, Math.max(...items.map((item) => swatchWidth(item) + labelWidth(item.label)))),
    height: names.length * lineHeight,
    drawn: (x, top) =>
      names.map((name, at) =>
        named(name, items[at]!, { x, y: top + (at + 0.5) * lineHeight, room, theme, id: `${id}name${at}` }),
      ),
  }
}

/** The first names with their headings. */
function listed<T extends { label: string } & ({ isHeading?: true } | object)>(names: readonly T[]): T[] {
  let count = 0
  return names.filter((name) => {
    const isListed = count < mostNames
    if (!('isHeading' in name)) count += 1
    return isListed
  })
}

const itemsOf = (names: readonly StillName[]): LegendItem[] =>
  names.map((name) => ({
    label: name.label,
    colors: 'isHeading' in name ? 0 : 'swatch' in name && name.swatch.kind !== 'dots' ? 2 : 1,
    ...('isHeading' in name && { isHeading: true }),
    ...('color' in name && name.isApart && { isApart: true }),
    ...('color' in name && name.dot !== undefined && { dot: name.dot }),
  }))

/** px of what is before the text of an item */
const swatchWidth = ({ colors = 1, dot }: LegendItem) =>
  colors === 0 ? 0 : (dot !== undefined ? largestDot : colors > 1 ? barWidth : 10) + gap

function named(
  name: StillName,
  item: LegendItem,
  { x, y, room, theme, id }: { x: number; y: number; room: number; theme: ChartTheme; id: string },
): SvgChild {
  const before = swatchWidth(item)
  const weight = 'isHeading' in name ? { fontWeight: 600 } : {}
  const label = cutText(name.label, room - before, 11)
  return [
    !('isHeading' in name) && mark(name, [x, y], { id, theme }),
    h('text', { x: (x + before).toFixed(1), y: y + 4, fill: theme.text, ...weight }, label),
  ]
}

function mark(
  name: Exclude<StillName, { isHeading: true }>,
  [x, y]: readonly [x: number, y: number],
  { id, theme }: { id: string; theme: ChartTheme },
): SvgChild {
  const { kind, colors }: Swatch = 'swatch' in name ? name.swatch : { kind: 'dots', colors: [name.color] }
  if (kind === 'dots') {
    const dot = 'color' in name ? name.dot : undefined
    const middle = x + (dot === undefined ? 10 : largestDot) / 2
    const edge = { stroke: theme.text, strokeOpacity: 0.25 }
    return h('circle', { cx: middle, cy: y, r: (dot ?? 10) / 2, fill: colors[0], ...edge })
  }
  const height = kind === 'line' ? 3 : 10
  const stops = colors.map((color, at) => h('stop', { offset: at / Math.max(1, colors.length - 1), stopColor: color }))
  return [
    h('linearGradient', { id }, stops),
    h('rect', { x, y: y - height / 2, width: barWidth, height, rx: 2, fill: `url(#${id})` }),
  ]
}
