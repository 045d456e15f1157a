import { cutText, labelWidth } from '../shared/textWidth.ts'

/** The space for the labels around a pie, and the kind of their texts. */
export interface LabelRoom {
  /** size of the chart without its legend */
  width: number
  height: number
  /** px from the edge of the pie to the start of a label: along the radius, then horizontally */
  lead: { along: number; on: number }
  /** whether labels are numbers, which can be neither wrapped nor truncated */
  isFigure: boolean
  /** whether a legend has the names of the slices */
  hasLegend?: boolean
  /** whether there is a single slice, whose label is next to it */
  isLone: boolean
}

export interface LabelSlice {
  /** fraction of the whole circle, in drawing order; 0 if the slice is hidden */
  part: number
  /** undefined if the slice is too small for a label, or if labels are hidden */
  text: string | undefined
  /**
   * The shorter text, used where the text with numbers does not fit; empty if labels show only numbers. Only words are
   * truncated: a truncated number would be wrong.
   */
  name?: string
  /** the number alone: if the whole text does not fit, the name is truncated above it */
  figure?: string
}

const lineHeight = 15
/** Maximum number of lines of a label: fewer if a side has many labels. */
const mostLines = { few: 3, many: 2 }
/** Minimum number of letters of a truncated name: fewer are not understandable. */
const leastLetters = 4
/** Minimum radius, as a fraction of the requested one, to make room for labels, and to avoid a second line. */
const least = 0.58
const leastForLines = 0.85

/**
 * The radius, at most the requested one, at which the labels have room, and the labels on as many lines as needed.
 * Names are wrapped between words; if still too long, they are truncated, or omitted if almost nothing would remain.
 */
export function placeLabels(
  slices: LabelSlice[],
  wanted: number,
  room: LabelRoom,
): { radius: number; texts: (string | undefined)[] } {
  let whole: ReturnType<typeof tryRadius> | undefined
  for (let part = 1; part >= least; part -= 0.03) {
    const tried = tryRadius(slices, wanted * part, room)
    if (tried.cut > 0) continue
    if (tried.broken === 0) return part >= leastForLines || whole === undefined ? tried : whole
    whole ??= tried
    if (part < leastForLines) break
  }
  if (whole) return whole
  // next to a legend, numbers alone say more than beginnings of names
  const isTold = slices.every(({ text, name, figure }) => text === undefined || (name && figure !== undefined))
  if (room.hasLegend && isTold) {
    const figures = slices.map(({ part, text, figure }) => ({ part, text: text && figure }))
    return placeLabels(figures, wanted, { ...room, isFigure: true, hasLegend: false })
  }
  return tryRadius(slices, wanted * (room.isFigure ? least : 0.64), room)
}

function tryRadius(slices: LabelSlice[], radius: number, room: LabelRoom) {
  let [cut, broken, passed] = [0, 0, 0]
  const sides: { index: number; side: 1 | -1; lines: number; part: number }[] = []
  const many = manyAt(slices)
  const texts = slices.map(({ part, text, name, figure }, index) => {
    const middle = passed + part / 2
    passed += part
    if (text === undefined) return undefined
    const ray = room.isLone ? 1 : Math.sin(2 * Math.PI * middle)
    // labels that must make room for each other move outwards
    const across = many(middle) ? Math.sign(ray) : ray
    const { along, on } = room.lead
    const free = room.width / 2 - Math.abs((radius + along) * across) - on - 4
    const most = many(middle) ? mostLines.many : mostLines.few
    const lines = text.split('\n').flatMap((line) => (room.isFigure ? [line] : brokenLines(line, free)))
    const upright = (radius + along) * Math.abs(Math.cos(2 * Math.PI * middle)) + (lines.length * lineHeight) / 2
    const isHigh = !room.isLone && upright > room.height / 2
    const fits = !isHigh && lines.length <= most && lines.every((line) => labelWidth(line) <= free)
    if (!fits) cut += 1
    else if (lines.length > text.split('\n').length) broken += 1
    const shown = fits ? lines : room.isFigure ? [] : shorterLines(name ?? text, figure, free, most)
    if (shown.length === 0) return undefined
    sides.push({ index, side: across < 0 ? -1 : 1, lines: shown.length, part })
    return shown.join('\n')
  })
  for (const index of crowded(sides, room.height)) texts[index] = undefined
  return { radius, texts, cut, broken }
}

/** Returns whether the side at an angle has more than three labels, so that they must make room for each other. */
function manyAt(slices: LabelSlice[]): (middle: number) => boolean {
  const counts = [0, 0]
  let passed = 0
  for (const { part, text } of slices) {
    const side = passed + part / 2 < 0.5 ? 0 : 1
    passed += part
    if (text !== undefined) counts[side] = (counts[side] ?? 0) + 1
  }
  return (middle) => (counts[middle < 0.5 ? 0 : 1] ?? 0) > 3
}

/** The name as long as it fits above its number, or the number alone; without a number, the name. None if illegible. */
function shorterLines(name: string, figure: string | undefined, width: number, most: number): string[] {
  const hasFigure = figure !== undefined && labelWidth(figure) <= width
  const words = cutLines(name, width, hasFigure ? most - 1 : most)
  const isLegible = words.every((line) => line !== '' && !(line.endsWith('…') && line.length <= leastLetters))
  return [...(isLegible ? words : []), ...(hasFigure ? [figure] : [])]
}

/** The text on at most `most` lines. The last one is truncated if there were more. */
function cutLines(text: string, width: number, most: number): string[] {
  const lines = text.split('\n').flatMap((line) => brokenLines(line, width))
  const shown = lines.slice(0, most).map((line) => cutText(line, width, 11))
  if (lines.length > most) shown[most - 1] = cutText(`${lines.slice(most - 1).join(' ')}…`, width, 11)
  return shown
}

function brokenLines(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && labelWidth(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The smallest slices of a side that has no room for all its labels. */
function crowded(labels: { index: number; side: 1 | -1; lines: number; part: number }[], height: number): number[] {
  return [1, -1].flatMap((side) => {
    const own = labels.filter((label) => label.side === side).toSorted((one, other) => other.part - one.part)
    let taken = 0
    return own.filter((label) => (taken += label.lines * lineHeight) > height).map((label) => label.index)
  })
}

/** Whether a text fits within a slice, halfway between the inner and the outer edge. */
export function fitsInside(
  text: string,
  { from, to }: { from: number; to: number },
  { inner, outer }: { inner: number; outer: number },
): boolean {
  if (to - from >= 1) return true
  const middle = Math.PI * (from + to)
  const depth = (inner + outer) / 2
  const [x, y] = [Math.sin(middle) * depth, Math.cos(middle) * depth]
  const halfWidth = Math.max(...text.split('\n').map(labelWidth)) / 2
  const halfHeight = (text.split('\n').length * 11) / 2
  return [-1, 1].every((right) =>
    [-1, 1].every((up) => {
      const [cornerX, cornerY] = [x + right * halfWidth, y + up * halfHeight]
      const radius = Math.hypot(cornerX, cornerY)
      const turn = Math.atan2(cornerX, cornerY) / (2 * Math.PI)
      // an angle may differ by a full turn from the slice's own angles
      const isWithin = [turn - 1, turn, turn + 1].some((each) => each >= from && each <= to)
      return isWithin && radius <= outer && radius >= inner
    }),
  )
}
