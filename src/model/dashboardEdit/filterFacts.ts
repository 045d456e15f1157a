/** The settings of a stored filter as a list of facts, for users who compare two versions of it. Pure. */

import { isUnset, maskLabel } from '../dashboard/dashboardState.ts'
import type { DataMask } from '../dashboard/dataMask.ts'
import { parseScope, type Scope } from '../dashboard/scope.ts'
import { isRecord } from '../wire/json.ts'
import {
  controlsOf,
  entryName,
  type FilterEntry,
  isDivider,
  otherTargets,
  parentsOf,
  readEntries,
  targetOf,
} from './dashboardEditFilters.ts'
import type { PartDifference } from './dashboardMerge.ts'
import { compactSorted } from './dashboardSave.ts'

/** A value for display; `yes`, `no`, `none` and `first` are translated later. */
export type FactValue =
  | string
  | { dataset: number; column?: string }
  | { filters: string[] }
  | { scope: Scope }
  | { word: FactWord }
export type FactWord = 'yes' | 'no' | 'none' | 'first' | 'ascending' | 'descending'

/** `key` is one of `factKeys`, or a stored key without a translation. */
export interface FilterFact {
  key: string
  value: FactValue
}

export interface FilterDifference {
  id: string
  name: string
  before: FilterEntry | undefined
  theirs: FilterEntry | undefined
  mine: FilterEntry | undefined
}

/** Keys whose content is covered by another fact, or recomputed from the scope. */
const toldElsewhere = [
  'id',
  'type',
  'name',
  'title',
  'filterType',
  'targets',
  'controlValues',
  'defaultDataMask',
  'cascadeParentIds',
  'chartsInScope',
  'tabsInScope',
  'requiredFirst',
  'scope',
]

const word = (name: FactWord): FactValue => ({ word: name })

/** Filters that differ between two saves, and the order of the filter names in each if it differs. */
export function filterDifferences({ before, theirs, mine }: Pick<PartDifference, 'before' | 'theirs' | 'mine'>): {
  filters: FilterDifference[]
  order: Record<'before' | 'theirs' | 'mine', string> | undefined
} {
  const [past, left, right] = [entriesOf(before), entriesOf(theirs), entriesOf(mine)]
  const filters = [...new Set([...right.keys(), ...left.keys(), ...past.keys()])].flatMap((id) => {
    const sides = { before: past.get(id), theirs: left.get(id), mine: right.get(id) }
    const one = sides.mine ?? sides.theirs ?? sides.before
    const isSame = one === undefined || said(sides.theirs) === said(sides.mine)
    return isSame ? [] : [{ id, name: entryName(one), ...sides }]
  })
  const [a, b] = [left, right].map((entries) => [...entries.keys()].filter((id) => left.has(id) && right.has(id)))
  const names = (entries: ReadonlyMap<string, FilterEntry>) => [...entries.values()].map(entryName).join('\n')
  const order = { before: names(past), theirs: names(left), mine: names(right) }
  return { filters, order: compactSorted(a) === compactSorted(b) ? undefined : order }
}

function entriesOf(text: string): ReadonlyMap<string, FilterEntry> {
  const stored: unknown = text === '' ? [] : JSON.parse(text)
  return new Map(readEntries({ native_filter_configuration: stored }).map((entry) => [entry.id, entry]))
}

const said = (entry: FilterEntry | undefined) => compactSorted(entry && filterFacts(entry))

/** All settings of a filter, in the order of its form. */
export function filterFacts(entry: FilterEntry): FilterFact[] {
  const { datasetId, column } = targetOf(entry)
  const facts: FilterFact[] = [{ key: 'name', value: entryName(entry) }]
  if (!isDivider(entry)) {
    facts.push({ key: 'filterType', value: String(entry['filterType'] ?? '') })
    if (datasetId !== undefined) facts.push({ key: 'dataset', value: { dataset: datasetId } })
    if (column) facts.push({ key: 'column', value: column.name })
    for (const other of otherTargets(entry)) {
      if (other.datasetId === undefined) continue
      facts.push({
        key: 'also',
        value: { dataset: other.datasetId, ...(other.column && { column: other.column.name }) },
      })
    }
    facts.push({ key: 'default', value: defaultOf(entry) })
    facts.push({ key: 'scope', value: { scope: parseScope(entry['scope']) } })
    if (parentsOf(entry).length > 0) facts.push({ key: 'parents', value: { filters: parentsOf(entry) } })
  }
  const controls = Object.entries(controlsOf(entry)).filter(([key]) => key !== 'defaultToFirstItem')
  const rest = Object.entries(entry).filter(([key]) => !toldElsewhere.includes(key))
  for (const [key, value] of [...controls, ...rest]) if (isSaid(value)) facts.push({ key, value: valueOf(key, value) })
  return facts
}

const isSaid = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

function defaultOf(entry: FilterEntry): FactValue {
  if (controlsOf(entry)['defaultToFirstItem'] === true) return word('first')
  const mask = entry['defaultDataMask'] as DataMask | undefined
  return isUnset(mask) ? word('none') : maskLabel(mask)
}

function valueOf(key: string, value: unknown): FactValue {
  if (key === 'sortAscending') return word(value === false ? 'descending' : 'ascending')
  if (typeof value === 'boolean') return word(value ? 'yes' : 'no')
  if (key === 'adhoc_filters' && Array.isArray(value)) return value.map(conditionOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function conditionOf(value: unknown): string {
  if (!isRecord(value)) return String(value)
  if (typeof value['sqlExpression'] === 'string') return value['sqlExpression']
  return [value['subject'], value['operator'], value['comparator']].filter(isSaid).map(String).join(' ')
}
