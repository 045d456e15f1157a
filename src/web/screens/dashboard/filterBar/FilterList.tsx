import { ChevronRight } from 'lucide-react'
import type { FilterBarEntry } from '../../../../model/dashboard/dashboardMetadata.ts'
import { classes } from '../../../ui/classes.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { splitBySight } from '../state/actions.ts'
import { useDashboard } from '../state/session.ts'
import { CrossFilters } from './CrossFilters.tsx'
import { FilterControl } from './FilterControl.tsx'
import css from './FilterList.module.css'
import { useFilterBar } from './filterBarState.ts'

const texts = defineTexts('dashboard.filterList', {
  outOfScope: 'Filters out of scope ({count})',
  none: 'No filters are currently added',
})

/** Cross-filters, then native filters in their saved order; those whose charts are all on closed tabs are collapsed. */
export function FilterList() {
  const t = useText()
  const entries = useDashboard((state) => state.metadata.native_filter_configuration)
  const outOfSight = useDashboard((state) => splitBySight(state).outOfSight)
  const isOpen = useFilterBar((state) => state.showsOutOfSight)
  const hidden = new Set(outOfSight)
  return (
    <>
      <CrossFilters />
      {entries.length === 0 ? <p className={css.none}>{t(texts.none)}</p> : null}
      {entries
        .filter(({ id }) => !hidden.has(id))
        .map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      {outOfSight.length > 0 ? (
        <div className={css.folded}>
          <button
            type="button"
            className={css.fold}
            aria-expanded={isOpen}
            onClick={() => useFilterBar.setState({ showsOutOfSight: !isOpen })}
          >
            <ChevronRight size={14} className={classes(css.arrow, isOpen && css.turned)} />
            {t(texts.outOfScope, { count: outOfSight.length })}
          </button>
          {isOpen
            ? entries.filter(({ id }) => hidden.has(id)).map((entry) => <Entry key={entry.id} entry={entry} />)
            : null}
        </div>
      ) : null}
    </>
  )
}

function Entry({ entry }: { entry: FilterBarEntry }) {
  if (entry.type === 'NATIVE_FILTER') {
    return (
      <div className={css.entry}>
        <FilterControl filter={entry} />
      </div>
    )
  }
  return (
    <div className={css.divider}>
      <h3>{entry.title}</h3>
      {entry.description ? <p>{entry.description}</p> : null}
    </div>
  )
}
