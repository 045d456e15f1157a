import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './People.module.css'

const texts = defineTexts('peopleForm', { cancel: 'Cancel' })

interface FormDialogProps {
  title: string
  /** text of the submit button */
  label: string
  variant?: 'primary' | 'dangerSolid'
  width?: number
  isReady: boolean
  onClose: () => void
  /** Submits the form. An error is shown above the fields. On success, it closes or replaces the dialog. */
  send: () => Promise<void>
  /** content at the start of the footer */
  aside?: ReactNode
  children: ReactNode
}

/** A dialog with a form; while it is being sent, it cannot be sent again. */
export function FormDialog({ title, label, variant = 'primary', isReady, send, aside, ...props }: FormDialogProps) {
  const { width, onClose, children } = props
  const t = useText()
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          {aside}
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant={variant} type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void onSubmit(event)}>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
