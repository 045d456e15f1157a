import { dirtyFilters, isCrossFilterId, isUnset, missingRequired } from '../../../../model/dashboard/dashboardState.ts'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { applyDrafts, clearAll } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import css from './ApplyButtons.module.css'

const texts = defineTexts('dashboard.applyFilters', {
  apply: 'Apply filters',
  applyShort: 'Apply',
  clear: 'Clear all',
  required: 'A required filter is empty: {names}',
})

/**
 * The two buttons below the filters. Apply is disabled if nothing changed or a required filter is empty. If filters
 * apply at once, only the reason that prevents it is shown.
 */
export function ApplyButtons({
  look = 'pane',
  onApplied,
}: {
  look?: 'pane' | 'row' | 'sheet'
  onApplied?: () => void
}) {
  const t = useText()
  const { store } = useSession()
  const filters = useDashboard((state) => state.filters)
  const applied = useDashboard((state) => state.applied)
  const drafts = useDashboard((state) => state.drafts)
  const isInstant = useDashboard((state) => state.metadata.instant_filtering)
  const missing = missingRequired(filters, drafts)
  const isDirty = dirtyFilters(filters, applied, drafts).length > 0
  const isCrossed = Object.entries(applied).some(([id, mask]) => isCrossFilterId(id) && !isUnset(mask))
  const hasValues = isCrossed || filters.some(({ id }) => !isUnset(drafts[id]))
  const names = filters.filter(({ id }) => missing.includes(id)).map(({ name }) => name)
  const size = look === 'sheet' ? 'lg' : 'sm'
  const refusal = isDirty && missing.length > 0 ? t(texts.required, { names: names.join(', ') }) : false
  const apply = isInstant ? (
    <output key="apply" className={css.wide}>
      {refusal}
    </output>
  ) : (
    <Button
      key="apply"
      size={size}
      variant="primary"
      className={look === 'row' ? undefined : css.wide}
      disabled={!isDirty}
      disabledReason={refusal}
      onClick={() => {
        applyDrafts(store)
        onApplied?.()
      }}
    >
      {t(look === 'row' ? texts.applyShort : texts.apply)}
    </Button>
  )
  const clear = (
    <Button
      key="clear"
      size={size}
      variant={look === 'sheet' ? 'default' : 'quiet'}
      disabled={!hasValues}
      onClick={() => clearAll(store)}
    >
      {t(texts.clear)}
    </Button>
  )
  return look === 'pane' ? [apply, clear] : [clear, apply]
}
