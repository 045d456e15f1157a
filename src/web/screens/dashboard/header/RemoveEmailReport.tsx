import DeleteReport from '../../../emailReport/DeleteReport.tsx'
import { useSession } from '../state/session.ts'

/** Deletes the e-mail report of the open dashboard. */
export default function RemoveEmailReport({ onClose }: { onClose: () => void }) {
  const { item } = useSession()
  return <DeleteReport place={{ kind: 'dashboard', id: item.id }} onClose={onClose} />
}
