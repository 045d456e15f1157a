import type { DashboardMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../../model/dashboard/dashboardState.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import type { DashboardState } from '../../state/dashboardStore.ts'
import { LoadFailureDialog } from '../LoadFailureDialog.tsx'
import { useStoredMetadata } from '../useStoredMetadata.ts'
import { FilterConfigDialog } from './FilterConfigDialog.tsx'

const texts = defineTexts('dashboard.storedFilters', {
  title: 'Add and edit filters',
  failed: 'Sorry, there was an error saving this dashboard: {reason}',
})

interface StoredFilterConfigProps {
  /** the filter that is selected at first */
  startId?: string
  onClose: () => void
}

/** The filter editor in view mode: saves at once, without changing anything else. */
export default function StoredFilterConfig({ startId, onClose }: StoredFilterConfigProps) {
  const t = useText()
  const { metadata, failure, save } = useStoredMetadata({
    part: 'filters',
    failed: (reason) => t(texts.failed, { reason }),
    changes: withFilters,
    onSaved: onClose,
  })
  if (failure) return <LoadFailureDialog title={t(texts.title)} failure={failure} onClose={onClose} />
  return metadata ? (
    <FilterConfigDialog
      metadata={metadata}
      startId={startId}
      onClose={onClose}
      onSave={(patch) => save({ ...metadata, ...patch })}
    />
  ) : null
}

/** The changes of the open dashboard's state for new filters. */
function withFilters(
  { native_filter_configuration: entries }: DashboardMetadata,
  { metadata: before, applied, drafts }: DashboardState,
): Partial<DashboardState> {
  const filters = entries.filter(isNativeFilter)
  const old = new Map(before.native_filter_configuration.map((entry) => [entry.id, JSON.stringify(entry)]))
  // changed filters start with their default; the others keep the user's value
  const changed = filters.filter((filter) => old.get(filter.id) !== JSON.stringify(filter))
  const ids = new Set(entries.map(({ id }) => id))
  const gone = [...old.keys()].filter((id) => !ids.has(id))
  const fresh = Object.fromEntries(changed.map((filter) => [filter.id, { ...filter.defaultDataMask, id: filter.id }]))
  const kept = (masks: typeof applied) =>
    Object.fromEntries(Object.entries({ ...masks, ...fresh }).filter(([id]) => !gone.includes(id)))
  return { filters, applied: kept(applied), drafts: kept(drafts) }
}
