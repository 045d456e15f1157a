import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../../model/dashboard/dashboardState.ts'
import { openDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../../api/dashboardEdit.ts'
import { messageOf } from '../../../../api/failure.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { reachOf } from '../../state/dashboardStore.ts'
import { useSession } from '../../state/session.ts'
import { newId } from '../editStore.ts'
import { FilterConfigDialog } from './FilterConfigDialog.tsx'

const texts = defineTexts('dashboard.storedFilters', {
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
  const { store, item } = useSession()
  const stored = useQuery({
    queryKey: ['dashboardToEdit', item.id, 'filters'],
    queryFn: ({ signal }) => loadDashboardToEdit(item.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const metadata = useMemo(
    () => (stored.data ? openDocument(stored.data.item, [], newId).metadata : undefined),
    [stored.data],
  )
  if (!metadata) return null

  async function save(patch: Record<string, unknown>) {
    const next = { ...metadata, ...patch }
    try {
      await saveDashboard(item.id, { json_metadata: JSON.stringify(next) }, stored.data?.version)
    } catch (error) {
      toast.danger(t(texts.failed, { reason: messageOf(error) }))
      return
    }
    const parsed = parseMetadata(next)
    const filters = parsed.native_filter_configuration.filter(isNativeFilter)
    store.setState(({ layout, charts, applied, drafts, boxFilters, metadata: before }) => {
      const old = new Map(before.native_filter_configuration.map((entry) => [entry.id, JSON.stringify(entry)]))
      // changed filters start with their default; the others keep the user's value
      const changed = filters.filter((filter) => old.get(filter.id) !== JSON.stringify(filter))
      const ids = new Set(parsed.native_filter_configuration.map(({ id }) => id))
      const gone = [...old.keys()].filter((id) => !ids.has(id))
      const fresh = Object.fromEntries(
        changed.map((filter) => [filter.id, { ...filter.defaultDataMask, id: filter.id }]),
      )
      const kept = (masks: typeof applied) =>
        Object.fromEntries(Object.entries({ ...masks, ...fresh }).filter(([id]) => !gone.includes(id)))
      return {
        metadata: parsed,
        savedOn: new Date().toISOString(),
        filters,
        reach: reachOf({ layout, metadata: parsed, boxFilters, charts }),
        applied: kept(applied),
        drafts: kept(drafts),
      }
    })
    onClose()
  }

  return <FilterConfigDialog metadata={metadata} startId={startId} onClose={onClose} onSave={save} />
}
