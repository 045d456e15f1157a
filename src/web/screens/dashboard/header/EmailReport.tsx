import { useState } from 'react'
import EmailReportDialog from '../../../emailReport/EmailReportDialog.tsx'
import { useSession } from '../state/session.ts'
import { shareState } from '../useShare.ts'

/** Creates or edits the e-mail report of the open dashboard. */
export default function EmailReport({ onClose }: { onClose: () => void }) {
  const { item, store } = useSession()
  const { id, dashboard_title: title } = item
  const [state] = useState(() => shareState(store.getState(), undefined))
  return <EmailReportDialog subject={{ kind: 'dashboard', id, title: title ?? String(id), state }} onClose={onClose} />
}
