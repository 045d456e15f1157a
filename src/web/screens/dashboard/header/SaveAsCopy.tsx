import { useRouter } from '@tanstack/react-router'
import { openDocument, withSharedColors } from '../../../../model/dashboardEdit/dashboardEdit.ts'
import { copyDashboard } from '../../../api/dashboardEdit.ts'
import { newId } from '../edit/editStore.ts'
import { copyRequest, SaveAsForm } from '../edit/save/SaveAsForm.tsx'
import { useSession } from '../state/session.ts'

/** Saves the open dashboard as a new one, which then opens. */
export default function SaveAsCopy({ onClose }: { onClose: () => void }) {
  const { item, colors, store } = useSession()
  const { history } = useRouter()
  return (
    <SaveAsForm
      title={item.dashboard_title ?? ''}
      onClose={onClose}
      onCopy={async (name, duplicates) => {
        const document = openDocument(item, [...store.getState().charts.keys()], newId)
        const id = await copyDashboard(
          item.id,
          copyRequest(withSharedColors(document, colors.given()), name, duplicates),
        )
        history.push(`/superset/dashboard/${id}/`)
      }}
    />
  )
}
