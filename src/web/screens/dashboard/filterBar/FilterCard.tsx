import { Funnel, Pencil } from 'lucide-react'
import { findFilterType } from '../../../../filters/index.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { scopeTabs } from '../../../../model/dashboard/scope.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { type Session, SessionContext, useDashboard } from '../state/session.ts'
import css from './FilterInfo.module.css'
import { useLocateFilter } from './useLocateFilter.ts'

const texts = defineTexts('dashboard.filterInfo', {
  type: 'Filter type',
  scope: 'Scope',
  allCharts: 'All charts',
  more: '+{count}',
  dependent: 'Dependent on',
  edit: 'Edit the filter {name}',
})

/** Maximum number of listed names; the others are only counted. */
const LISTED = 3

interface FilterCardProps {
  filter: NativeFilter
  /** only for editors */
  onEdit?: (() => void) | undefined
  onClose?: () => void
  /** read-only: without buttons and links */
  isPlain?: boolean
}

/**
 * Information about a filter: its name, description, type, scope and dependencies. A tooltip is rendered outside of the
 * context of the session, which is therefore passed as a prop.
 */
export default function FilterCard({ session, ...props }: FilterCardProps & { session: Session }) {
  return (
    <SessionContext value={session}>
      <Card {...props} />
    </SessionContext>
  )
}

function Card({ filter, onEdit, onClose, isPlain = false }: FilterCardProps) {
  const t = useText()
  const locate = useLocateFilter()
  const layout = useDashboard((state) => state.layout)
  const charts = useDashboard((state) => state.charts)
  const parents = useDashboard(({ filters }) => filters.filter(({ id }) => filter.cascadeParentIds.includes(id)))
  const { tabs, charts: chartIds, isAll } = scopeTabs(layout, filter.scope)
  const reached = [...tabs, ...chartIds.map((id) => charts.get(id)?.slice_name ?? String(id))]
  const rest = reached.length - LISTED
  const names = [...reached.slice(0, LISTED), ...(rest > 0 ? [t(texts.more, { count: rest })] : [])]
  return (
    <div className={css.card}>
      <p className={css.head}>
        <Funnel size={13} />
        <strong>{filter.name}</strong>
        {onEdit && !isPlain ? (
          <IconButton
            size="xs"
            tooltip={false}
            label={t(texts.edit, { name: filter.name })}
            icon={<Pencil size={13} />}
            onClick={onEdit}
          />
        ) : null}
      </p>
      {filter.description ? <p>{filter.description}</p> : null}
      <dl>
        <dt>{t(texts.type)}</dt>
        <dd>{findFilterType(filter.filterType)?.name ?? filter.filterType}</dd>
        <dt>{t(texts.scope)}</dt>
        <dd>{isAll ? t(texts.allCharts) : names.join(', ')}</dd>
        {parents.length > 0 ? (
          <>
            <dt>{t(texts.dependent)}</dt>
            <dd>
              {isPlain
                ? parents.map(({ name }) => name).join(', ')
                : parents.map(({ id, name }) => (
                    <button
                      key={id}
                      type="button"
                      className={css.parent}
                      onClick={() => {
                        onClose?.()
                        locate(id)
                      }}
                    >
                      {name}
                    </button>
                  ))}
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}
