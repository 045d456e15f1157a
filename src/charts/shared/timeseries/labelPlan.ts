import { niceEnds } from '../evenStep.ts'
import { labelWidth } from '../textWidth.ts'
import { isInside, valueSteps } from './axes.ts'
import type { TimeseriesForm } from './formData.ts'
import { logScaleOf } from './logMarks.ts'
import type { Series, TimeseriesModel } from './model.ts'
import type { Stacked } from './stack.ts'
import { barShare } from './styles.ts'

/** The offset of a value label from its default position, in px. */
export interface Shift {
  dx: number
  dy: number
}

/** The value labels to draw, by series name and row. */
export type LabelPlan = Map<string, Map<number, Shift>>

export interface PlanInput {
  form: TimeseriesForm
  model: TimeseriesModel
  stacked: Stacked
  isVisible: (series: Series) => boolean
  /** the text at a mark; empty for none */
  text: (series: Series, row: number) => string
  plot: { width: number; height: number }
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Candidate {
  series: Series
  row: number
  width: number
  /** position of the mark in px, from the plot's upper left corner */
  x: number
  y: number
  /** px from the mark to the base of its bar or band, along the value axis */
  size: number
  priority: number
}

const lineHeight = 13
/** With more points than this, only extremes and ends get value labels. */
export const labelledWhole = 3000

/**
 * Which value labels are drawn, and where, so that none overlaps another or a line. The highest and the lowest of each
 * series come first, then the ends, then the others in even steps. Positions are estimated from the data, because
 * nothing can be measured before the chart is drawn.
 */
export function planLabels(input: PlanInput): LabelPlan {
  const candidates = candidatesOf(input).toSorted((one, other) => one.priority - other.priority)
  const plan: LabelPlan = new Map()
  const taken = new Grid()
  const lines = isLine(input.form) ? polylines(input) : []
  const slack = slackOf(input)
  const bars = new Grid()
  for (const box of barBoxes(input)) bars.add(box)
  if (input.form.seriesType === 'scatter') for (const box of points(input)) taken.add(box)
  for (const candidate of candidates) {
    for (const { box, shift } of places(input, candidate)) {
      if (
        coversAxis(input, box) ||
        taken.hits(box) ||
        bars.hits(box) ||
        lines.some((line) => crosses(line, box, slack))
      )
        continue
      taken.add(box)
      const rows = plan.get(candidate.series.name) ?? new Map<number, Shift>()
      plan.set(candidate.series.name, rows.set(candidate.row, shift))
      break
    }
  }
  return plan
}

/** Whether a box overlaps the labels of the base axis. */
const coversAxis = ({ form, plot }: PlanInput, box: Box) =>
  form.orientation === 'horizontal' ? box.left < -1 : box.bottom > plot.height + 1

const isBar = (form: TimeseriesForm) => form.seriesType === 'bar'
const isStepped = ({ seriesType }: TimeseriesForm) =>
  seriesType === 'start' || seriesType === 'middle' || seriesType === 'end'
const isLine = (form: TimeseriesForm) => !isBar(form) && form.seriesType !== 'scatter'

const markRadius = (form: TimeseriesForm) => (isBar(form) ? 0 : form.markerSize / 2)

/** Positions for a value label, the best first. */
function places({ form, plot }: PlanInput, { x, y, width, size, priority }: Candidate): { box: Box; shift: Shift }[] {
  const boxAt = (centre: number, middle: number): Box => ({
    left: centre - width / 2 - 2,
    right: centre + width / 2 + 2,
    top: middle - lineHeight / 2,
    bottom: middle + lineHeight / 2,
  })
  if (form.orientation === 'horizontal') {
    if (isInside(form)) {
      return Math.abs(size) >= width + 4 ? [{ box: boxAt(x - size / 2, y), shift: { dx: 0, dy: 0 } }] : []
    }
    const side = size < 0 && form.stack === null ? -1 : 1
    return [{ box: boxAt(x + side * (width / 2 + 5), y), shift: { dx: 0, dy: 0 } }]
  }
  // a value label at the edge of the plot is moved inside; the labels of bars are inside anyway
  const dx = isBar(form) ? 0 : Math.max(width / 2 - x, 0) - Math.max(x + width / 2 - plot.width, 0)
  if (isInside(form)) {
    const within = { box: boxAt(x + dx, y + size / 2), shift: { dx, dy: isBar(form) ? 0 : size / 2 } }
    // a part may be too thin for its value label even at its peak: there, the label may be above it
    const over = lineHeight / 2 + 2 + markRadius(form)
    const onTop = { box: boxAt(x + dx, y - over), shift: { dx, dy: -over } }
    return [...(Math.abs(size) < lineHeight + 2 ? [] : [within]), ...(priority === 0 && !isBar(form) ? [onTop] : [])]
  }
  const up = isBar(form) && size < 0 && form.stack === null ? -1 : 1
  const reach = lineHeight / 2 + 4 + markRadius(form)
  const above = { box: boxAt(x + dx, y - up * reach), shift: { dx, dy: 0 } }
  if (isBar(form)) return [above]
  // labels that jump above and below the same line are hard to read: of a line in steps, only its ends and extremes have
  // labels below
  if (isStepped(form) && priority > lastSpecial) return [above]
  return [above, { box: boxAt(x + dx, y + reach), shift: { dx, dy: 2 * reach } }]
}

function candidatesOf(input: PlanInput): Candidate[] {
  const { form, model, stacked, isVisible, plot } = input
  const shown = stacked.series.filter(isVisible)
  const rows = model.x.length
  const lies = form.orientation === 'horizontal'
  const along = lies ? plot.height : plot.width
  const across = lies ? plot.width : plot.height
  const position = basePositions(input, along)
  const scale = valueScale(input, across)
  const grouped = isBar(form) && form.stack === null ? shown.length : 1
  const barPitch = ((along / Math.max(1, rows)) * barShare) / grouped
  const few = shown.length * rows <= labelledWhole
  const feet = zeros(rows)
  const depths = zeros(rows)
  const found: Candidate[] = []
  const totalEnds = extremeRows(stacked.totals)
  const endsOf = (series: Series) => (form.stack !== null && form.only_total ? totalEnds : extremeRows(series.values))
  const step = stepOf(input, shown, endsOf, along)
  for (const [index, series] of shown.entries()) {
    const ends = endsOf(series)
    for (const [row, value] of series.values.entries()) {
      if (value === null) continue
      const pile = value < 0 ? depths : feet
      const foot = form.stack === null ? 0 : (pile[row] ?? 0)
      const head = foot + value
      if (form.stack !== null) pile[row] = head
      const special = ends.indexOf(row)
      // even steps backwards from the last mark; marks between them get no value label
      if (special === -1 && (!few || (rows - 1 - row) % step !== 0)) continue
      const text = input.text(series, row)
      if (text === '') continue
      const base = (position[row] ?? 0) + (grouped > 1 ? (index + 0.5 - grouped / 2) * barPitch : 0)
      found.push({
        series,
        row,
        width: labelWidth(text),
        x: lies ? scale(head) : base,
        y: lies ? base : across - scale(head),
        size: Math.abs(scale(head) - scale(foot)) * (value < 0 ? -1 : 1),
        priority: special === -1 ? lastSpecial + 1 : special,
      })
    }
  }
  return found
}

/** The step n such that every n-th row has room for a value label, based on the extremes and a few others. */
function stepOf(input: PlanInput, shown: Series[], endsOf: (series: Series) => number[], along: number): number {
  const rows = input.model.x.length
  const pitch = along / Math.max(1, rows)
  if (input.form.orientation === 'horizontal') return Math.max(1, Math.ceil(lineHeight / Math.max(1, pitch)))
  const some = Array.from({ length: 12 }, (_none, index) => Math.floor((index * rows) / 12))
  const widths = shown.flatMap((series) =>
    [...endsOf(series), ...some].map((row) => (row < 0 ? 0 : labelWidth(input.text(series, row)))),
  )
  return Math.max(1, Math.ceil((Math.max(0, ...widths) + 4) / Math.max(1, pitch)))
}

const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** The priority of the last of `extremeRows`. */
const lastSpecial = 3

/** Rows of the highest, the lowest, the last and the first value, in this order. */
function extremeRows(values: readonly (number | null)[]): number[] {
  let [highest, lowest, first, last] = [-1, -1, -1, -1]
  for (const [row, value] of values.entries()) {
    if (value === null) continue
    if (first === -1) first = row
    last = row
    if (highest === -1 || value > (values[highest] ?? value)) highest = row
    if (lowest === -1 || value < (values[lowest] ?? value)) lowest = row
  }
  return [highest, lowest, last, first]
}

/** The position of each row along the base axis. */
function basePositions({ form, model }: PlanInput, along: number): number[] {
  const count = Math.max(1, model.x.length)
  if (model.xType === 'category') return model.x.map((_x, row) => ((row + 0.5) / count) * along)
  const numbers = model.x.map(Number)
  const min = numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const max = numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  // bars leave half of their spacing free at both ends
  const pad = isBar(form) ? along / count / 2 : 0
  return numbers.map((value) => (max === min ? along / 2 : pad + ((value - min) / (max - min)) * (along - 2 * pad)))
}

/** Converts a value to px from the start of the value axis. */
function valueScale({ form, stacked, isVisible, plot }: PlanInput, across: number): (value: number) => number {
  let [min, max] =
    form.stack === null ? ends(stacked.series.filter(isVisible).map((one) => one.values)) : pileEnds(stacked, isVisible)
  if (form.stack === 'Expand') [min, max] = [0, 1]
  const [least, most] = form.y_axis_bounds
  if (form.logAxis) {
    const scale = logScaleOf(form, { ...stacked, series: stacked.series.filter(isVisible) }, plot)
    const power = (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE))
    const [low, high] = [power(scale.min ?? 1), scale.max === undefined ? Math.ceil(power(max)) : power(scale.max)]
    return (value) => ((power(value) - low) / (high - low || 1)) * across
  }
  if (!form.truncateYAxis || isBar(form)) [min, max] = [Math.min(0, min), Math.max(0, max)]
  const [nextBelow, nextAbove] = niceEnds(min, max, valueSteps(form, plot))
  const [low, high] = [least ?? nextBelow, most ?? nextAbove]
  return (value) => (high === low ? 0 : ((value - low) / (high - low)) * across)
}

