import { deleteDrafts } from '../drafts/ownDrafts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { leave } from './signOut.ts'

const texts = defineTexts('signOut', {
  title: 'Logout',
  drafts: 'This browser has stored unsaved changes. Logging out deletes them.',
})

/** Unsaved work does not stay in the browser for its next user: it is deleted when the user signs out. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmDialog
      open
      danger
      title={t(texts.title)}
      confirmLabel={t(texts.title)}
      onClose={onClose}
      onConfirm={() => {
        deleteDrafts()
        onClose()
        leave()
      }}
    >
      {t(texts.drafts)}
    </ConfirmDialog>
  )
}
