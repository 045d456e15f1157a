import { Funnel, Search } from 'lucide-react'
import { useMemo } from 'react'
import { type ChartFilter, chartFilters } from '../../../../model/dashboard/dashboardState.ts'
import { isEmpty } from '../../../chart/isEmpty.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/Popover.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useLocateFilter } from '../filterBar/useLocateFilter.ts'
import { clearFiltersOf } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './FilterBadge.module.css'

const texts = defineTexts('dashboard.filterBadge', {
  label: '{count, plural, one {# filter applies} other {# filters apply}}',
  cross: 'Applied cross-filters ({count})',
  applied: 'Applied filters ({count})',
  incompatible: 'Incompatible filters ({count})',
  unset: 'Unset filters ({count})',
  locate: 'Go to {name}',
  clear: '{count, plural, one {Clear filter} other {Clear filters}}',
})

/** The filters of a chart: a funnel icon with a count, and their list in a popover. Hidden if there are none. */
export function FilterBadge({ chartId }: { chartId: number }) {
  const t = useText()
  const groups = useChartFilters(chartId)
  const { store } = useSession()
  const leavesNothing = useDashboard((state) => {
    const result = state.runs[chartId]?.result
    return result !== undefined && isEmpty(result)
  })
  const count = groups.cross.length + groups.applied.length
  if (count === 0) return null
  return (
    <Popover
      label={t(texts.label, { count })}
      align="end"
      trigger={
        <button
          type="button"
          className={classes(css.badge, groups.cross.length > 0 && css.cross)}
          aria-label={t(texts.label, { count })}
        >
          <Funnel size={12} />
          {count}
        </button>
      }
    >
      <div className={css.list}>
        <Group title={t(texts.cross, { count: groups.cross.length })} filters={groups.cross} />
        <Group title={t(texts.applied, { count: groups.applied.length })} filters={groups.applied} />
        <Group title={t(texts.incompatible, { count: groups.incompatible.length })} filters={groups.incompatible} />
        <Group title={t(texts.unset, { count: groups.unset.length })} filters={groups.unset} />
        {/* for low tiles, which have no room for the empty state and its button */}
        {leavesNothing ? (
          <Button size="xs" onClick={() => clearFiltersOf(store, chartId)}>
            {t(texts.clear, { count })}
          </Button>
        ) : null}
      </div>
    </Popover>
  )
}

export function useChartFilters(chartId: number) {
  const applied = useDashboard((state) => state.applied)
  const reach = useDashboard((state) => state.reach)
  const filters = useDashboard((state) => [...state.filters, ...state.boxFilters])
  const charts = useDashboard((state) => state.charts)
  const result = useDashboard((state) => state.runs[chartId]?.result)
  return useMemo(() => {
    const used = new Set(result?.flatMap((data) => data.applied_filters.map(({ column }) => column)))
    const rejected = result?.flatMap((data) => data.rejected_filters.map(({ column }) => column)) ?? []
    // in a chart with several queries, a filter that one of them applies counts as applied
    const refused = new Set(rejected.filter((column) => !used.has(column)))
    return chartFilters(chartId, applied, reach, filters, (id) => charts.get(id)?.slice_name ?? '', refused)
  }, [chartId, applied, reach, filters, charts, result])
}

function Group({ title, filters }: { title: string; filters: ChartFilter[] }) {
  const t = useText()
  const locate = useLocateFilter()
  if (filters.length === 0) return null
  return (
    <div className={css.group}>
      <h3>{title}</h3>
      <ul>
        {filters.map((filter) => (
          <li key={filter.id}>
            <button
              type="button"
              className={css.row}
              title={t(texts.locate, { name: filter.name })}
              onClick={() => locate(filter.id)}
            >
              <Search size={13} />
              <span className={css.name}>{filter.label ? `${filter.name}:` : filter.name}</span>
              <span className={css.value}>{filter.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
