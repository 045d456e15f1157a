import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { connectProvider, disconnectProvider, ownSignInQuery } from '../../api/ownSignIn.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './ApiKeys.module.css'
import people from './People.module.css'

const texts = defineTexts('providerSection', {
  title: 'Sign-in with {name}',
  connected: 'Your account is connected. You can sign in with {name}.',
  separate: 'Connect your account to sign in with {name}.',
  connect: 'Connect',
  disconnect: 'Disconnect',
})

/** Connects the account to the identity provider; nothing if the server has none. */
export function ProviderSection() {
  const t = useText()
  const queryClient = useQueryClient()
  const { data } = useQuery(ownSignInQuery)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const provider = data?.provider
  if (!provider) return null
  const { name, is_connected: isConnected } = provider

  async function change() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      if (!isConnected) return location.assign(await connectProvider())
      await disconnectProvider()
      await queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })
    } catch (error) {
      setFailure(messageOf(error))
    }
    return setIsBusy(false)
  }

  return (
    <section>
      <div className={css.head}>
        <h2 className={people.section}>{t(texts.title, { name })}</h2>
        <Button busy={isBusy} onClick={() => void change()}>
          {t(isConnected ? texts.disconnect : texts.connect)}
        </Button>
      </div>
      {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
      <p className={css.lead}>{t(isConnected ? texts.connected : texts.separate, { name })}</p>
    </section>
  )
}
