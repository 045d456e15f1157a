import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, useState } from 'react'
import { apiKeysQuery } from '../../api/apiKeys.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ApiKeyList } from './ApiKeyList.tsx'
import css from './ApiKeys.module.css'
import people from './People.module.css'

const texts = defineTexts('apiKeySection', {
  title: 'API keys',
  add: 'API key',
  lead: 'With a key, a program works with your permissions. Revoke keys that nobody uses.',
})

const ApiKeyDialog = lazy(() => import('./ApiKeyDialog.tsx'))

/** The user's own API keys; nothing if API keys are disabled on the server. */
export function ApiKeySection() {
  const t = useText()
  const { data } = useQuery(apiKeysQuery('me'))
  const [isOpen, setIsOpen] = useState(false)
  const maxDays = data?.max_days ?? 0
  if (data && maxDays === 0) return null
  return (
    <section>
      <div className={css.head}>
        <h2 className={people.section}>{t(texts.title)}</h2>
        <Button icon={<KeyRound size={14} />} disabled={!data} onClick={() => setIsOpen(true)}>
          {t(texts.add)}
        </Button>
      </div>
      <p className={css.lead}>{t(texts.lead)}</p>
      <ApiKeyList owner="me" canRevoke />
      {isOpen ? (
        <LazyPart onClose={() => setIsOpen(false)}>
          <ApiKeyDialog maxDays={maxDays} onClose={() => setIsOpen(false)} />
        </LazyPart>
      ) : null}
    </section>
  )
}
