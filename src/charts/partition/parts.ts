import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { DrawInput } from '../shared/contract.ts'
import { readGroups, readMetric } from '../shared/groups.ts'
import { type Branch, foldLevels } from '../shared/hierarchy.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { readAnalytics } from './analytics.ts'
import type { PartitionForm } from './formData.ts'

type Result = Pick<DrawInput<PartitionForm>, 'formData' | 'data' | 'datasource'>

/** One tree per metric, with one level per dimension. The `sums` of a block are replaced by its value. */
export const readParts = readInSteps(function* (input: Result): Steps<Branch[]> {
  const { formData: form, data, datasource } = input
  // without a time column there is one query
  if (form.time_series_option === 'adv_anal' && data.length > form.groupby.length) return readAnalytics(input)
  const answer = data[0]
  const names = new Set(form.groupby.map(columnLabel))
  const metricNames = new Set(form.metrics.map(metricLabel))
  const hasTime = form.time_series_option !== 'not_time'
  const timeName = hasTime ? answer?.colnames.find((name) => !names.has(name) && !metricNames.has(name)) : undefined
  const times = timeName === undefined ? [] : (answer?.columns[answer.colnames.indexOf(timeName)] ?? []).map(Number)
  const isOverTime = form.time_series_option === 'time_series' && timeName !== undefined
  const levels = isOverTime ? [timeName, ...form.groupby] : form.groupby
  const groups = readGroups(answer, levels, form.date_time_format)
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
  const last = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY)
  const trees: Branch[] = []
  for (const metric of form.metrics) {
    const values = readMetric(answer, metric)
    yield
    const at = (moment: number) => values.map((value, row) => (times[row] === moment ? value : 0))
    const columns = form.time_series_option.startsWith('point_')
      ? [at(last), at(first)]
      : [values, values.map((value) => (value === null ? 0 : 1))]
    // the branches are new objects: changing them is much faster than copying them
    const read = (branch: Branch): void => {
      branch.sums = [valueOf(form.time_series_option, branch.sums)]
      for (const child of branch.children) read(child)
    }
    const whole = columns.map((column) => column.reduce<number>((sum, value) => sum + (value ?? 0), 0))
    const key = metricLabel(metric)
    const name = datasource.verboseMap[key] ?? key
    const children = yield* foldLevels(groups, columns)
    for (const [at, child] of children.entries()) {
      read(child)
      if (pausesAfter(at)) yield
    }
    trees.push({ name, path: [], values: [], sums: [valueOf(form.time_series_option, whole)], children })
  }
  return trees
})

/** The value of a block, from its two sums. */
const valueBy: Record<PartitionForm['time_series_option'], (one: number, other: number) => number> = {
  not_time: (one) => one,
  time_series: (one) => one,
  agg_sum: (one) => one,
  adv_anal: (one) => one,
  agg_mean: (one, other) => one / other,
  point_diff: (one, other) => one - other,
  point_factor: (one, other) => one / other,
  point_percent: (one, other) => one / other - 1,
}

function valueOf(option: PartitionForm['time_series_option'], [one = 0, other = 0]: number[]): number {
  const value = valueBy[option](one, other)
  return Number.isFinite(value) ? value : 0
}

/** Whether the first level is time. */
export const isOverTime = ({ time_series_option: option }: Pick<PartitionForm, 'time_series_option'>) =>
  option === 'time_series' || option === 'adv_anal'

/**
 * Whether the values of all times can be added up to the value of the whole. Shares, ratios and rolling values cannot:
 * 26 weeks of 100% are not 2,600%.
 */
export function hasTotals(form: PartitionForm): boolean {
  if (form.time_series_option !== 'adv_anal') return true
  const isRelative = form.comparison_type === 'percentage' || form.comparison_type === 'ratio'
  return !form.contribution && form.rolling_type === null && !(isRelative && form.time_compare.length > 0)
}

/** The height of a block before it is scaled to the height of its parent. Negative values have no height. */
export function weightOf(form: Pick<PartitionForm, 'log_scale'>, branch: Branch): number {
  const value = Math.max(0, branch.sums[0] ?? 0)
  return form.log_scale ? Math.log1p(value) : value
}

/** The parts within the limit and above the threshold, the largest first. */
export function prune(form: PartitionForm, branches: Branch[]): Branch[] {
  return branches.map((branch) => {
    const whole = branch.children.reduce((sum, child) => sum + weightOf(form, child), 0)
    const kept = branch.children
      .filter((child) => whole > 0 && weightOf(form, child) / whole >= form.partition_threshold)
      .toSorted((one, other) => weightOf(form, other) - weightOf(form, one))
    const most = form.partition_limit > 0 ? form.partition_limit : kept.length
    return { ...branch, children: prune(form, kept.slice(0, most)) }
  })
}
