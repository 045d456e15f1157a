import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { updateUser } from '../../api/people.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { FormDialog } from './FormDialog.tsx'
import css from './People.module.css'

const texts = defineTexts('resetPassword', {
  title: 'Reset password of {name}',
  lead: 'The user is signed out everywhere, and signs in with the new password.',
  password: 'Password',
  repeat: 'Confirm Password',
  help: 'At least {count, number} characters.',
  differs: 'The passwords do not match.',
  link: 'Create a link instead',
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
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')

  async function save() {
    await updateUser(userId, { password })
    toast.success(t(texts.saved))
    void queryClient.invalidateQueries({ queryKey: ['users'] })
    onClose()
  }

  return (
    <FormDialog
      title={t(texts.title, { name })}
      label={t(texts.save)}
      isReady={password.length >= minPasswordLength && repeated === password}
      onClose={onClose}
      send={save}
      aside={
        <span className={css.first}>
          <Button size="md" variant="quiet" onClick={onLink}>
            {t(texts.link)}
          </Button>
        </span>
      }
    >
      <p className={css.lead}>{t(texts.lead)}</p>
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
    </FormDialog>
  )
}
