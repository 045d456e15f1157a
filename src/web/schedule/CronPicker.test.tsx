import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { CronPicker } from './CronPicker.tsx'

it.each([
  ['0 0 1 1 *', 'EveryyearinJANon day1at0:0'],
  ['30 8 15 * *', 'Everymonthon day15at8:30'],
  ['0 12 * * 1', 'EveryweekonMONat12:0'],
  ['5 7 * * *', 'Everydayat7:5'],
  ['0 * * * *', 'Everyhourat0minute(s)'],
  ['* * * * *', 'Everyminute'],
])('shows %s as a sentence', (crontab, sentence) => {
  show(
    <section data-testid="sentence">
      <CronPicker value={crontab} onChange={vi.fn()} />
    </section>,
  )
  // the text of each select is also rendered beside it
  for (const select of screen.getAllByRole('combobox')) select.remove()
  expect(screen.getByTestId('sentence').textContent).toBe(sentence)
})

it('offers six periods, and starts another one with its first values', async () => {
  const onChange = vi.fn()
  const user = show(<CronPicker value="0 * * * *" onChange={onChange} />)
  await user.click(screen.getByRole('combobox', { name: 'Every' }))
  const options = await screen.findAllByRole('option')
  const names = options.map(({ textContent }) => textContent)
  expect(names.toSorted()).toEqual(['day', 'hour', 'minute', 'month', 'week', 'year'])
  await user.click(screen.getByRole('option', { name: 'week' }))
  expect(onChange).toHaveBeenCalledWith('0 0 * * 0')
})
