import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DashboardMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { isCrossFilterId, withoutMask } from '../../../../model/dashboard/dashboardState.ts'
import { saveDashboardMetadata } from '../../../api/dashboardMetadata.ts'
import { messageOf } from '../../../api/failure.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { type DashboardStore, reachOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'

const texts = defineTexts('dashboard.filterSettings', {
  crossFilters: 'Enable cross-filtering',
  instant: 'Apply filters at once',
  scoping: 'Cross-filtering scoping',
  orientation: 'Orientation of filter bar',
  vertical: 'Vertical (Left)',
  horizontal: 'Horizontal (Top)',
})

interface FilterSettingsItemsProps {
  /** opens the scopes of cross-filters */
  onScoping: () => void
  show: (items: MenuEntry[]) => ReactNode
}

type Patch = Partial<Pick<DashboardMetadata, 'cross_filters_enabled' | 'filter_bar_orientation' | 'instant_filtering'>>

/**
 * For editors: enable cross-filters, apply filters at once, select scopes, and place the filter bar
 * on the left or on top. Saved at once, as in the contract's front end.
 */
export default function FilterSettingsItems({ onScoping, show }: FilterSettingsItemsProps) {
  const t = useText()
  const { store, item } = useSession()
  const isOn = useDashboard((state) => state.metadata.cross_filters_enabled)
  const isInstant = useDashboard((state) => state.metadata.instant_filtering)
  const orientation = useDashboard((state) => state.metadata.filter_bar_orientation)
  const save = useMutation({
    mutationFn: (patch: Patch) => saveDashboardMetadata(item.id, patch),
    onMutate: (patch) => {
      const before = store.getState().metadata
      changeMetadata(store, { ...before, ...patch })
      return before
    },
    onError: (error, _patch, before) => {
      if (before) changeMetadata(store, before)
      toast.danger(messageOf(error))
    },
  })
  return show([
    {
      label: t(texts.crossFilters),
      checked: isOn,
      onSelect: () => save.mutate({ cross_filters_enabled: !isOn }),
    },
    { label: t(texts.scoping), onSelect: onScoping },
    {
      label: t(texts.instant),
      checked: isInstant,
      onSelect: () => save.mutate({ instant_filtering: !isInstant }),
    },
    'divider',
    { heading: t(texts.orientation) },
    {
      label: t(texts.vertical),
      checked: orientation === 'VERTICAL',
      onSelect: () => save.mutate({ filter_bar_orientation: 'VERTICAL' }),
    },
    {
      label: t(texts.horizontal),
      checked: orientation === 'HORIZONTAL',
      onSelect: () => save.mutate({ filter_bar_orientation: 'HORIZONTAL' }),
    },
  ])
}

/**
 * Sets new metadata and updates the state that depends on it: the scopes, and the cross-filters, which are removed if
 * they are disabled.
 */
function changeMetadata(store: DashboardStore, metadata: DashboardMetadata): void {
  store.setState(({ layout, charts, applied, boxFilters }) => ({
    metadata,
    reach: reachOf({ layout, metadata, boxFilters, charts }),
    applied: metadata.cross_filters_enabled
      ? applied
      : Object.keys(applied).filter(isCrossFilterId).reduce(withoutMask, applied),
  }))
}