function ends(columns: readonly (readonly (number | null)[])[]): [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const column of columns) {
    for (const value of column) {
      if (value === null) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return min > max ? [0, 1] : [min, max]
}

function pileEnds({ series }: Stacked, isVisible: (series: Series) => boolean): [min: number, max: number] {
  const shown = series.filter(isVisible)
  const rows = shown[0]?.values.length ?? 0
  const sumOf = (row: number, sign: 1 | -1) =>
    shown.reduce((sum, one) => sum + Math.max(0, sign * (one.values[row] ?? 0)), 0) * sign
  const all = Array.from({ length: rows }, (_none, row) => row)
  return ends([all.map((row) => sumOf(row, 1)), all.map((row) => sumOf(row, -1))])
}

/** The lines of the chart, which no value label may cross, in px. */
function polylines(input: PlanInput): Point[][] {
  const { form, stacked, isVisible, plot } = input
  if (stacked.series.length * input.model.x.length > labelledWhole) return []
  const position = basePositions(input, plot.width)
  const scale = valueScale(input, plot.height)
  const feet = zeros(position.length)
  return stacked.series.filter(isVisible).map((series) =>
    withSteps(
      form,
      series.values.flatMap((value, row): Point[] => {
        if (value === null) return []
        const head = form.stack === null ? value : (feet[row] ?? 0) + value
        if (form.stack !== null) feet[row] = head
        return [[position[row] ?? 0, plot.height - scale(head)]]
      }),
    ),
  )
}

type Point = [x: number, y: number]

/** Adds the corners of a step line between its points; other lines are unchanged. */
function withSteps({ seriesType }: TimeseriesForm, line: Point[]): Point[] {
  const part = { start: 0, middle: 0.5, end: 1 }[seriesType as string]
  if (part === undefined) return line
  return line.flatMap(([x, y], index): Point[] => {
    const next = line[index + 1]
    if (next === undefined) return [[x, y]]
    const corner = x + part * (next[0] - x)
    return [
      [x, y],
      [corner, y],
      [corner, next[1]],
    ]
  })
}

/** Boxes of grouped bars: a value label wider than its own bar may not overlap a higher adjacent bar. */
function barBoxes(input: PlanInput): Box[] {
  const { form, model, stacked, isVisible, plot } = input
  const shown = stacked.series.filter(isVisible)
  const rows = Math.max(1, model.x.length)
  if (!isBar(form) || form.stack !== null || shown.length * rows > labelledWhole) return []
  const lies = form.orientation === 'horizontal'
  const [along, across] = lies ? [plot.height, plot.width] : [plot.width, plot.height]
  const position = basePositions(input, along)
  const scale = valueScale(input, across)
  const foot = form.logAxis ? 0 : scale(0)
  const pitch = (along / rows) * barShare
  return shown.flatMap((series, index) =>
    series.values.flatMap((value, row): Box[] => {
      if (value === null) return []
      const from = (position[row] ?? 0) + (index / shown.length - 0.5) * pitch
      const to = from + pitch / shown.length
      const [low, high] = [Math.min(foot, scale(value)), Math.max(foot, scale(value))]
      return lies
        ? [{ left: low, right: high, top: from, bottom: to }]
        : [{ left: from, right: to, top: across - high, bottom: across - low }]
    }),
  )
}

/** Boxes of the points of a scatter plot, which no value label may cover. */
function points(input: PlanInput): Box[] {
  const radius = markRadius(input.form) - 1
  const box = ([x, y]: Point): Box => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  })
  return polylines(input).flatMap((line) => line.map(box))
}

