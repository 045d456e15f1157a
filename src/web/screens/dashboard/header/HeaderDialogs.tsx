import { lazy } from 'react'

const dialogs = {
  interval: lazy(() => import('./RefreshIntervalDialog.tsx')),
  embed: lazy(() => import('./EmbedDialog.tsx')),
  properties: lazy(() => import('./ViewedProperties.tsx')),
  history: lazy(() => import('./ViewedHistory.tsx')),
  saveAs: lazy(() => import('./SaveAsCopy.tsx')),
  emailReport: lazy(() => import('./EmailReport.tsx')),
  deleteReport: lazy(() => import('./RemoveEmailReport.tsx')),
  filters: lazy(() => import('../edit/filters/StoredFilterConfig.tsx')),
  crossFilters: lazy(() => import('../edit/properties/StoredCrossFilterScopes.tsx')),
}
export type HeaderDialog = keyof typeof dialogs

/** A dialog of the open dashboard, loaded when it is opened. */
export default function HeaderDialogs({ open, onClose }: { open: HeaderDialog; onClose: () => void }) {
  const Dialog = dialogs[open]
  return <Dialog onClose={onClose} />
}
