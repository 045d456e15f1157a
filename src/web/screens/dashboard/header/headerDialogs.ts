import { lazy } from 'react'

/** The dialogs of the dashboard's menu, each loaded when it is opened. */
export const headerDialogs = {
  interval: lazy(() => import('./RefreshIntervalDialog.tsx')),
  embed: lazy(() => import('./EmbedDialog.tsx')),
  properties: lazy(() => import('./ViewedProperties.tsx')),
  history: lazy(() => import('./ViewedHistory.tsx')),
  saveAs: lazy(() => import('./SaveAsCopy.tsx')),
  emailReport: lazy(() => import('./EmailReport.tsx')),
  deleteReport: lazy(() => import('./RemoveEmailReport.tsx')),
}
export type HeaderDialog = keyof typeof headerDialogs
