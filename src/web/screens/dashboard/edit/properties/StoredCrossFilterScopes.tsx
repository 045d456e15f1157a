import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { openDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../../api/dashboardEdit.ts'
import { messageOf } from '../../../../api/failure.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { reachOf } from '../../state/dashboardStore.ts'
import { useSession } from '../../state/session.ts'
import { newId } from '../editStore.ts'
import { CrossFilterScopeDialog } from './CrossFilterScopeDialog.tsx'

const texts = defineTexts('dashboard.storedScopes', {
  failed: 'Failed to save cross-filter scoping. {reason}',
})

interface StoredCrossFilterScopesProps {
  /** the chart whose scoping is selected at first */
  startId?: number
  onClose: () => void
}

/** The scopes of cross-filters in view mode: saved at once, without changing anything else. */
export default function StoredCrossFilterScopes({ startId, onClose }: StoredCrossFilterScopesProps) {
  const t = useText()
  const { store, item } = useSession()
  const stored = useQuery({
    queryKey: ['dashboardToEdit', item.id, 'scopes'],
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

  async function save(next: Readonly<Record<string, unknown>>) {
    try {
      await saveDashboard(item.id, { json_metadata: JSON.stringify(next) }, stored.data?.version)
    } catch (error) {
      toast.danger(t(texts.failed, { reason: messageOf(error) }))
      return
    }
    const parsed = parseMetadata(next)
    store.setState(({ layout, charts, boxFilters }) => ({
      metadata: parsed,
      savedOn: new Date().toISOString(),
      reach: reachOf({ layout, metadata: parsed, boxFilters, charts }),
    }))
    onClose()
  }

  return <CrossFilterScopeDialog metadata={metadata} startId={startId} onClose={onClose} onSave={save} />
}
