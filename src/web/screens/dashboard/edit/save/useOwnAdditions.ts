import { useEffect } from 'react'
import { openDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { currentUser } from '../../../../api/bootstrap.ts'
import { loadDashboardToEdit } from '../../../../api/dashboardEdit.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { type Editor, newId } from '../editStore.ts'

const texts = defineTexts('dashboard.edit.additions', {
  joined: 'Charts that you added to this dashboard in another window were placed at its end.',
})

/**
 * When the user returns to this tab, adds the charts that the same user has saved to the dashboard elsewhere to the
 * edited layout. Other changes are handled when saving.
 */
export function useOwnAdditions(editor: Editor): void {
  const t = useText()
  useEffect(() => {
    const leaving = new AbortController()
    async function look(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const { item, version } = await loadDashboardToEdit(editor.session.item.id, leaving.signal)
      const isNewer = version !== undefined && version !== editor.store.getState().version
      if (!isNewer || item.changed_by?.id !== currentUser.userId) return
      const { hasOnlyMore, mergeDocuments } = await import('../../../../../model/dashboardEdit/dashboardMerge.ts')
      const { saved, version: known, isSaving, lifted } = editor.store.getState()
      const theirs = openDocument(item, [], newId)
      if (leaving.signal.aborted || version === known || isSaving || lifted || !hasOnlyMore(theirs, saved)) return
      const { document: merged } = mergeDocuments(theirs, editor.document(), saved)
      editor.store.setState({ version, saved: theirs })
      editor.change(merged)
      toast.info(t(texts.joined))
    }
    // a failure is ignored: saving detects the newer version again, and reports errors
    const onVisible = () => void look().catch(() => undefined)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      leaving.abort()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [editor, t])
}
