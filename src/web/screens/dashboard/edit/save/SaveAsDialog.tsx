import { useRouter } from '@tanstack/react-router'
import { withSharedColors } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { copyDashboard } from '../../../../api/dashboardEdit.ts'
import { useEditor } from '../editStore.ts'
import { dropDraft } from './draft.ts'
import { copyRequest, SaveAsForm } from './SaveAsForm.tsx'

/** Saves the current state to this dashboard or as a new one, which then opens. */
export function SaveAsDialog({ onClose, onSave }: { onClose: () => void; onSave: () => Promise<void> }) {
  const router = useRouter()
  const editor = useEditor()
  return (
    <SaveAsForm
      title={editor.document().title}
      onClose={onClose}
      overwrite={{ title: editor.store.getState().saved.title, onOverwrite: onSave }}
      onCopy={async (name, duplicates) => {
        const document = editor.document()
        const { id } = editor.session.item
        const shared = withSharedColors(document, editor.session.colors.given())
        const copyId = await copyDashboard(id, copyRequest(shared, name, duplicates))
        dropDraft(id)
        editor.store.setState({ saved: document })
        router.history.push(`/superset/dashboard/${copyId}/`)
      }}
    />
  )
}
