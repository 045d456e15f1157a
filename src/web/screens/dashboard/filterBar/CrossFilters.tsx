import { X } from 'lucide-react'
import { isCrossFilterId, isUnset, maskLabel } from '../../../../model/dashboard/dashboardState.ts'
import { compareMaskIds } from '../../../../model/dashboard/dataMaskMerge.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { removeCrossFilters } from '../state/actions.ts'
import { type DashboardState, datasetIdOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './CrossFilters.module.css'
import { useLocateFilter } from './useLocateFilter.ts'

const texts = defineTexts('dashboard.crossFilters', {
  title: 'Cross-filters',
  hint: 'Click a data point in a chart to filter the other charts.',
  hintTouch: 'Tap a data point in a chart to filter the other charts.',
  locate: 'Locate the chart: {chart}',
  remove: 'Remove cross-filter {column} {value}',
})

export interface CrossFilterChip {
  id: string
  chart: string
  column: string
  value: string
}

/** The active cross-filters, by chart, with the name of the filtered column. */
export function useCrossFilters(): CrossFilterChip[] {
  const applied = useDashboard((state) => state.applied)
  const charts = useDashboard((state) => state.charts)
  const datasources = useDashboard((state) => state.datasources)
  return Object.entries(applied)
    .filter(([id, mask]) => isCrossFilterId(id) && !isUnset(mask))
    .toSorted(([a], [b]) => compareMaskIds(a, b))
    .map(([id, mask]) => {
      const columns = (mask.extraFormData?.filters ?? []).map(({ col }) =>
        typeof col === 'string' ? col : (col.label ?? ''),
      )
      const chart = charts.get(Number(id))
      return {
        id,
        chart: chart?.slice_name ?? '',
        column: [...new Set(columns)].map((column) => verboseName(datasources, chart?.form_data, column)).join(', '),
        value: maskLabel(mask),
      }
    })
}

function verboseName(
  datasources: DashboardState['datasources'],
  formData: Record<string, unknown> | undefined,
  column: string,
): string {
  return (formData && datasources?.get(datasetIdOf(formData) ?? -1)?.verboseMap[column]) || column
}

/** The chips of the cross-filters. If there are none, a hint explains how to set a cross-filter. */
export function CrossFilters() {
  const t = useText()
  const isOn = useDashboard((state) => state.metadata.cross_filters_enabled)
  const chips = useCrossFilters()
  if (!isOn) return null
  if (chips.length === 0) {
    return (
      <div className={css.hint}>
        <h3>{t(texts.title)}</h3>
        <p>{t(matchMedia('(pointer: coarse)').matches ? texts.hintTouch : texts.hint)}</p>
      </div>
    )
  }
  return (
    <div className={css.set}>
      <h3>{t(texts.title)}</h3>
      <CrossFilterChips chips={chips} />
    </div>
  )
}

/** Round chips: column, value, and a remove button. */
export function CrossFilterChips({ chips }: { chips: CrossFilterChip[] }) {
  const t = useText()
  const { store } = useSession()
  const locate = useLocateFilter()
  return (
    <ul className={css.chips}>
      {chips.map(({ id, chart, column, value }) => (
        <li key={id} className={css.chip}>
          <button
            type="button"
            className={css.name}
            aria-label={`${column} ${value}. ${t(texts.locate, { chart })}`}
            title={t(texts.locate, { chart })}
            onClick={() => locate(id)}
          >
            <span className={css.column}>{column}</span>
            <span className={css.value}>{value}</span>
          </button>
          <button
            type="button"
            className={css.remove}
            aria-label={t(texts.remove, { column, value })}
            onClick={() => removeCrossFilters(store, [id])}
          >
            <X size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
