import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { languages } from '../../model/language/languages.ts'
import { queryClient } from '../api/queryClient.ts'
import { useLanguage } from '../language/language.ts'
import { show } from '../ui/testing/show.tsx'
import { useCronWords } from './cronWords.ts'

const english = 'At 09:00 AM, only on Monday'

function Schedule({ crontab }: { crontab: string }) {
  return <p>{useCronWords()({ crontab, crontab_humanized: english })}</p>
}

const showIn = (code: string, crontab = '0 9 * * 1') => {
  useLanguage.setState({ code, messages: {} })
  show(
    <QueryClientProvider client={queryClient}>
      <Schedule crontab={crontab} />
    </QueryClientProvider>,
  )
}

afterEach(() => {
  useLanguage.setState({ code: 'en', messages: {} })
  queryClient.clear()
})

it('describes a schedule in English with the words of the API', async () => {
  showIn('en')
  expect(await screen.findByText(english)).toBeDefined()
})

it.each(languages.map(({ code }) => code).filter((code) => code !== 'en'))(
  'describes a schedule in %s',
  async (code) => {
    showIn(code)
    await expect.poll(() => screen.getByText(/09:00/).textContent).not.toBe(english)
    expect(screen.getByText(/09:00/).textContent).not.toMatch(/only|Monday/)
  },
)

it.each([
  ['fr', '0 9 * * 1-5', 'À 09:00, du lundi au vendredi'],
  ['it', '0 9 * * 1-5', 'Alle 09:00, da lunedì a venerdì'],
  ['it', '5,35 8 1 * *', 'Al minuto 5 e 35, alle 08:00, il giorno 1 del mese'],
  ['ja', '0 9 * * 1', '09:00、月曜日のみ'],
  ['ja', '0 9 * * 1,3-5', '09:00、月曜日と水曜日から金曜日までのみ'],
  ['ja', '0 0 1 1,7 *', '00:00、毎月1日、1月と7月のみ'],
  ['ja', '0 9 * * 3#2', '09:00、毎月第2水曜日'],
  ['ja', '*/5 9-17 * * 1-5', '5分ごと、09:00から17:59まで、月曜日から金曜日まで'],
  ['ko', '0 9 L * *', '오전 09:00, 매월 마지막 날'],
  ['pt_BR', '0 9 LW * *', 'Às 09:00, no último dia útil do mês'],
  ['ru', '0 0 1 1,7 *', 'В 00:00, в 1 число месяца, только в январе и июле'],
  ['ru', '0 9 * 1-3 *', 'В 09:00, с января по март'],
  ['sk', '0 9 * * 1,4', 'O 09:00, iba v pondelok a štvrtok'],
  ['sk', '0 9 * 2 4', 'O 09:00, iba vo štvrtok, iba vo februári'],
  ['sk', '0 */2 * * 1-5', 'O celú hodinu, každé 2 hodiny, od pondelka do piatka'],
  ['sk', '0 9 * * 3#2', 'O 09:00, druhú stredu v mesiaci'],
  ['sl', '0 9 * 1-3 0', 'Ob 09:00, samo v nedeljo, od januarja do marca'],
  ['sl', '*/2 * * * *', 'Vsaki 2 minuti'],
  ['sl', '0 9 * * 3L', 'Ob 09:00, zadnjo sredo v mesecu'],
  ['zh', '0 0 1 1,7 *', '00:00，每月1号，仅一月和七月'],
  ['zh', '0 9 10-15 * *', '09:00，每月10号至15号'],
])('in %s, %s is "%s"', async (code, crontab, expected) => {
  showIn(code, crontab)
  expect(await screen.findByText(expected)).toBeDefined()
})
