import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { clearFiltersOf } from '../state/actions.ts'
import { useSession } from '../state/session.ts'
import css from './ChartBody.module.css'
import { useChartFilters } from './FilterBadge.tsx'
import { TileMessage } from './TileMessage.tsx'

const texts = defineTexts('dashboard.emptyResult', {
  title: 'No results were returned for this query',
  filters:
    '{count, plural, one {The filter <tag>{names}</tag> leaves no rows.} other {The filters <tag>{names}</tag> leave no rows.}}',
  clear: '{count, plural, one {Clear filter} other {Clear filters}}',
})

/** Nothing to draw: which filters did it, and the way out. */
export function EmptyResult({ chartId }: { chartId: number }) {
  const t = useText()
  const rich = useRichText()
  const { store } = useSession()
  const { cross, applied } = useChartFilters(chartId)
  const filters = [...cross, ...applied]
  const count = filters.length
  return (
    <TileMessage
      icon={<SearchX size={20} />}
      title={t(texts.title)}
      text={
        count > 0
          ? rich(texts.filters, {
              count: count as never,
              names: filters.map(({ name, label }) => `${name}: ${label}`).join(', '),
              tag: (parts) => (
                <span key="tag" className={css.filterTag}>
                  {parts}
                </span>
              ),
            })
          : undefined
      }
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
