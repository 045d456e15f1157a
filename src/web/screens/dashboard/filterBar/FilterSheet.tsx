import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { isUnset } from '../../../../model/dashboard/dashboardState.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useDashboard } from '../state/session.ts'
import { ApplyButtons } from './ApplyButtons.tsx'
import { FilterList } from './FilterList.tsx'
import css from './FilterSheet.module.css'
import { useFilterBar } from './filterBarState.ts'

const texts = defineTexts('dashboard.filterSheet', {
  title: 'Filters',
  applied: '{count} applied',
  done: 'Done',
})

/** On a phone: a floating button with the count, and the filters in a bottom sheet. */
export default function FilterSheet() {
  const t = useText()
  const hasFilters = useDashboard(({ metadata }) => metadata.native_filter_configuration.length > 0)
  const count = useDashboard((state) => Object.values(state.applied).filter((mask) => !isUnset(mask)).length)
  const isInstant = useDashboard((state) => state.metadata.instant_filtering)
  const isOpen = useFilterBar((state) => state.isSheetOpen)
  const setOpen = (next: boolean) => useFilterBar.setState({ isSheetOpen: next })
  // the sheet of the next dashboard is closed
  useEffect(() => () => useFilterBar.setState({ isSheetOpen: false }), [])
  // a cross-filter can be seen in the sheet, which stays open when the last one is removed there
  if (!hasFilters && count === 0 && !isOpen) return null
  return (
    <>
      <button type="button" className={css.button} onClick={() => setOpen(true)}>
        <ListFilter size={18} />
        {t(texts.title)}
        {count > 0 ? <span className={css.count}>{count}</span> : null}
      </button>
      <Dialog
        sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={
          <span className={css.title}>
            {t(texts.title)}
            {count > 0 ? <Tag tone="accent">{t(texts.applied, { count })}</Tag> : null}
          </span>
        }
        footer={
          <div className={css.foot}>
            <ApplyButtons look="sheet" onApplied={() => setOpen(false)} />
            {isInstant ? (
              <Button size="lg" variant="primary" onClick={() => setOpen(false)}>
                {t(texts.done)}
              </Button>
            ) : null}
          </div>
        }
      >
        <div className={css.list}>
          <FilterList />
        </div>
      </Dialog>
    </>
  )
}
