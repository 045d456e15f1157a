import { Info } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { findFilterType } from '../../../../filters/index.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { scopeTabs } from '../../../../model/dashboard/scope.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useDashboard } from '../state/session.ts'
import css from './FilterInfo.module.css'

const texts = defineTexts('dashboard.filterInfo', {
  about: 'About the filter {name}',
  type: 'Filter type',
  scope: 'Scope',
  allCharts: 'All charts',
  more: '+{count}',
  dependent: 'Dependent on',
})

/** Maximum number of listed names; the rest is counted. */
const LISTED = 3

/** Information about a filter: its description, type, scope and dependencies. */
export function FilterInfo({ filter }: { filter: NativeFilter }) {
  const t = useText()
  const layout = useDashboard((state) => state.layout)
  const charts = useDashboard((state) => state.charts)
  const filters = useDashboard((state) => state.filters)
  const { tabs, charts: chartIds, isAll } = useMemo(() => scopeTabs(layout, filter.scope), [layout, filter.scope])
  const reached = [...tabs, ...chartIds.map((id) => charts.get(id)?.slice_name ?? String(id))]
  const parents = filters.filter(({ id }) => filter.cascadeParentIds.includes(id)).map(({ name }) => name)
  const rest = reached.length - LISTED
  const names = [...reached.slice(0, LISTED), ...(rest > 0 ? [t(texts.more, { count: rest })] : [])]
  const facts: [string, string][] = [
    [t(texts.type), findFilterType(filter.filterType)?.name ?? filter.filterType],
    [t(texts.scope), isAll ? t(texts.allCharts) : names.join(', ')],
    ...(parents.length > 0 ? [[t(texts.dependent), parents.join(', ')] as [string, string]] : []),
  ]
  return (
    <Tooltip text={<Card description={filter.description} facts={facts} />} side="right">
      <button type="button" className={css.button} aria-label={t(texts.about, { name: filter.name })}>
        <Info size={13} />
      </button>
    </Tooltip>
  )
}

/** Rendered in a tooltip outside of the dashboard's context: everything it shows is passed as props. */
function Card({ description, facts }: { description: string; facts: [label: string, value: string][] }) {
  return (
    <div className={css.card}>
      {description ? <p>{description}</p> : null}
      <dl>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
