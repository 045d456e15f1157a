import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DashboardMetadata, parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { openDocument } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../api/dashboardEdit.ts'
import { messageOf } from '../../../api/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { type DashboardState, reachOf } from '../state/dashboardStore.ts'
import { useSession } from '../state/session.ts'
import { newId } from './editStore.ts'

type Metadata = Readonly<Record<string, unknown>>

/** Why the dashboard could not be loaded. */
export interface LoadFailure {
  message: string
  retry: () => void
}

interface StoredPart {
  /** the edited part; in the query key, so that each dialog loads the dashboard again */
  part: string
  /** the message if saving fails */
  failed: (reason: string) => string
  /** other changes of the open dashboard's state after a save */
  changes?: (saved: DashboardMetadata, state: DashboardState) => Partial<DashboardState>
  onSaved: () => void
}

/**
 * The stored metadata of the open dashboard, for a dialog in view mode. `save` stores it at once, without changing
 * anything else, and shows it. Undefined while it is loading, and if that fails.
 */
export function useStoredMetadata({ part, failed, changes, onSaved }: StoredPart): {
  metadata: Metadata | undefined
  failure: LoadFailure | undefined
  save: (next: Metadata) => Promise<void>
} {
  const { store, item } = useSession()
  const stored = useQuery({
    queryKey: ['dashboardToEdit', item.id, part],
    queryFn: ({ signal }) => loadDashboardToEdit(item.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const metadata = useMemo(
    () => (stored.data ? openDocument(stored.data.item, [], newId).metadata : undefined),
    [stored.data],
  )

  async function save(next: Metadata) {
    try {
      await saveDashboard(item.id, { json_metadata: JSON.stringify(next) }, stored.data?.version)
    } catch (error) {
      toast.danger(failed(messageOf(error)))
      return
    }
    const saved = parseMetadata(next)
    store.setState((state) => ({
      metadata: saved,
      savedOn: new Date().toISOString(),
      reach: reachOf({ ...state, metadata: saved }),
      ...changes?.(saved, state),
    }))
    onSaved()
  }

  const failure = stored.error ? { message: messageOf(stored.error), retry: () => void stored.refetch() } : undefined
  return { metadata, failure, save }
}
