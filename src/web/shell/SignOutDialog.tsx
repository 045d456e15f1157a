import { deleteDrafts } from '../drafts/ownDrafts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { leave } from './signOut.ts'

const texts = defineTexts('signOut', {
  title: 'Logout',
  drafts: 'This browser has stored unsaved changes. Logging out deletes them.',
})

/** Warns that unsaved work is deleted when the user signs out, so that the next user of the browser does not see it. */
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
