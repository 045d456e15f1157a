import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { normalSlug } from '../../../../../model/dashboard/dashboard.ts'
import {
  type DashboardDocument,
  DEFAULT_SIZE_LIMIT,
  openDocument,
  saveBody,
  sizeVerdict,
  withSharedColors,
} from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import type { Differences, MergedDocument } from '../../../../../model/dashboardEdit/dashboardMerge.ts'
import { bootstrap, currentUser } from '../../../../api/bootstrap.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../../api/dashboardEdit.ts'
import { ApiError, messageOf } from '../../../../api/failure.ts'
import { isLost, useLostToast } from '../../../../ui/lost.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { useEditMode } from '../../editMode.ts'
import { savedBoxValues } from '../../filterBox/boxFilters.ts'
import { type Editor, newId } from '../editStore.ts'
import { dropDraft } from './draft.ts'

const texts = defineTexts('dashboard.edit.save', {
  saved: 'This dashboard was saved successfully.',
  failed: 'Sorry, there was an error saving this dashboard: {reason}',
  unknown: 'Sorry, an unknown error occurred',
  forbidden: 'You do not have permission to edit this dashboard',
  tooLarge: 'Your dashboard is too large. Please reduce its size before saving it.',
  nearLimit: 'Your dashboard is near the size limit.',
})

/** A save elsewhere since editing started: by another user, or by the same user in another window. */
export interface Conflict {
  by: string
  /** in the server's time format, UTC */
  at: string
  version: string | undefined
  /** the same user, in another window */
  isOwn: boolean
  differences: Differences
  /** Both versions merged; undefined if the merged document would contain no change of the other version. */
  merged: DashboardDocument | undefined
  /** The parts that were changed in both versions: the merged document contains those of this editor. */
  clashes: MergedDocument['clashes']
}

/** Saves with the version that editing started from; if the server has a newer one, the user must confirm. */
export function useSave(editor: Editor) {
  const t = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const mode = useEditMode()
  const tellLost = useLostToast()
  const [conflict, setConflict] = useState<Conflict>()
  const { id } = editor.session.item

  async function save(version = editor.store.getState().version, document = editor.document()): Promise<void> {
    if (editor.store.getState().isSaving) return
    const limit = Number(bootstrap.common.conf['SUPERSET_DASHBOARD_POSITION_DATA_LIMIT']) || DEFAULT_SIZE_LIMIT
    const size = sizeVerdict(document.position, limit)
    if (size === 'over') return void toast.danger(t(texts.tooLarge))
    if (size === 'near') toast.warning(t(texts.nearLimit))
    editor.store.setState({ isSaving: true })
    const atStart = editor.document()
    try {
      const saved = await saveDashboard(
        id,
        saveBody(withBoxValues(withSharedColors(document, editor.session.colors.given()))),
        version,
      )
      dropDraft(id)
      editor.store.setState({ saved: document, version: saved })
      setConflict(undefined)
      toast.success(t(texts.saved))
      void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
      // changes made in the meantime are still unsaved; a merged document is handled separately
      if (document === atStart && editor.document() !== atStart) return
      // the address follows the slug: an address with the old slug would open nothing
      if (document.slug !== (editor.session.item.slug ?? ''))
        router.history.replace(`/superset/dashboard/${normalSlug(document.slug) ?? id}/`)
      mode?.leave({ reload: true })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await ask(error)
      else toast.danger(wordsOf(error))
    } finally {
      editor.store.setState({ isSaving: false })
    }
  }

  async function ask(error: ApiError): Promise<void> {
    try {
      const [{ item, version }, { changedByThem, differences, mergeDocuments }] = await Promise.all([
        loadDashboardToEdit(id),
        import('../../../../../model/dashboardEdit/dashboardMerge.ts'),
      ])
      const theirs = openDocument(item, [], newId)
      const { saved: base } = editor.store.getState()
      const found = differences(theirs, editor.document(), base)
      const { document: merged, clashes } = mergeDocuments(theirs, editor.document(), base)
      const lost = [...clashes.parts, ...clashes.elements]
      setConflict({
        by: String(error.extra?.['changed_by'] ?? item.changed_by_name ?? ''),
        at: String(error.extra?.['changed_on'] ?? item.changed_on),
        isOwn: item.changed_by?.id === currentUser.userId,
        version,
        differences: found,
        merged: changedByThem(found).every((each) => lost.includes(each)) ? undefined : merged,
        clashes,
      })
    } catch (failure) {
      // the page stores the changes as a draft before it reloads
      if (isLost(failure)) tellLost()
      else toast.danger(wordsOf(failure))
    }
  }

  /** Filter boxes start with the values that were applied when the dashboard was saved. */
  function withBoxValues(saved: DashboardDocument): DashboardDocument {
    const state = editor.session.store.getState()
    if (state.boxFilters.length === 0) return saved
    return { ...saved, metadata: { ...saved.metadata, default_filters: savedBoxValues(state) } }
  }

  function wordsOf(error: unknown): string {
    if (error instanceof ApiError && error.status === 403) return t(texts.forbidden)
    const reason = messageOf(error)
    return reason === '' ? t(texts.unknown) : t(texts.failed, { reason })
  }

  return { save, conflict, keepMine: () => setConflict(undefined) }
}
