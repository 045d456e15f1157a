import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { isAsCreated } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { loadDashboardToEdit, type VersionedDashboard } from '../../../../api/dashboardEdit.ts'
import { deleteDashboards } from '../../../../api/dashboards.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { useEditMode } from '../../editMode.ts'
import type { Editor } from '../editStore.ts'
import { dropDraft } from './draft.ts'

const texts = defineTexts('dashboard.edit.discard', {
  deleted: 'The new dashboard was deleted, because it was never saved.',
})

/**
 * Leaves edit mode without saving. A new dashboard that was never saved is deleted, so that it does not remain in the
 * lists.
 */
export function useDiscard(editor: Editor, stored: VersionedDashboard['item']) {
  const t = useText()
  const mode = useEditMode()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { id } = editor.session.item
  const isNew = isAsCreated(stored)

  async function discard(): Promise<void> {
    const isDeleted = isNew && (await deleteIfUntouched().catch(() => false))
    dropDraft(id)
    editor.store.setState(({ history }) => ({ saved: history.present }))
    if (!isDeleted) return mode?.leave({ reload: true })
    toast.info(t(texts.deleted))
    void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
    router.history.push('/dashboard/list/')
  }

  /** Deletes the dashboard, unless something was saved to it in the meantime. */
  async function deleteIfUntouched(): Promise<boolean> {
    const { item, version } = await loadDashboardToEdit(id)
    if (!isAsCreated(item) || version !== editor.store.getState().version) return false
    await deleteDashboards([id])
    return true
  }

  return { discard, isNew }
}
