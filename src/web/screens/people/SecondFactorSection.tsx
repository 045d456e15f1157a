import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { ownSignInQuery } from '../../api/ownSignIn.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './ApiKeys.module.css'
import people from './People.module.css'

const texts = defineTexts('secondFactor', {
  title: 'Second factor',
  off: 'With a second factor, sign-in asks for the code of an app in addition to the password.',
  on: 'Sign-in asks for the code of your app. {count, plural, =0 {No recovery codes are} one {# recovery code is} other {# recovery codes are}} left.',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
})

const SecondFactorDialog = lazy(() => import('./SecondFactorDialog.tsx'))
const EndSecondFactorDialog = lazy(() => import('./EndSecondFactorDialog.tsx'))

/** Codes of an authenticator app at sign-in; nothing for accounts that sign in without a password. */
export function SecondFactorSection() {
  const t = useText()
  const { data } = useQuery(ownSignInQuery)
  const [opened, setOpened] = useState<'on' | 'off'>()
  const factor = data?.second_factor
  if (!factor) return null
  const close = () => setOpened(undefined)
  return (
    <section>
      <div className={css.head}>
        <h2 className={people.section}>{t(texts.title)}</h2>
        <Button onClick={() => setOpened(factor.is_on ? 'off' : 'on')}>
          {t(factor.is_on ? texts.switchOff : texts.switchOn)}
        </Button>
      </div>
      <p className={css.lead}>{factor.is_on ? t(texts.on, { count: factor.recovery_codes }) : t(texts.off)}</p>
      {opened === undefined ? null : (
        <LazyPart onClose={close}>
          {opened === 'on' ? <SecondFactorDialog onClose={close} /> : <EndSecondFactorDialog onClose={close} />}
        </LazyPart>
      )}
    </section>
  )
}
