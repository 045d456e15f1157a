import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.discard', {
  title: 'Close without saving?',
  unsaved: 'You have unsaved changes.',
  discard: 'Discard changes',
})

interface DiscardQuestion {
  /** for Cancel, Esc and ×: asks for confirmation if there are unsaved changes, otherwise closes at once */
  close: () => void
  /** the confirmation, to be rendered inside the dialog */
  question: ReactNode
}

/** Asks before a dialog with unsaved changes is closed. */
export function useDiscardQuestion(isChanged: boolean, onClose: () => void): DiscardQuestion {
  const [isAsking, setIsAsking] = useState(false)
  const goOn = () => setIsAsking(false)
  return {
    close: () => (isChanged ? setIsAsking(true) : onClose()),
    question: <DiscardDialog open={isAsking} onClose={goOn} onConfirm={onClose} />,
  }
}

interface DiscardDialogProps {
  open: boolean
  /** returns to the changes */
  onClose: () => void
  onConfirm: () => void
}

/** The confirmation itself, for dialogs that decide themselves when to ask. */
export function DiscardDialog(props: DiscardDialogProps) {
  const t = useText()
  return (
    <ConfirmDialog {...props} danger title={t(texts.title)} confirmLabel={t(texts.discard)}>
      {t(texts.unsaved)}
    </ConfirmDialog>
  )
}
