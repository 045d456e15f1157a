import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { signIn } from '../../api/signIn.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { CodeForm } from './CodeForm.tsx'
import css from './SignInPage.module.css'
import { SignInPage } from './SignInPage.tsx'

const texts = defineTexts('signIn', {
  title: 'Sign in',
  lead: 'Use the account of your workspace.',
  username: 'Username',
  password: 'Password',
  submit: 'Sign In',
  provider: 'Sign in with {name}',
  or: 'or',
  register: 'No account yet? <a>Register</a>',
})

const home = '/superset/welcome/'

/** Signs in, and returns to the page that required it. */
export function SignInScreen() {
  const t = useText()
  return (
    <SignInPage>
      <PageTitle>{t(texts.title)}</PageTitle>
      {bootstrap.second_factor ? <CodeForm /> : <NameForm />}
    </SignInPage>
  )
}

/** User name and password, or the identity provider. */
function NameForm() {
  const t = useText()
  const rich = useRichText()
  const { searchStr } = useLocation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(bootstrap.common.flash_messages.at(-1)?.[1])

  const next = new URLSearchParams(searchStr).get('next') ?? home

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    setError(undefined)
    try {
      // The page is reloaded, because it contains the permissions of the signed-in user.
      location.assign(await signIn(username, password, next))
    } catch (failure) {
      setError(messageOf(failure))
      setIsBusy(false)
    }
  }

  return (
    <>
      <h1 className={css.title}>{t(texts.title)}</h1>
      <p className={css.lead}>{t(texts.lead)}</p>
      <form className={css.fields} onSubmit={(event) => void onSubmit(event)}>
        {error === undefined ? null : <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t(texts.username)}
          size="lg"
          name="username"
          value={username}
          onChange={setUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <PasswordField
          label={t(texts.password)}
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        <Button type="submit" variant="primary" size="lg" className={css.submit} busy={isBusy}>
          {t(texts.submit)}
        </Button>
      </form>
      {bootstrap.provider === undefined ? null : (
        <>
          <p className={css.or}>{t(texts.or)}</p>
          <ButtonLink size="lg" className={css.submit} href={`/login/oidc?${new URLSearchParams({ next })}`}>
            {t(texts.provider, { name: bootstrap.provider })}
          </ButtonLink>
        </>
      )}
      {bootstrap.common.conf['AUTH_USER_REGISTRATION'] === true ? (
        <p className={css.below}>{rich(texts.register, { a: (parts) => <a href="/register/">{parts}</a> })}</p>
      ) : null}
    </>
  )
}
