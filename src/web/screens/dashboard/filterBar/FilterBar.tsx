import { Funnel, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isUnset } from '../../../../model/dashboard/dashboardState.ts'
import { hasFlag } from '../../../api/bootstrap.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { mayEdit } from '../header/mayEdit.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { ApplyButtons } from './ApplyButtons.tsx'
import { EditFilters } from './EditFilters.tsx'
import css from './FilterBar.module.css'
import { FilterList } from './FilterList.tsx'
import { useFilterBar } from './filterBarState.ts'

const texts = defineTexts('dashboard.filterBar', {
  title: 'Filters',
  applied: '{count, plural, one {# filter applied} other {# filters applied}}',
  open: 'Expand the filter bar',
  close: 'Collapse the filter bar',
})

// only for editors
const FilterSettings = lazy(() => import('./FilterSettings.tsx'))
const FilterSets = lazy(() => import('../filterSets/FilterSets.tsx'))
// placed over the edge of the bar: the page looks the same until it has loaded
const ResizeHandle = lazy(() => import('./ResizeHandle.tsx'))

/** The filters on the left: a resizable pane, or a strip if it is collapsed. */
export function FilterBar() {
  const t = useText()
  const { openedWith, item } = useSession()
  const hasFilters = useDashboard((state) => state.metadata.native_filter_configuration.length > 0)
  const count = useDashboard((state) => Object.values(state.applied).filter((mask) => !isUnset(mask)).length)
  const { width, isOpen } = useFilterBar()
  const setOpen = (next: boolean) => useFilterBar.setState({ isOpen: next })

  if (!(isOpen ?? openedWith.expandFilters ?? hasFilters)) {
    return (
      <aside className={css.strip} aria-label={t(texts.title)}>
        <IconButton label={t(texts.open)} icon={<PanelLeftOpen size={16} />} onClick={() => setOpen(true)} />
        <button
          type="button"
          className={css.funnel}
          onClick={() => setOpen(true)}
          aria-label={t(texts.applied, { count })}
        >
          <Funnel size={14} />
          {count > 0 ? <span>{count}</span> : null}
        </button>
      </aside>
    )
  }
  return (
    <aside className={css.bar} style={{ width }} aria-label={t(texts.title)}>
      <header className={css.head}>
        <h2>{t(texts.title)}</h2>
        {count > 0 ? (
          <LabelledIcon label={t(texts.applied, { count })} className={css.count}>
            {count}
          </LabelledIcon>
        ) : null}
        <span className={css.tools}>
          {mayEdit(item) ? (
            <Suspense>
              <FilterSettings />
            </Suspense>
          ) : null}
          <IconButton
            size="xs"
            label={t(texts.close)}
            icon={<PanelLeftClose size={16} />}
            onClick={() => setOpen(false)}
          />
        </span>
      </header>
      <div className={css.list}>
        <div className={css.edit}>
          <EditFilters />
        </div>
        <Suspense fallback={<FilterList />}>
          {hasFlag('DASHBOARD_NATIVE_FILTERS_SET') ? <FilterSets /> : <FilterList />}
        </Suspense>
      </div>
      <footer className={css.foot}>
        <ApplyButtons />
      </footer>
      <Suspense>
        <ResizeHandle />
      </Suspense>
    </aside>
  )
}
