import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { cancelSignIn, giveCode } from '../../api/signIn.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './SignInPage.module.css'

const texts = defineTexts('signInCode', {
  title: 'Enter your code',
  lead: 'Your app shows a code of six digits. A recovery code works too.',
  code: 'Code',
  submit: 'Sign In',
  cancel: 'Use another account',
})

/** The second step of a sign-in. */
export function CodeForm() {
  const t = useText()
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function open(address: Promise<string>) {
    setIsBusy(true)
    setError(undefined)
    try {
      location.assign(await address)
    } catch (failure) {
      setError(messageOf(failure))
      setIsBusy(false)
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void open(giveCode(code.trim()))
  }

  return (
    <>
      <h1 className={css.title}>{t(texts.title)}</h1>
      <p className={css.lead}>{t(texts.lead)}</p>
      <form className={css.fields} onSubmit={onSubmit}>
        {error === undefined ? null : <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t(texts.code)}
          size="lg"
          name="code"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className={css.submit}
          busy={isBusy}
          disabled={code.trim() === ''}
        >
          {t(texts.submit)}
        </Button>
        <Button size="lg" variant="quiet" onClick={() => void open(cancelSignIn())}>
          {t(texts.cancel)}
        </Button>
      </form>
    </>
  )
}
