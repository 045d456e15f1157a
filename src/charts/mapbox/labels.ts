import { contrastingText } from '../shared/color/index.ts'
import type { Box, MapLabel } from '../shared/maps/deck/mapLabels.ts'
import { textWidth } from '../shared/textWidth.ts'
import type { ChartTheme } from '../shared/theme.ts'
import type { Circle } from './clusters.ts'
import { colorOf, opacityOf } from './look.ts'
import type { MapboxForm } from './query.ts'

const labelSize = 11
/** Distance in px between a label and its surroundings, and half the height of a label in px. */
const [gap, halfLine] = [2, 7]
/** Size in px of the squares of the index that finds circles and labels near a label. */
const square = 64

type LabelTheme = Pick<ChartTheme, 'text' | 'surface'>

interface Disc {
  x: number
  y: number
  radius: number
}

/** The visible map, in px. */
interface Page {
  /** converts a place to px */
  place: (point: Circle['place']) => number[]
  size: { width: number; height: number }
  /** elements that cover the map */
  boxes?: readonly Box[]
}

const widthOf = (text: string) => textWidth(text) * (labelSize / 12)

/** Whether a circle has room for its label. */
const fits = ({ radius }: Circle, text: string) => widthOf(text) <= 2 * radius - 2

/** The style of a label: inside its circle, its color contrasts with the circle; elsewhere it has an outline. */
const lookOf = (form: MapboxForm, theme: LabelTheme, isInside: boolean) => {
  const [red, green, blue] = colorOf(form)
  return isInside && opacityOf(form) > 0.5
    ? { color: contrastingText(`rgb(${red}, ${green}, ${blue})`) }
    : { color: theme.text, halo: theme.surface }
}

/**
 * The possible positions of a label, in px to the right of and above the center of its circle: inside the circle, or
 * beside it.
 */
function placesOf(circle: Circle, text: string): (readonly [right: number, up: number])[] {
  if (fits(circle, text)) return [[0, 0]]
  const [up, side] = [circle.radius + gap + halfLine, circle.radius + 2 * gap + widthOf(text) / 2]
  return [
    [0, up],
    [0, -up],
    [side, 0],
    [-side, 0],
  ]
}

const boxAt = (x: number, y: number, text: string): Box => {
  const half = widthOf(text) / 2 + gap
  return { left: x - half, right: x + half, top: y - halfLine, bottom: y + halfLine }
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

const covers = ({ x, y, radius }: Disc, { left, top, right, bottom }: Box) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < radius

/** An index of things on a map by the squares that they touch. */
function createSpace<Thing>({ width, height }: Page['size'], boxOf: (thing: Thing) => Box) {
  const squares = new Map<number, Thing[]>()
  const inside = (value: number, most: number) => Math.floor(Math.min(Math.max(value, 0), most) / square)
  const columns = inside(width, width) + 1
  function keysOf({ left, top, right, bottom }: Box): number[] {
    const keys: number[] = []
    for (let row = inside(top, height); row <= inside(bottom, height); row += 1) {
      for (let column = inside(left, width); column <= inside(right, width); column += 1)
        keys.push(row * columns + column)
    }
    return keys
  }
  return {
    add(thing: Thing) {
      for (const key of keysOf(boxOf(thing))) {
        const known = squares.get(key)
        if (known) known.push(thing)
        else squares.set(key, [thing])
      }
    },
    has: (box: Box, test: (thing: Thing) => boolean) => keysOf(box).some((key) => squares.get(key)?.some(test)),
  }
}

const boxOfDisc = ({ x, y, radius }: Disc): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
})

/**
 * The labels of circles: inside their circles, or beside those that are too small. The labels of larger circles are
 * placed first. A label that would be cut off, or would cover another circle or label, is left out.
 */
export function labelsOf(
  circles: readonly Circle[],
  { form, theme, place, size, boxes = [] }: Page & { form: MapboxForm; theme: LabelTheme },
): (MapLabel & { at: [x: number, y: number] })[] {
  const discs = createSpace<Disc>(size, boxOfDisc)
  /** circles with their label inside */
  const labelled = createSpace<Disc>(size, boxOfDisc)
  const taken = createSpace<Box>(size, (box) => box)
  const isIn = ({ left, top, right, bottom }: Box) =>
    left >= 0 && top >= 0 && right <= size.width && bottom <= size.height
  const placed = circles
    .map((circle) => {
      const [x = 0, y = 0] = place(circle.place)
      return { circle, disc: { x, y, radius: circle.radius } }
    })
    .toSorted((one, other) => other.circle.radius - one.circle.radius)
  for (const { disc } of placed) discs.add(disc)
  return placed.flatMap(({ circle, disc }) => {
    const { label: text } = circle
    if (text === undefined || text === '') return []
    const isInside = fits(circle, text)
    // a label beside its circle does not overlap it
    const isFree = (box: Box) =>
      isIn(box) &&
      !boxes.some((other) => overlap(box, other)) &&
      !taken.has(box, (other) => overlap(box, other)) &&
      !(isInside
        ? labelled.has(box, (other) => covers(other, box)) || taken.has(boxOfDisc(disc), (other) => covers(disc, other))
        : discs.has(box, (other) => other !== disc && covers(other, box)))
    for (const [right, up] of placesOf(circle, text)) {
      const at: [number, number] = [disc.x + right, disc.y - up]
      const box = boxAt(...at, text)
      if (!isFree(box)) continue
      taken.add(box)
      if (isInside) labelled.add(disc)
      const look = lookOf(form, theme, isInside)
      return [{ text, place: circle.place, size: labelSize, right, up, at, ...look }]
    }
    return []
  })
}
