import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { timeFormatter } from '../../charts/shared/format/index.ts'
import { languages, languageTag } from '../../model/language/languages.ts'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { show } from '../ui/testing/show.tsx'
import { defineTexts, plainText, usePlainText, useText } from '../ui/text.ts'
import { LanguageProvider } from './LanguageProvider.tsx'
import { useLanguage } from './language.ts'
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

const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
const message = `{count, number} {count, plural, ${forms.map((form) => `${form} {${form}}`).join(' ')}} {day, date, long}`

function Counted({ count }: { count: number }) {
  const t = useText()
  return <li>{t({ id: 'counted', defaultMessage: '' }, { count, day: Date.UTC(2024, 4, 3, 12) })}</li>
}

it.each(languages.map(({ code }) => code))('writes numbers, plural forms and dates as ICU does in %s', async (code) => {
  await showLanguage(code)
  useLanguage.setState({ code, messages: { counted: message } })
  const counts = [0, 1, 2, 3, 5, 11, 21, 101, 1.5, 1000, 12_345.678, 1_000_000]
  show(
    <LanguageProvider>
      {counts.map((count) => (
        <Counted key={count} count={count} />
      ))}
    </LanguageProvider>,
  )
  const tag = languageTag(code)
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(Date.UTC(2024, 4, 3, 12))
  const expected = counts.map((count) => {
    const form = new Intl.PluralRules(tag).select(count)
    return `${new Intl.NumberFormat(tag).format(count)} ${form} ${day}`
  })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(expected)
  expect(pageLanguage()).toBe(tag)
  const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2024, at, 15))
  const name = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  expect(months.map(timeFormatter('%B'))).toEqual(months.map((time) => name.format(time)))
})

it('shows English for a language without a catalogue, and the last language that was requested', async () => {
  await showLanguage('xx')
  expect(plainText('Row limit')).toBe('Row limit')
  await Promise.all([showLanguage('de'), showLanguage('en')])
  expect(plainText('Row limit')).toBe('Row limit')
  expect(document.documentElement.lang).toBe('en')
})
