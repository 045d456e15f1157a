import { metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { niceEnds } from '../shared/evenStep.ts'
import { extent, numbersOf } from '../shared/plot/cells.ts'
import type { BulletForm } from './query.ts'

export interface Mark {
  value: number
  label: string
}

export interface BulletModel {
  value: number | null
  /** from the longest to the shortest: shorter ones are drawn over longer ones */
  ranges: Mark[]
  markers: Mark[]
  lines: Mark[]
  /** ends of the axis, with round steps */
  domain: [low: number, high: number]
}

/** The value of the first row, and the numbers in the form; texts that are not numbers are omitted. */
export function readBullet({ formData: form, data }: Pick<DrawInput<BulletForm>, 'formData' | 'data'>): BulletModel {
  const value = numbersOf(data[0], form.metric === undefined ? undefined : metricLabel(form.metric))[0] ?? null
  const listed = marksOf(form.ranges, form.range_labels)
  // by default one range, a little longer than the value
  const ranges = listed.length > 0 ? listed : [{ value: (value ?? 0) * 1.1, label: '' }]
  const markers = marksOf(form.markers, form.marker_labels)
  const lines = marksOf(form.marker_lines, form.marker_line_labels)
  const all = [0, value, ...[...ranges, ...markers, ...lines].map((mark) => mark.value)]
  const [low, high] = extent(all) ?? [0, 1]
  return {
    value,
    ranges: ranges.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value)),
    markers,
    lines,
    domain: low === high ? [0, 1] : withoutNegativeZero(niceEnds(low, high, 5)),
  }
}

const withoutNegativeZero = ([low, high]: [number, number]): [number, number] => [low + 0, high + 0]

function marksOf(numbers: string, labels: string): Mark[] {
  const names = labels.split(',').map((label) => label.trim())
  return numbers.split(',').flatMap((text, at): Mark[] => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? [{ value, label: names[at] ?? '' }] : []
  })
}

/** Round values along an axis. */
export function ticksOf([low, high]: [number, number], most: number): number[] {
  const raw = (high - low) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find((base) => base * power >= raw) ?? 10) * power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
