import { TableProperties } from 'lucide-react'
import type { ChartDatasource, DrillContext, ShownType } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, type useText } from '../ui/text.ts'
import { canDrill } from './canDrill.ts'
import { filterColumn, filterValue } from './drillText.ts'
import { drillTexts } from './drillTexts.ts'

const texts = defineTexts('drill.entries', {
  by: 'Drill to detail by',
  value: 'Drill to detail by {value}',
  valueOf: 'Drill to detail by {value} ({column})',
  all: 'Drill to detail by all',
  point: 'Right-click on a dimension value to drill to detail by that value.',
  unable: 'Drill to detail by value is not yet supported for this chart type.',
})

interface DrillEntriesInput {
  t: ReturnType<typeof useText>
  type: ShownType | null
  formData: Record<string, unknown>
  datasource: ChartDatasource
  data: readonly ChartData[]
  /** of the mark; null if it stands for no rows */
  drill: DrillContext | null
  onDrill: (drill: DrillContext) => void
}

/** The entries of a mark's menu that lead to its rows; none without the permission. */
export function drillEntries({ t, type, formData, datasource, data, drill, onDrill }: DrillEntriesInput): MenuEntry[] {
  if (!canDrill(formData)) return []
  const icon = <TableProperties size={14} />
  const ungrouped = formData['query_mode'] === 'raw' ? t(drillTexts.ungrouped) : undefined
  const unable = ungrouped ?? (type?.behaviors.includes('DRILL_TO_DETAIL') ? undefined : t(texts.unable))
  const filters = drill?.filters ?? []
  const answer = data[drill?.query ?? 0]
  const by: MenuEntry =
    unable !== undefined || !drill || filters.length === 0
      ? { label: t(texts.by), disabledReason: unable ?? t(texts.point) }
      : {
          label: t(texts.by),
          items: [
            ...filters.map((filter) => {
              const value = filterValue(filter, answer)
              const column = filterColumn(filter, datasource)
              const isTwice = filters.some((other) => other !== filter && filterValue(other, answer) === value)
              return {
                label: isTwice ? t(texts.valueOf, { value, column }) : t(texts.value, { value }),
                onSelect: () => onDrill({ ...drill, filters: [filter] }),
              }
            }),
            filters.length > 1 && { label: t(texts.all), onSelect: () => onDrill(drill) },
          ],
        }
  return [
    {
      label: t(drillTexts.detail),
      icon,
      disabledReason: ungrouped,
      // the rows of the mark's own query
      onSelect: () => onDrill({ filters: [], ...(drill?.query !== undefined && { query: drill.query }) }),
    },
    by,
  ]
}
