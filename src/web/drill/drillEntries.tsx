import { ChartPie, ListFilter, TableProperties } from 'lucide-react'
import type { ChartDatasource, DrillContext, ShownType } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { columnLabel } from '../../model/query/labels.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, type useText } from '../ui/text.ts'
import { canDrill, canDrillBy, detailRefusal } from './canDrill.ts'
import type { OpenDrill } from './drillSource.ts'
import { filterColumn, filterValue } from './drillText.ts'
import { drillTexts } from './drillTexts.ts'
import type { Dimensions } from './useDimensions.ts'

const texts = defineTexts('drill.entries', {
  by: 'Drill to detail by',
  value: 'Drill to detail by {value}',
  valueOf: 'Drill to detail by {value} ({column})',
  all: 'Drill to detail by all',
  point: 'Right-click on a dimension value to drill to detail by that value.',
  unable: 'Drill to detail by value is not yet supported for this chart type.',
  drillBy: 'Drill by',
  unableBy: 'Drill by is not yet supported for this chart type',
  noPoint: 'Drill by is not available for this data point',
  search: 'Search columns',
  none: 'No columns found',
  loading: 'Loading',
  failed: 'Failed to load dimensions for drill by',
})

/** Submenus with more columns have a search field. */
const mostUnsearched = 10

interface DrillEntriesInput {
  t: ReturnType<typeof useText>
  type: Pick<ShownType, 'behaviors'> | null
  formData: Record<string, unknown>
  datasource: ChartDatasource
  data: readonly ChartData[]
  /** filters of the mark; null if it represents no rows */
  drill: DrillContext | null
  dimensions: Dimensions
  onDrill: (open: OpenDrill) => void
}

/** The menu entries that lead to the rows of a mark; none without the permissions. */
export function drillEntries(input: DrillEntriesInput): MenuEntry[] {
  return [
    ...(canDrill(input.formData) ? detailEntries(input) : []),
    ...(canDrillBy(input.formData) ? [drillByEntry(input)] : []),
  ]
}

function detailEntries({ t, type, formData, datasource, data, drill, onDrill }: DrillEntriesInput): MenuEntry[] {
  const icon = <TableProperties size={14} />
  const byIcon = <ListFilter size={14} />
  const refusal = detailRefusal(formData, datasource)
  const refused = refusal && t(refusal)
  const unable = refused ?? (type?.behaviors.includes('DRILL_TO_DETAIL') ? undefined : t(texts.unable))
  const filters = drill?.filters ?? []
  const answer = data[drill?.query ?? 0]
  const by: MenuEntry =
    unable !== undefined || !drill || filters.length === 0
      ? { label: t(texts.by), icon: byIcon, disabledReason: unable ?? t(texts.point) }
      : {
          label: t(texts.by),
          icon: byIcon,
          items: [
            ...filters.map((filter) => {
              const value = filterValue(filter, answer)
              const column = filterColumn(filter, datasource)
              const isTwice = filters.some((other) => other !== filter && filterValue(other, answer) === value)
              return {
                label: isTwice ? t(texts.valueOf, { value, column }) : t(texts.value, { value }),
                onSelect: () => onDrill({ drill: { ...drill, filters: [filter] } }),
              }
            }),
            filters.length > 1 && { label: t(texts.all), onSelect: () => onDrill({ drill }) },
          ],
        }
  return [
    {
      label: t(drillTexts.detail),
      icon,
      disabledReason: refused,
      // all rows of the query of the mark
      onSelect: () => onDrill({ drill: { filters: [], ...(drill?.query !== undefined && { query: drill.query }) } }),
    },
    by,
  ]
}

function drillByEntry({ t, type, formData, drill, dimensions, onDrill }: DrillEntriesInput): MenuEntry {
  const isAble = type?.behaviors.includes('DRILL_BY') && formData['query_mode'] !== 'raw'
  const { columns, isFailed } = dimensions
  const refusal = !isAble
    ? t(texts.unableBy)
    : !drill || drill.filters.length === 0
      ? t(texts.noPoint)
      : isFailed
        ? t(texts.failed)
        : columns === undefined
          ? t(texts.loading)
          : undefined
  const label = t(texts.drillBy)
  const icon = <ChartPie size={14} />
  if (refusal !== undefined || !drill || !columns) return { label, icon, disabledReason: refusal ?? '' }
  const taken = new Set(drill.filters.map(({ col }) => columnLabel(col)))
  const offered = columns.filter(({ name }) => !taken.has(name))
  return {
    label,
    icon,
    search: offered.length > mostUnsearched ? { label: t(texts.search), none: t(texts.none) } : undefined,
    items:
      offered.length === 0
        ? [{ heading: t(texts.none) }]
        : offered.map(({ name, title }) => ({ label: title, onSelect: () => onDrill({ drill, by: name }) })),
  }
}
