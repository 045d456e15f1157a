import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { languages } from '../../model/language/languages.ts'
import { queryClient } from '../api/queryClient.ts'
import { useLanguage } from '../language/language.ts'
import { show } from '../ui/testing/show.tsx'
import { useCronWords } from './cronWords.ts'

const english = 'At 09:00 AM, only on Monday'

function Schedule() {
  return <p>{useCronWords()({ crontab: '0 9 * * 1', crontab_humanized: english })}</p>
}

const showIn = (code: string) => {
  useLanguage.setState({ code, messages: {} })
  show(
    <QueryClientProvider client={queryClient}>
      <Schedule />
    </QueryClientProvider>,
  )
}

afterEach(() => {
  useLanguage.setState({ code: 'en', messages: {} })
  queryClient.clear()
})

it('says a schedule in the words of the API in English', async () => {
  showIn('en')
  expect(await screen.findByText(english)).toBeDefined()
})

it.each(languages.map(({ code }) => code).filter((code) => code !== 'en'))('says a schedule in %s', async (code) => {
  showIn(code)
  await expect.poll(() => screen.getByText(/09:00/).textContent).not.toBe(english)
  expect(screen.getByText(/09:00/).textContent).not.toMatch(/only|Monday/)
})