/**
 * Minimum distance of points in px. If points are denser, a position estimate that is a few px off would hit another
 * peak.
 */
const densePitch = 4

function slackOf({ form, model, plot }: PlanInput): { x: number; y: number } {
  const isDense = plot.width / Math.max(1, model.x.length) < densePitch
  if (isDense) return { x: 8, y: markRadius(form) }
  return isStepped(form) ? { x: 2, y: 4 } : { x: 0, y: 0 }
}

/** Whether a line crosses the box; touching its edge is allowed. */
function crosses(line: Point[], inner: Box, slack: { x: number; y: number }): boolean {
  const box = { ...inner, left: inner.left - slack.x, right: inner.right + slack.x }
  const [top, bottom] = [box.top + 2 - slack.y, box.bottom - 2 + slack.y]
  for (let index = Math.max(1, firstFrom(line, box.left)); index < line.length; index += 1) {
    const [x0, y0] = line[index - 1]!
    const [x1, y1] = line[index]!
    if (x0 > box.right) return false
    const at = (x: number) => y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
    const [start, end] = x1 === x0 ? [y0, y1] : [at(Math.max(x0, box.left)), at(Math.min(x1, box.right))]
    if (Math.min(start, end) < bottom && Math.max(start, end) > top) return true
  }
  return false
}

/** Index of the first point at or to the right of a position; lines run from left to right. */
function firstFrom(line: Point[], left: number): number {
  let [low, high] = [0, line.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (line[middle]![0] < left) low = middle + 1
    else high = middle
  }
  return low
}

/** Occupied areas, indexed by cells of a grid, so that each value label is compared only with areas near it. */
class Grid {
  private readonly cells = new Map<string, Box[]>()

  hits(box: Box): boolean {
    return this.cellsOf(box).some((key) => this.cells.get(key)?.some((other) => overlap(box, other)))
  }

  add(box: Box): void {
    for (const key of this.cellsOf(box)) this.cells.set(key, [...(this.cells.get(key) ?? []), box])
  }

  private cellsOf(box: Box): string[] {
    const keys: string[] = []
    for (let x = Math.floor(box.left / 64); x <= Math.floor(box.right / 64); x += 1) {
      for (let y = Math.floor(box.top / 32); y <= Math.floor(box.bottom / 32); y += 1) keys.push(`${x} ${y}`)
    }
    return keys
  }
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
