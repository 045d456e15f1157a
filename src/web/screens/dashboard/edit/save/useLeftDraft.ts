import { useEffect, useState } from 'react'
import { newEditorId } from '../../../../drafts/draftStore.ts'
import { type LeftDraft as Left, useLeftDraft as useLeft } from '../../../../drafts/useLeftDraft.ts'
import { type Draft, dashboardDrafts, ownDraft } from './draft.ts'

export type LeftDraft = Left<Draft>

/** The draft of an earlier, closed editor of the dashboard, until it is restored or discarded. */
export function useLeftDraft(dashboardId: number): LeftDraft | undefined {
  const [ownKey] = useState(() => dashboardDrafts.keyOf(String(dashboardId), newEditorId()))
  useEffect(() => ownDraft(dashboardId, ownKey), [dashboardId, ownKey])
  return useLeft(dashboardDrafts, String(dashboardId), ownKey)
}
