import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { normalSlug } from '../../model/dashboard/dashboard.ts'
import { openDocument, saveBody } from '../../model/dashboardEdit/dashboardEdit.ts'
import { loadDashboardToEdit, saveDashboard, type VersionedDashboard } from '../api/dashboardEdit.ts'
import { messageOf } from '../api/failure.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type ChangedProperties, PropertiesDialog } from './PropertiesDialog.tsx'

const texts = defineTexts('dashboardProperties.stored', {
  title: 'Dashboard properties',
  save: 'Save',
  saved: 'The dashboard has been saved',
  failed: 'Sorry, there was an error saving this dashboard: {reason}',
  managed: 'This dashboard is managed externally, and cannot be edited in this application.',
})

interface StoredPropertiesProps {
  dashboardId: number
  onClose: () => void
  /** `idOrSlug`: identifies the dashboard in its address, which changes with the slug */
  onSaved?: (idOrSlug: string) => void
}

/** The properties of a dashboard outside of its edit mode: saved at once. */
export default function StoredProperties({ dashboardId, onClose, onSaved }: StoredPropertiesProps) {
  const t = useText()
  const stored = useQuery({
    queryKey: ['dashboardToEdit', dashboardId, 'properties'],
    queryFn: ({ signal }) => loadDashboardToEdit(dashboardId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (stored.data) return <LoadedProperties stored={stored.data} onClose={onClose} onSaved={onSaved} />
  // the dialog opens when its content is complete
  if (!stored.error) return null
  return (
    <Dialog open onClose={onClose} title={t(texts.title)} width={640}>
      <ErrorPanel message={messageOf(stored.error)} onRetry={() => void stored.refetch()} />
    </Dialog>
  )
}

interface LoadedPropertiesProps extends Pick<StoredPropertiesProps, 'onClose' | 'onSaved'> {
  stored: VersionedDashboard
}

// positions are not sent, so that charts without a position stay without one
const noIds = () => ''

function LoadedProperties({ stored: { item, version }, onClose, onSaved }: LoadedPropertiesProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [document] = useState(() => openDocument(item, [], noIds))

  async function save(changes: ChangedProperties) {
    const next = { ...document, ...changes }
    const { css: _css, json_metadata: _metadata, ...body } = saveBody(next)
    setIsBusy(true)
    try {
      await saveDashboard(item.id, { ...body, json_metadata: JSON.stringify(next.metadata) }, version)
      toast.success(t(texts.saved))
      void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
      onClose()
      onSaved?.(normalSlug(next.slug) ?? String(item.id))
    } catch (error) {
      toast.danger(t(texts.failed, { reason: messageOf(error) }))
      setIsBusy(false)
    }
  }

  return (
    <PropertiesDialog
      dashboardId={item.id}
      document={document}
      submitLabel={t(texts.save)}
      isBusy={isBusy}
      disabledReason={item.is_managed_externally ? t(texts.managed) : false}
      onSubmit={save}
      onClose={onClose}
    />
  )
}
