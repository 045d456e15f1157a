import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { clearFiltersOf } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './ChartBody.module.css'
import { emptyReason } from './emptyReason.ts'
import { useChartFilters } from './FilterBadge.tsx'
import { TileMessage } from './TileMessage.tsx'

const texts = defineTexts('dashboard.emptyResult', {
  title: 'No results were returned for this query',
  filters:
    '{count, plural, one {No rows match the filter <tag>{names}</tag>.} other {No rows match the filters <tag>{names}</tag>.}}',
  condition:
    '{count, plural, one {With the filter <tag>{names}</tag>, no rows match the conditions of this chart.} other {With the filters <tag>{names}</tag>, no rows match the conditions of this chart.}}',
  rolling:
    'The rolling window omits the first {periods, plural, one {row} other {# rows}}, and there are no other rows.',
  values: 'The result has rows, but no values to draw.',
  clear: '{count, plural, one {Clear filter} other {Clear filters}}',
})

/** Shown if there is nothing to draw: the reason, the filters if they caused it, and a button to clear them. */
export default function EmptyResult({ chartId }: { chartId: number }) {
  const t = useText()
  const rich = useRichText()
  const { store } = useSession()
  const { cross, applied } = useChartFilters(chartId)
  const chart = useDashboard((state) => state.charts.get(chartId))
  const result = useDashboard((state) => state.runs[chartId]?.result)
  const filters = [...cross, ...applied]
  const count = filters.length
  const reason = emptyReason(chart?.form_data ?? {}, result)

  function sentence(): ReactNode {
    if (reason.kind === 'rolling') return t(texts.rolling, { periods: reason.periods })
    if (reason.kind === 'values') return t(texts.values)
    if (count === 0) return undefined
    return rich(texts[reason.kind], {
      count: count as never,
      names: filters.map(({ name, label }) => `${name}: ${label}`).join(', '),
      tag: (parts) => (
        <span key="tag" className={css.filterTag}>
          {parts}
        </span>
      ),
    })
  }

  return (
    <TileMessage
      icon={<SearchX size={20} />}
      title={t(texts.title)}
      text={sentence()}
      actions={
        count > 0 ? (
          <Button size="xs" onClick={() => clearFiltersOf(store, chartId)}>
            {t(texts.clear, { count })}
          </Button>
        ) : undefined
      }
    />
  )
}
