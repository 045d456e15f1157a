import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { messageOf } from '../../api/failure.ts'
import { updateUser } from '../../api/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './People.module.css'

const texts = defineTexts('resetPassword', {
  title: 'Reset password of {name}',
  lead: 'The user is signed out everywhere, and signs in with the new password.',
  password: 'Password',
  repeat: 'Confirm Password',
  help: 'At least {count, number} characters.',
  differs: 'The passwords do not match.',
  cancel: 'Cancel',
  link: 'Make a link instead',
  save: 'Save',
  saved: 'The password was reset.',
})

interface PasswordDialogProps {
  userId: number
  name: string
  onClose: () => void
  onLink: () => void
}

/** Sets a new password of a user. */
export default function PasswordDialog({ userId, name, onClose, onLink }: PasswordDialogProps) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isReady = password.length >= minPasswordLength && repeated === password

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isBusy) return
    setIsBusy(true)
    try {
      await updateUser(userId, { password })
      toast.success(t(texts.saved))
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name })}
      footer={
        <>
          <span className={css.first}>
            <Button size="md" variant="quiet" onClick={onLink}>
              {t(texts.link)}
            </Button>
          </span>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <p className={css.lead}>{t(texts.lead)}</p>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <PasswordField
          size="md"
          label={t(texts.password)}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          help={t(texts.help, { count: minPasswordLength })}
          autoFocus
        />
        <PasswordField
          size="md"
          label={t(texts.repeat)}
          value={repeated}
          onChange={setRepeated}
          autoComplete="new-password"
          error={repeated !== '' && repeated !== password ? t(texts.differs) : undefined}
        />
      </form>
    </Dialog>
  )
}
