import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import css from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'
import { TextField } from './TextField.tsx'
import { defineTexts, useText } from './text.ts'

const texts = defineTexts('ui.confirm', {
  title: 'Please confirm',
  cancel: 'Cancel',
  ok: 'OK',
  delete: 'Delete',
  typeWord: 'Type "{word}" to confirm',
})

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** stays open and busy until the promise settles */
  onConfirm: () => void | Promise<void>
  title?: string
  confirmLabel?: string
  danger?: boolean
  /** the word that must be typed first, case-insensitive */
  typedWord?: string
  children: ReactNode
}

/** Asks for confirmation of something irreversible. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // The form is mounted each time the dialog opens, so that a typed word is never reused for the next confirmation.
  return props.open ? <ConfirmForm {...props} /> : null
}

function ConfirmForm({
  onClose,
  onConfirm,
  title,
  confirmLabel,
  danger = false,
  typedWord,
  children,
}: ConfirmDialogProps) {
  const t = useText()
  const [word, setWord] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const formId = useId()
  const isReady = typedWord === undefined || word.trim().toUpperCase() === typedWord.toUpperCase()

  async function confirm() {
    if (!isReady || isBusy) return
    setIsBusy(true)
    try {
      await onConfirm()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title ?? t(texts.title)}
      width={460}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            type="submit"
            form={formId}
            size="md"
            variant={danger ? 'dangerSolid' : 'primary'}
            disabled={!isReady}
            busy={isBusy}
          >
            {confirmLabel ?? t(texts.ok)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <div>{children}</div>
        {typedWord === undefined ? null : (
          <TextField
            label={t(texts.typeWord, { word: typedWord })}
            size="md"
            value={word}
            onChange={setWord}
            autoComplete="off"
          />
        )}
      </form>
    </Dialog>
  )
}

/** The confirmation of every deletion: the word DELETE must be typed. */
export function DeleteDialog(props: Omit<ConfirmDialogProps, 'typedWord' | 'danger' | 'confirmLabel'>) {
  const t = useText()
  return <ConfirmDialog {...props} typedWord="DELETE" danger confirmLabel={t(texts.delete)} />
}
