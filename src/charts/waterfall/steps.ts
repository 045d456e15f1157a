import { worded } from '../../model/language/written.ts'
import type { DrawInput } from '../shared/contract.ts'
import { columnNames, eachRow, metricNumbers } from '../shared/plot/rows.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import type { StepKind } from './colors.ts'
import type { WaterfallForm } from './query.ts'

export interface Step {
  /** label below the axis */
  label: string
  category: string
  kind: StepKind
  /** ends of the bar */
  from: number
  to: number
}

/**
 * The first steps, one step that combines the others, and the last one, which is the total: running totals remain
 * correct.
 */
export function withoutMany(steps: Step[], most: number): Step[] {
  if (steps.length <= most) return steps
  const [first, rest] = [steps.slice(0, most - 2), steps.slice(most - 2, -1)]
  const from = first.at(-1)?.to ?? 0
  const to = rest.at(-1)?.to ?? from
  const label = worded('{count} more', rest.length)
  return [...first, { label, category: label, kind: to < from ? 'Decrease' : 'Increase', from, to }, ...steps.slice(-1)]
}

/**
 * The bars in order. Without a breakdown: one bar per category, then the total. With a breakdown: for each category one
 * bar per value of the breakdown, then the running total, named after the category.
 */
export const readSteps = readInSteps(function* ({
  formData: form,
  data,
}: Pick<DrawInput<WaterfallForm>, 'formData' | 'data'>): Steps<Step[]> {
  const answer = data[0]
  const hasParts = form.groupby[0] !== undefined
  const values = metricNumbers(answer, form.metric)
  yield
  const categories = columnNames(answer, form.x_axis, form.x_axis_time_format, form.time_grain_sqla)
  const parts = columnNames(answer, form.groupby[0], form.x_axis_time_format)
  const sums = new Map<string, Map<string, number>>()
  yield* eachRow(categories.count, (row) => {
    const value = values[row] ?? null
    if (value === null) return
    const category = categories.at(row)
    const part = !hasParts ? category : row < parts.count ? parts.at(row) : ''
    const own = sums.get(category) ?? new Map<string, number>()
    own.set(part, (own.get(part) ?? 0) + value)
    sums.set(category, own)
  })
  const steps: Step[] = []
  let level = 0
  for (const [category, own] of sums) {
    if (pausesAfter(steps.length)) yield
    for (const [label, change] of own) {
      const kind = change < 0 ? 'Decrease' : 'Increase'
      steps.push({ label, category, kind, from: level, to: level + change })
      level += change
    }
    if (hasParts) steps.push({ label: category, category, kind: 'Total', from: 0, to: level })
  }
  if (!hasParts && steps.length > 0) {
    const label = worded('Total')
    steps.push({ label, category: label, kind: 'Total', from: 0, to: level })
  }
  return steps
})
