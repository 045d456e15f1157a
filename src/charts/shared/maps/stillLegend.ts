import { h, type SvgChild } from '../svg/tree.ts'
import { cutText } from '../textWidth.ts'
import type { ChartTheme } from '../theme.ts'
import { inLines, type LegendItem, legendPlace, lineHeight, padding } from './deck/legendPlace.ts'
import type { Swatch } from './swatch.ts'

/** A name with its color, with the swatch of a layer, or above the names of a layer. */
export type StillName = { label: string } & (
  | { color: string; isApart?: boolean }
  | { swatch: Swatch }
  | { isHeading: true }
)

interface Size {
  width: number
  height: number
}

/** Maximum number of names, besides headings. */
const mostNames = 8
/** px of a line over the map */
const columnLine = 18
/** the size of a line or a ramp, which is as wide as two dots */
const barWidth = 20

/** The steps of a range as one name with a ramp, and the other names. */
export function rampName(names: readonly StillName[]): StillName[] {
  const steps = names.flatMap((name) => ('color' in name && !name.isApart ? [name] : []))
  const [low, high] = [steps[0]?.label.split(' – ')[0], steps.at(-1)?.label.split(' – ').at(-1)]
  if (low === undefined || high === undefined) return [...names]
  const swatch: Swatch = { kind: 'ramp', colors: steps.map(({ color }) => color) }
  return [{ label: `${low} – ${high}`, swatch }, ...names.filter((name) => !steps.includes(name as never))]
}

/** px below the map for the names of a small picture; 0 if they lie over the map; undefined if there is no space for them. */
export const belowMap = (names: readonly StillName[], size: Size): number | undefined =>
  legendPlace(size, itemsOf(names))?.below

/** The names over the map of the size `map`, or below it. Below it, names for which no line is left are missing. */
export function stillLegend(
  names: readonly StillName[],
  { map, below, theme, id }: { map: Size; below: number; theme: ChartTheme; id: string },
): SvgChild {
  const items = itemsOf(names)
  const lines = inLines(items, map.width - 2 * padding.beside)
  return listed(names).map((name, at) => {
    const { line, left } = lines[at]!
    if (below > 0 && padding.above + (line + 1) * lineHeight > below) return false
    const x = below > 0 ? padding.beside + left : 5
    const y = below > 0 ? map.height + padding.above + (line + 0.5) * lineHeight : 12 + at * columnLine
    if ('isHeading' in name) {
      const room = below > 0 ? map.width - padding.beside - x : map.width / 3
      return h('text', { x, y: y + 4, fill: theme.text, fontWeight: 600 }, cutText(name.label, room, 11))
    }
    const wide = (items[at]!.colors ?? 1) > 1 ? barWidth : 10
    const room = below > 0 ? map.width - padding.beside - x - wide - 5 : map.width / 3
    return [
      mark(name, [x, y], `${id}name${at}`),
      h('text', { x: x + wide + 5, y: y + 4, fill: theme.text }, cutText(name.label, room, 11)),
    ]
  })
}

/** The first names with their headings. */
function listed(names: readonly StillName[]): StillName[] {
  let count = 0
  return names.filter((name) => {
    const isListed = count < mostNames
    if (!('isHeading' in name)) count += 1
    return isListed
  })
}

const itemsOf = (names: readonly StillName[]): LegendItem[] =>
  listed(names).map((name) => ({
    label: name.label,
    colors: 'isHeading' in name ? 0 : 'swatch' in name && name.swatch.kind !== 'dots' ? 2 : 1,
  }))

function mark(
  name: Exclude<StillName, { isHeading: true }>,
  [x, y]: readonly [x: number, y: number],
  id: string,
): SvgChild {
  const { kind, colors }: Swatch = 'swatch' in name ? name.swatch : { kind: 'dots', colors: [name.color] }
  if (kind === 'dots') return h('circle', { cx: x + 5, cy: y, r: 5, fill: colors[0] })
  const height = kind === 'line' ? 3 : 10
  const stops = colors.map((color, at) => h('stop', { offset: at / Math.max(1, colors.length - 1), stopColor: color }))
  return [
    h('linearGradient', { id }, stops),
    h('rect', { x, y: y - height / 2, width: barWidth, height, rx: 2, fill: `url(#${id})` }),
  ]
}
