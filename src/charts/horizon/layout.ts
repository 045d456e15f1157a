import { GenericType } from '../../model/dataset/dataset.ts'
import { TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import { EMPTY_TEXT } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { extent, numberOf } from '../shared/plot/cells.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import type { HorizonForm } from './query.ts'

export interface HorizonSeries {
  name: string
  /** the drawn values; for `change`, the first value is subtracted */
  values: (number | null)[]
  /** the largest distance from zero */
  reach: number
}

export interface HorizonModel {
  times: number[]
  series: HorizonSeries[]
}

/** Number of bands on each side of zero. */
export const bands = 4

/** The series of a result in order of time. They share one range of values if the form data requests it. */
export const readHorizon = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<HorizonForm>, 'formData' | 'data'>): Steps<HorizonModel> {
  const answer = data[0]
  if (answer === undefined) return { times: [], series: [] }
  const named = answer.colnames.indexOf(TIMESTAMP_LABEL)
  const timeAt = named === -1 ? answer.coltypes.indexOf(GenericType.temporal) : named
  const rows: { time: number; row: number }[] = []
  for (const [row, cell] of (answer.columns[timeAt] ?? []).entries()) {
    if (pausesAfter(row)) yield
    const time = numberOf(cell)
    if (time !== null) rows.push({ time, row })
  }
  rows.sort((one, other) => one.time - other.time)
  yield
  const series: HorizonSeries[] = []
  for (const [at, name] of answer.colnames.entries()) {
    if (at === timeAt) continue
    const values = rows.map(({ row }) => numberOf(answer.columns[at]?.[row]))
    yield
    const first = values.find((value) => value !== null)
    if (first === undefined) continue
    const base = form.horizon_color_scale === 'change' && first !== null ? first : 0
    const drawn = base === 0 ? values : values.map((value) => (value === null ? null : value - base))
    const reach = drawn.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
    series.push({ name: name === '' ? EMPTY_TEXT : name, values: drawn, reach })
    yield
  }
  const overall = series.reduce((most, { reach }) => Math.max(most, reach), 0)
  const isShared = form.horizon_color_scale === 'overall'
  return {
    times: rows.map(({ time }) => time),
    series: isShared ? series.map((one) => ({ ...one, reach: overall })) : series,
  }
})

export interface BandPath {
  /** 1 to 4 above zero, -1 to -4 below */
  band: number
  path: string
}

/**
 * The bands of a series in a box, as SVG paths: the part of each value within a band, from the bottom of the box.
 * Values below zero are folded up. A gap ends an area; a single value is drawn as a narrow bar.
 */
export function bandPaths(
  { values, reach }: HorizonSeries,
  x: (index: number) => number,
  { top, height }: { top: number; height: number },
): BandPath[] {
  if (reach === 0) return []
  const step = reach / bands
  const floor = top + height
  const runs = runsOf(values).map((run) => {
    const [low, high] = extent(run.map((index) => values[index] ?? 0)) ?? [0, 0]
    return { low, high, visible: withoutHidden(run, values, x) }
  })
  return [1, -1].flatMap((sign) =>
    Array.from({ length: bands }, (_, at): BandPath => {
      const part = (value: number) => Math.min(1, Math.max(0, (sign * value) / step - at))
      const path = runs
        .filter(({ low, high }) => part(low) > 0 || part(high) > 0)
        .map(({ visible }) => areaOf(visible, (index) => floor - part(values[index] ?? 0) * height, x, floor))
        .join('')
      return { band: sign * (at + 1), path }
    }).filter(({ path }) => path !== ''),
  )
}

/** Indexes of values in runs without gaps. */
function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last !== undefined && last.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  }
  return runs
}

/**
 * The visible indexes. Of many values within 1 px, these are the first, the smallest, the largest and the last; the
 * others would not change the picture.
 */
function withoutHidden(run: number[], values: readonly (number | null)[], x: (index: number) => number): number[] {
  const width = x(run.at(-1)!) - x(run[0]!)
  if (run.length <= width * 4) return run
  const columns = new Map<number, { first: number; least: number; most: number; last: number }>()
  for (const index of run) {
    const place = Math.round(x(index))
    const known = columns.get(place)
    if (known === undefined) {
      columns.set(place, { first: index, least: index, most: index, last: index })
      continue
    }
    const value = values[index] ?? 0
    if (value < (values[known.least] ?? 0)) known.least = index
    if (value > (values[known.most] ?? 0)) known.most = index
    known.last = index
  }
  return [...columns.values()].flatMap(({ first, least, most, last }) =>
    [...new Set([first, least, most, last])].sort((one, other) => one - other),
  )
}

function areaOf(run: number[], y: (index: number) => number, x: (index: number) => number, floor: number): string {
  const round = (value: number) => Math.round(value * 10) / 10
  const [first, last] = [run[0]!, run.at(-1)!]
  const lone = run.length === 1 ? 1 : 0
  const points = (lone ? [first, first] : run).map(
    (index, at) => `${round(x(index) + (lone ? (at === 0 ? -1 : 1) : 0))} ${round(y(index))}`,
  )
  return `M${round(x(first) - lone)} ${floor}L${points.join('L')}L${round(x(last) + lone)} ${floor}Z`
}

/** px of the time axis */
export const axisHeight = 18
/** px of the line with the colors, above the rows */
export const keyHeight = 24
/** A smaller chart needs the space for its rows. */
const keyFrom = { width: 240, height: 160 }

export const hasKey = ({ width, height }: { width: number; height: number }) =>
  width >= keyFrom.width && height >= keyFrom.height

/** px */
const highestRow = 400

/**
 * The height of a row in px: as high as fits if all rows are shown, but at least 10 px, and at most 400 px or twice the
 * configured height, whichever is more.
 */
export function rowHeightOf(form: HorizonForm, rows: number, height: number): number {
  const wanted = Math.max(10, form.series_height)
  const available = (height - axisHeight) / Math.max(1, rows)
  return Math.floor(Math.max(10, Math.min(available, Math.max(wanted * 2, highestRow))))
}
