import { markedText, NULL_TEXT, unmarkedText } from '../../model/query/markedText.ts'
import type { DrawInput } from '../shared/contract.ts'
import { timeFormatter } from '../shared/format/index.ts'
import type { Branch } from '../shared/hierarchy.ts'
import { readTimeseries, type Series } from '../shared/timeseries/model.ts'
import type { PartitionForm } from './formData.ts'
import { levelForms } from './levelForms.ts'

/**
 * Advanced analytics: the values of each level are a separate time series, computed by the engine. A rolling standard
 * deviation or a percentage of a whole is not the sum of the values of its parts.
 */

type Result = Pick<DrawInput<PartitionForm>, 'formData' | 'data' | 'datasource'>

/** One tree per metric and time shift: times, then a level per dimension. */
export function readAnalytics({ formData: form, data, datasource }: Result): Branch[] {
  const levels = levelForms(form).map((formData, at) =>
    readTimeseries({ formData, data: data.slice(at, at + 1), datasource }),
  )
  const [finest, ...coarser] = levels
  if (finest === undefined) return []
  const values = new Map<string, number | null>()
  for (const { x, series } of levels) {
    for (const one of series) {
      one.values.forEach((value, row) => {
        if (Number.isFinite(value)) values.set(keyOf(one, x[row], one.groupValues.map(markedText)), value)
      })
    }
  }
  const write = timeFormatter(form.date_time_format)
  const timeText = (time: number | string | null) =>
    time === null ? NULL_TEXT : typeof time === 'number' ? write(time) : time
  const top = coarser.at(-1) ?? finest
  return top.series.map((whole) => {
    const parts = finest.series.filter((one) => treeOf(one) === treeOf(whole))
    const children = finest.x.map((time): Branch => {
      const name = timeText(time)
      const valueAt = (names: string[]) => values.get(keyOf(whole, time, names)) ?? undefined
      const children = partsOf(parts, 0, [], valueAt).map((branch) => within(branch, name))
      return { name, path: [name], values: [time], sums: [valueAt([]) ?? sumOf(children)], children }
    })
    return { name: treeOf(whole), path: [], values: [], sums: [sumOf(children)], children }
  })
}

/** The metric of a series with its time shift, as users see it: the name without the values of the dimensions. */
function treeOf({ label, groupValues }: Series): string {
  const tail = groupValues.map((value) => `, ${markedText(value)}`).join('')
  return label.endsWith(tail) ? label.slice(0, label.length - tail.length) : label
}

const keyOf = (series: Series, time: unknown, path: string[]) => JSON.stringify([treeOf(series), time, ...path])

const sumOf = (branches: Branch[]) => branches.reduce((sum, { sums: [value = 0] }) => sum + value, 0)

/** The branches below a path; a part without a value at this time is left out. */
function partsOf(
  series: Series[],
  level: number,
  path: string[],
  valueAt: (path: string[]) => number | undefined,
): Branch[] {
  const groups = new Map<string, Series[]>()
  for (const one of series) {
    const value = one.groupValues[level]
    if (value === undefined) continue
    const name = markedText(value)
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups].flatMap(([name, own]) => {
    const next = [...path, name]
    const children = partsOf(own, level + 1, next, valueAt)
    const value = valueAt(next) ?? (children.length > 0 ? sumOf(children) : undefined)
    return value === undefined ? [] : [{ name, path: next, values: next.map(unmarkedText), sums: [value], children }]
  })
}

const within = (branch: Branch, name: string): Branch => ({
  ...branch,
  path: [name, ...branch.path],
  children: branch.children.map((child) => within(child, name)),
})
