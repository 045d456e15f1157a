import { useRouter } from '@tanstack/react-router'
import StoredProperties from '../../../dashboardProperties/StoredProperties.tsx'
import { useEditMode } from '../editMode.ts'
import { useSession } from '../state/session.ts'

/** The properties of the open dashboard in view mode: saved at once, then the page shows them. */
export default function ViewedProperties({ onClose }: { onClose: () => void }) {
  const { item } = useSession()
  const { history } = useRouter()
  const mode = useEditMode()
  return (
    <StoredProperties
      dashboardId={item.id}
      onClose={onClose}
      onSaved={(idOrSlug) => {
        history.replace(`/superset/dashboard/${idOrSlug}/${location.search}${location.hash}`)
        mode?.leave({ reload: true })
      }}
    />
  )
}
