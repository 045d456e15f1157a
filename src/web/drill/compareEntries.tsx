import { Copy, Scale, SquareArrowOutUpRight } from 'lucide-react'
import { earlierPoints, pointBefore } from '../../charts/explain.ts'
import type { ChartDatasource, MarkMenu } from '../../charts/shared/contract.ts'
import { markValues, metricsOf, otherValues } from '../../charts/shared/markResult.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, type useText } from '../ui/text.ts'
import { canDrillBy } from './canDrill.ts'
import type { OpenDrill } from './drillSource.ts'
import { filterColumn, filterValue, isTimeFilter } from './drillText.ts'

const texts = defineTexts('drill.compare', {
  explain: 'Explain the change',
  since: 'since {point}',
  compare: 'Compare with ...',
  search: 'Search values',
  none: 'No values found',
  copy: 'Copy value',
  goTo: 'Go to chart',
})

/** Submenus with more values have a search field, which finds the values that are not listed. */
const mostUnsearched = 10
const mostValues = 200

interface CompareEntriesInput {
  t: ReturnType<typeof useText>
  formData: Record<string, unknown>
  datasource: ChartDatasource
  data: readonly ChartData[]
  mark: MarkMenu
  /** opens the chart in the builder; absent without the permission, and in the builder itself */
  chartHref?: string | undefined
  copy: (text: string) => void
  onDrill: (open: OpenDrill) => void
}

/** Digits that only result from floating-point rounding are removed: 0.30000000000000004 becomes 0.3. */
const withoutNoise = (value: number) => Number(value.toPrecision(15))

/** The menu entries for the value of a mark: compare, copy and edit. */
export function compareEntries(input: CompareEntriesInput): MenuEntry[] {
  const { t, formData, data, mark, chartHref, copy } = input
  const { drill, label } = mark
  const metrics = metricsOf(formData, drill?.query)
  const values = drill ? markValues(data[drill.query ?? 0], drill, metrics) : []
  // the label of a cell is its value
  const text = mark.isText || values.length === 0 ? label : values.map(withoutNoise).join('\t')
  const canCompare = canDrillBy(formData) && metrics.length > 0 && (drill?.filters.length ?? 0) > 0
  return [
    ...(canCompare ? changeEntries(input) : []),
    text !== '' && {
      label: t(texts.copy),
      icon: <Copy size={14} />,
      hint: text.length > 24 ? undefined : text.replaceAll('\t', ', '),
      onSelect: () => copy(text),
    },
    chartHref !== undefined && { label: t(texts.goTo), icon: <SquareArrowOutUpRight size={14} />, href: chartHref },
  ]
}

function changeEntries({ t, formData, datasource, data, mark, onDrill }: CompareEntriesInput): MenuEntry[] {
  const { drill } = mark
  if (!drill) return []
  const answer = data[drill.query ?? 0]
  const open = (filter: QueryFilter, other: QueryFilter) =>
    onDrill({
      drill,
      against: { ...drill, filters: drill.filters.map((each) => (each === filter ? other : each)) },
    })
  const time = drill.filters.find((filter) => isTimeFilter(filter, answer))
  const before = time && pointBefore(otherValues(answer, drill, time), time, formData)
  const columns = drill.filters.flatMap((filter): Extract<MenuEntry, { label: string }>[] => {
    const others = otherValues(answer, drill, filter)
    if (others.length === 0) return []
    // the latest point before this one is the most likely choice
    const ordered = filter === time ? [...earlierPoints(others, time).toReversed(), ...later(others, time)] : others
    return [
      {
        label: filterColumn(filter, datasource),
        search: others.length > mostUnsearched ? { label: t(texts.search), none: t(texts.none) } : undefined,
        items: ordered
          .slice(0, mostValues)
          .map((other) => ({ label: filterValue(other, answer), onSelect: () => open(filter, other) })),
      },
    ]
  })
  const label = t(texts.compare)
  const icon = <Scale size={14} />
  const [only] = columns
  return [
    time !== undefined &&
      before !== undefined && {
        label: t(texts.explain),
        hint: t(texts.since, { point: filterValue(before, answer) }),
        icon,
        onSelect: () => open(time, before),
      },
    only !== undefined && (columns.length === 1 ? { ...only, label, icon } : { label, icon, items: columns }),
  ]
}

/** Filters for the points in time after that of a filter, in order. */
const later = (filters: QueryFilter[], { val }: QueryFilter) =>
  filters
    .filter((filter) => filter.val != null && Number(filter.val) > Number(val))
    .toSorted((one, other) => Number(one.val) - Number(other.val))
