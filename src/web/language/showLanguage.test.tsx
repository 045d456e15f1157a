import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { timeFormatter } from '../../charts/shared/format/index.ts'
import { show } from '../ui/testing/show.tsx'
import { defineTexts, plainText, usePlainText, useText } from '../ui/text.ts'
import { LanguageProvider } from './LanguageProvider.tsx'
import { showLanguage } from './showLanguage.ts'

const texts = defineTexts('userMenu', { logout: 'Logout', notTranslated: 'Only in English' })

function Page() {
  const t = useText()
  const plain = usePlainText()
  const [draft, setDraft] = useState('')
  return (
    <label>
      {t(texts.logout)} {t(texts.notTranslated)} {plain('Row limit')}
      <input value={draft} onChange={({ target }) => setDraft(target.value)} />
    </label>
  )
}

beforeEach(() => () => showLanguage('en'))

it('shows another language at once, keeps typed text, and returns to English', async () => {
  const user = show(
    <LanguageProvider>
      <Page />
    </LanguageProvider>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Logout Only in English Row limit' }), 'unsaved')

  await showLanguage('de')
  expect(await screen.findByRole('textbox', { name: 'Abmelden Only in English Zeilenlimit' })).toHaveProperty(
    'value',
    'unsaved',
  )
  expect(document.documentElement.lang).toBe('de')
  expect(plainText('Row limit')).toBe('Zeilenlimit')
  expect(timeFormatter('%B')(0)).toBe('Januar')

  await showLanguage('en')
  expect(timeFormatter('%B')(0)).toBe('January')
  expect(await screen.findByRole('textbox', { name: 'Logout Only in English Row limit' })).toHaveProperty(
    'value',
    'unsaved',
  )
})

it('shows English for a language without a catalogue, and the last language that was requested', async () => {
  await showLanguage('xx')
  expect(plainText('Row limit')).toBe('Row limit')
  await Promise.all([showLanguage('de'), showLanguage('en')])
  expect(plainText('Row limit')).toBe('Row limit')
  expect(document.documentElement.lang).toBe('en')
})
