import { type FormEvent, useState } from 'react'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { ApiError, messageOf } from '../../api/failure.ts'
import { register } from '../../api/signIn.ts'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import css from './SignInPage.module.css'
import { SignInPage } from './SignInPage.tsx'

const texts = defineTexts('register', {
  title: 'Register',
  known: 'Already have an account? <a>Sign In</a>',
  first_name: 'First Name',
  last_name: 'Last Name',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  repeat: 'Confirm Password',
  help: 'At least {count, number} characters.',
  tooShort: 'The password needs at least {count, number} characters.',
  differs: 'The passwords do not match.',
  empty: 'cannot be empty',
  submit: 'Register',
})

const plainFields = ['first_name', 'last_name', 'username', 'email'] as const
const completion = { first_name: 'given-name', last_name: 'family-name', username: 'username', email: 'email' } as const

/** Creates the account of a new user, who is signed in afterwards. */
export function RegisterScreen() {
  const t = useText()
  const rich = useRichText()
  const [draft, setDraft] = useState({ first_name: '', last_name: '', username: '', email: '', password: '' })
  const [repeated, setRepeated] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const fields = failure instanceof ApiError ? failure.fields : undefined
  const isTooShort = draft.password.length < minPasswordLength
  const differs = repeated !== draft.password

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setWasSent(true)
    if (plainFields.some((name) => draft[name].trim() === '') || isTooShort || differs) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      location.assign(await register(draft))
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  function errorOf(name: keyof typeof draft): string | undefined {
    if (fields?.[name] !== undefined) return [fields[name]].flat().join(' ')
    return wasSent && draft[name].trim() === '' ? t(texts.empty) : undefined
  }

  return (
    <SignInPage>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1 className={css.title}>{t(texts.title)}</h1>
      <p className={css.lead}>{rich(texts.known, { a: (parts) => <a href="/login/">{parts}</a> })}</p>
      <form className={css.fields} noValidate onSubmit={(event) => void onSubmit(event)}>
        {failure === undefined || fields ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        {plainFields.map((name) => (
          <TextField
            key={name}
            size="lg"
            label={t(texts[name])}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete={completion[name]}
            autoCapitalize={name === 'username' || name === 'email' ? 'none' : undefined}
            spellCheck={false}
            autoFocus={name === 'first_name'}
            error={errorOf(name)}
            value={draft[name]}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
        <PasswordField
          label={t(texts.password)}
          autoComplete="new-password"
          help={t(texts.help, { count: minPasswordLength })}
          error={wasSent && isTooShort ? t(texts.tooShort, { count: minPasswordLength }) : errorOf('password')}
          value={draft.password}
          onChange={(password) => setDraft({ ...draft, password })}
        />
        <PasswordField
          label={t(texts.repeat)}
          autoComplete="new-password"
          error={wasSent && !isTooShort && differs ? t(texts.differs) : undefined}
          value={repeated}
          onChange={setRepeated}
        />
        <Button type="submit" variant="primary" size="lg" className={css.submit} busy={isBusy}>
          {t(texts.submit)}
        </Button>
      </form>
    </SignInPage>
  )
}
