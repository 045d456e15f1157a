import { type ComponentProps, useMemo } from 'react'
import { dirtyFilters, isCrossFilterId, isUnset, missingRequired } from '../../../../model/dashboard/dashboardState.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'
import FilterSettingsItems from '../filterBar/FilterSettingsItems.tsx'
import { applyDrafts, clearAll } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import DashboardMenuItems from './DashboardMenuItems.tsx'
import { mayEdit } from './mayEdit.ts'

const texts = defineTexts('dashboard.actions', {
  edit: 'Edit dashboard',
  filters: 'Add/Edit Filters',
  apply: 'Apply filters',
  clear: 'Clear all filters',
})

type DashboardActionsProps = Omit<ComponentProps<typeof DashboardMenuItems>, 'isShare'>

/** All actions for the open dashboard, offered in the palette. */
export default function DashboardActions({ refreshAll, onOpen, show }: DashboardActionsProps) {
  const { item } = useSession()
  const own = useOwnActions(onOpen)
  return (
    <DashboardMenuItems
      refreshAll={refreshAll}
      onOpen={onOpen}
      show={(menu) =>
        mayEdit(item) ? (
          <FilterSettingsItems
            onScoping={() => onOpen('crossFilters')}
            show={(settings) => show([...own, ...menu, 'divider', ...settings])}
          />
        ) : (
          show([...own, ...menu])
        )
      }
    />
  )
}

/** The actions of the buttons in the header and in the filter bar. */
function useOwnActions(onOpen: DashboardActionsProps['onOpen']): MenuEntry[] {
  const t = useText()
  const { store } = useSession()
  const mode = useEditMode()
  const { filters, applied, drafts } = useDashboard(({ filters, applied, drafts }) => ({ filters, applied, drafts }))
  return useMemo(() => {
    const canApply = dirtyFilters(filters, applied, drafts).length > 0 && missingRequired(filters, drafts).length === 0
    const canClear =
      filters.some(({ id }) => !isUnset(drafts[id])) ||
      Object.entries(applied).some(([id, mask]) => isCrossFilterId(id) && !isUnset(mask))
    return [
      mode && { label: t(texts.edit), onSelect: mode.enter },
      canApply && { label: t(texts.apply), onSelect: () => applyDrafts(store) },
      canClear && { label: t(texts.clear), onSelect: () => clearAll(store) },
      mode && { label: t(texts.filters), onSelect: () => onOpen('filters') },
    ]
  }, [t, store, mode, filters, applied, drafts, onOpen])
}
