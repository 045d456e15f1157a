import { CircleAlert } from 'lucide-react'
import { findFilterType } from '../../../../filters/index.ts'
import type { FilterDefinition } from '../../../../filters/shared/defineFilter.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { dirtyFilters, isRequired } from '../../../../model/dashboard/dashboardState.ts'
import { classes } from '../../../ui/classes.ts'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { outlineCharts, setDraft } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './FilterControl.module.css'
import { FilterInfo } from './FilterInfo.tsx'
import { FilterInput } from './FilterInput.tsx'
import { useFilterOptions } from './useFilterOptions.ts'
import { filterControlId } from './useLocateFilter.ts'

const texts = defineTexts('dashboard.filterControl', {
  failed: 'Cannot load filter',
  retry: 'Try again',
  changed: 'Changed, not yet applied',
  required: 'Required',
})

/** Longer names are truncated to 40 characters and "...", as in the contract's front end. */
const NAME_LIMIT = 43
const shortName = (name: string) => (name.length > NAME_LIMIT ? `${name.slice(0, 40)}...` : name)

interface FilterControlProps {
  filter: NativeFilter
  /** label next to the control, in one line */
  compact?: boolean
}

/** One native filter: its name, its state, and its control. */
export function FilterControl({ filter, compact = false }: FilterControlProps) {
  const t = useText()
  const { store } = useSession()
  const definition = findFilterType(filter.filterType)
  const applied = useDashboard((state) => state.applied)
  const drafts = useDashboard((state) => state.drafts)
  const isDirty = dirtyFilters([filter], applied, drafts).length > 0
  const id = filterControlId(filter.id)
  return (
    // hovering or focusing a filter highlights the charts in its scope; nothing here is clickable
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes(css.filter, compact && css.compact)}
      onMouseEnter={() => outlineCharts(store, filter.id)}
      onMouseLeave={() => outlineCharts(store, undefined)}
      onFocus={() => outlineCharts(store, filter.id)}
      onBlur={() => outlineCharts(store, undefined)}
    >
      <div className={css.label}>
        <label htmlFor={id} title={filter.name}>
          {shortName(filter.name)}
        </label>
        {isRequired(filter) ? (
          <span className={css.required} title={t(texts.required)} aria-hidden="true">
            *
          </span>
        ) : null}
        {compact && !filter.description ? null : (
          <span className={filter.description ? undefined : css.quiet}>
            <FilterInfo filter={filter} />
          </span>
        )}
        {isDirty ? <LabelledIcon label={t(texts.changed)} className={css.dot} /> : null}
      </div>
      {definition ? (
        <LoadedControl filter={filter} definition={definition} id={id} compact={compact} />
      ) : (
        <p className={css.failed}>
          <CircleAlert size={14} />
          {t(texts.failed)}
        </p>
      )}
    </div>
  )
}

function LoadedControl({
  filter,
  definition,
  id,
  compact,
}: {
  filter: NativeFilter
  definition: FilterDefinition
  id: string
  compact: boolean
}) {
  const t = useText()
  const { store } = useSession()
  const mask = useDashboard((state) => state.drafts[filter.id])
  const { options, search, retry } = useFilterOptions(filter, definition)
  if (options.status === 'failed') {
    return (
      <p className={css.failed} title={options.error}>
        <CircleAlert size={14} />
        {t(texts.failed)}
        <button type="button" onClick={() => void retry()}>
          {t(texts.retry)}
        </button>
      </p>
    )
  }
  return (
    <div className={css.control}>
      <FilterInput
        definition={definition}
        id={id}
        filter={filter}
        mask={mask}
        options={options}
        search={search}
        compact={compact}
        onChange={(next) => setDraft(store, filter.id, next)}
      />
    </div>
  )
}
