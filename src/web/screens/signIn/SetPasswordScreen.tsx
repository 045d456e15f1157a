import { type FormEvent, useState } from 'react'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { bootstrap } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { setPassword as savePassword } from '../../api/signIn.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './SignInPage.module.css'
import { SignInPage } from './SignInPage.tsx'

const texts = defineTexts('setPassword', {
  title: 'Set your password',
  lead: 'This link signs you in once. Choose a username and a password for the next sign-in.',
  leadPassword: 'This link signs you in once. Choose a password for the next sign-in.',
  username: 'Username',
  password: 'Password',
  repeat: 'Confirm Password',
  help: 'At least {count, number} characters.',
  tooShort: 'The password needs at least {count, number} characters.',
  differs: 'The passwords do not match.',
  submit: 'Set password and sign in',
  invalidTitle: 'This link no longer works',
  invalid:
    'It has already been used, or it is older than 24 hours. Ask an administrator for a new one. The first administrator gets one when the server starts.',
  signIn: 'Sign In',
})

/** The page of the one-time link: a user who has no password, or has forgotten it, sets one and is signed in. */
export function SetPasswordScreen() {
  const t = useText()
  const { setup } = bootstrap
  if (!setup?.valid) {
    return (
      <SignInPage>
        <PageTitle>{t(texts.invalidTitle)}</PageTitle>
        <h1 className={css.title}>{t(texts.invalidTitle)}</h1>
        <p className={css.lead}>{t(texts.invalid)}</p>
        <ButtonLink href="/login/" variant="primary" size="lg" className={css.submit}>
          {t(texts.signIn)}
        </ButtonLink>
      </SignInPage>
    )
  }
  return (
    <SignInPage>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1 className={css.title}>{t(texts.title)}</h1>
      <p className={css.lead}>{t(setup.names_itself ? texts.lead : texts.leadPassword)}</p>
      <PasswordForm token={setup.token} initialName={setup.username ?? ''} namesItself={setup.names_itself} />
    </SignInPage>
  )
}

interface PasswordFormProps {
  token: string
  initialName: string
  /** whether the username can be changed; otherwise it is only shown, and the browser stores it with the password */
  namesItself: boolean
}

function PasswordForm({ token, initialName, namesItself }: PasswordFormProps) {
  const t = useText()
  const [username, setUsername] = useState(initialName)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isTooShort = password.length < minPasswordLength
  const differs = repeated !== password

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setWasSent(true)
    if (username.trim() === '' || isTooShort || differs) return
    setIsBusy(true)
    setError(undefined)
    try {
      location.assign(await savePassword(token, username.trim(), password))
    } catch (failure) {
      setError(messageOf(failure))
      setIsBusy(false)
    }
  }

  return (
    <form className={css.fields} noValidate onSubmit={(event) => void onSubmit(event)}>
      {error === undefined ? null : <Banner tone="danger">{error}</Banner>}
      <TextField
        label={t(texts.username)}
        size="lg"
        value={username}
        onChange={setUsername}
        readOnly={!namesItself}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={t(texts.password)}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        help={t(texts.help, { count: minPasswordLength })}
        error={wasSent && isTooShort ? t(texts.tooShort, { count: minPasswordLength }) : undefined}
        autoFocus
      />
      <PasswordField
        label={t(texts.repeat)}
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        error={wasSent && !isTooShort && differs ? t(texts.differs) : undefined}
      />
      <Button type="submit" variant="primary" size="lg" className={css.submit} busy={isBusy}>
        {t(texts.submit)}
      </Button>
    </form>
  )
}
