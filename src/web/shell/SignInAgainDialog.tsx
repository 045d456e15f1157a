import { type FormEvent, useId, useState } from 'react'
import { currentUser } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { signInAnew } from '../api/session.ts'
import { resumeDrafts } from '../drafts/ownDrafts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './SignInAgainDialog.module.css'

const texts = defineTexts('signInAgain', {
  title: 'Sign in again',
  text: 'Your session timed out. Sign in to continue. Nothing on this page is lost.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign In',
})

/** User name and password of the user whose session has ended. */
export default function SignInAgainDialog({ onDone }: { onDone: () => void }) {
  const t = useText()
  const formId = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    try {
      await signInAnew(currentUser.username ?? '', password)
      resumeDrafts()
      onDone()
    } catch (failure) {
      setError(messageOf(failure))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={() => undefined}
      dismissible={false}
      title={t(texts.title)}
      width={400}
      footer={
        <Button type="submit" form={formId} variant="primary" size="md" busy={isBusy}>
          {t(texts.signIn)}
        </Button>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void onSubmit(event)}>
        <p>{t(texts.text)}</p>
        {error === undefined ? null : <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t(texts.username)}
          size="md"
          value={currentUser.username ?? ''}
          onChange={() => undefined}
          autoComplete="username"
          readOnly
        />
        <TextField
          label={t(texts.password)}
          size="md"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          required
          autoFocus
        />
      </form>
    </Dialog>
  )
}
