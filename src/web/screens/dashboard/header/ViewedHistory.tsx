import { useRouter } from '@tanstack/react-router'
import HistoryDialog from '../../../history/HistoryDialog.tsx'
import { useEditMode } from '../editMode.ts'
import { useSession } from '../state/session.ts'

/** The history of the open dashboard; after a restore, the page shows the restored version. */
export default function ViewedHistory({ onClose }: { onClose: () => void }) {
  const { item } = useSession()
  const { history } = useRouter()
  const mode = useEditMode()
  return (
    <HistoryDialog
      kind="Dashboard"
      id={item.id}
      name={item.dashboard_title ?? ''}
      onClose={onClose}
      onRestored={() => {
        // uses the id, because the slug of the restored version may differ
        history.replace(`/superset/dashboard/${item.id}/${location.search}${location.hash}`)
        mode?.leave({ reload: true })
      }}
    />
  )
}
