import { useQueries } from '@tanstack/react-query'
import { useEditedFilterTypes } from '../../../../../filters/editing.ts'
import { findFilterType } from '../../../../../filters/index.ts'
import type { ControlFact } from '../../../../../filters/shared/filterSettings.ts'
import { ownValue } from '../../../../../model/basics/ownValue.ts'
import { chartsIn, type Layout, walk } from '../../../../../model/dashboard/layout.ts'
import { chartsInScope, type Scope, scopeTabs } from '../../../../../model/dashboard/scope.ts'
import { entryName, type FilterEntry, readEntries } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { type FactValue, type FilterFact, filterFacts } from '../../../../../model/dashboardEdit/filterFacts.ts'
import { filterDatasetQuery } from '../../../../api/dashboardEdit.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import { useEdit } from '../editStore.ts'
import { controlFacts } from './controlFacts.ts'

const texts = defineTexts('dashboard.edit.filterLines', {
  line: '{fact}: {value}',
  datasetNumber: 'number {id}',
  allCharts: 'all charts',
  allBut: 'all charts but {names}',
  noCharts: 'no charts',
  tab: 'tab {name}',
})

const facts = defineTexts('dashboard.edit.filterLines.fact', {
  name: 'Name',
  filterType: 'Kind',
  dataset: 'Dataset',
  column: 'Column',
  also: 'Also filters',
  default: 'Default',
  scope: 'Applies to',
  parents: 'Depends on',
  enableEmptyFilter: 'A value is required',
  sortAscending: 'Order of values',
  sortMetric: 'Ordered by',
  adhoc_filters: 'Pre-filter',
  time_range: 'Pre-filter, time range',
  granularity_sqla: 'Pre-filter, time column',
  description: 'Description',
})

const words = defineTexts('dashboard.edit.filterLines.word', {
  yes: 'yes',
  no: 'no',
  none: 'none',
  first: 'the first value',
  ascending: 'ascending',
  descending: 'descending',
})

/** A stored filter as lines for comparison: its name, columns, default and scope. */
export function useFilterLines(entries: readonly FilterEntry[]): (entry: FilterEntry) => string {
  const t = useText()
  const types = useEditedFilterTypes()
  const layout = useDashboard((state) => state.layout)
  const charts = useDashboard((state) => state.charts)
  const metadata = useEdit((state) => state.history.present.metadata)
  const names = new Map([...entries, ...readEntries(metadata)].map((entry) => [entry.id, entryName(entry)]))
  const said = entries.flatMap(filterFacts).map(({ value }) => value)
  const ids = [
    ...new Set(said.flatMap((value) => (typeof value === 'object' && 'dataset' in value ? value.dataset : []))),
  ]
  const answers = useQueries({ queries: ids.map((id) => ({ ...filterDatasetQuery(id), retry: false })) })

  return (entry) => {
    const controls = controlFacts(types, entry)
    return filterFacts(entry)
      .map((fact) => lineOf(fact, controls[fact.key]))
      .join('\n')
  }

  function lineOf({ key, value }: FilterFact, control: ControlFact | undefined): string {
    if (control) {
      const shown = typeof value === 'string' && control.values ? ownValue(control.values, value) : undefined
      return t(texts.line, { fact: t(control.label), value: shown ? t(shown) : wordsOf(value) })
    }
    const own = key.replaceAll('_', ' ')
    const fact = Object.hasOwn(facts, key)
      ? t(facts[key as keyof typeof facts])
      : own.charAt(0).toUpperCase() + own.slice(1)
    return t(texts.line, { fact, value: key === 'filterType' ? kindName(String(value)) : wordsOf(value) })
  }

  function wordsOf(value: FactValue): string {
    if (typeof value === 'string') return value
    if ('word' in value) return t(words[value.word])
    if ('filters' in value) return value.filters.map((id) => names.get(id) ?? id).join(', ')
    if ('scope' in value) return scopeWords(layout, value.scope)
    const name = answers[ids.indexOf(value.dataset)]?.data?.table_name
    return [name ?? t(texts.datasetNumber, { id: String(value.dataset) }), value.column].filter(Boolean).join(' · ')
  }

  function scopeWords(placed: Layout, scope: Scope): string {
    const { tabs, charts: single, isAll } = scopeTabs(placed, scope)
    if (isAll) return t(texts.allCharts)
    const left = chartsIn(placed.root).filter((id) => !chartsInScope(placed, scope).includes(id))
    if (left.length < single.length) return t(texts.allBut, { names: left.map(chartName).join(', ') })
    const reached = [...tabs.map((name) => t(texts.tab, { name })), ...single.map(chartName)]
    return reached.length === 0 ? t(texts.noCharts) : reached.join(', ')
  }

  function chartName(id: number): string {
    const node = [...walk(layout.root)].find(({ meta }) => meta.chartId === id)
    return node?.meta.sliceNameOverride || charts.get(id)?.slice_name || node?.meta.sliceName || String(id)
  }
}

const kindName = (type: string) => findFilterType(type)?.name ?? type
