import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showControl } from '../testing/showControl.tsx'
import { ChartsControl } from './ChartsControl.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ result: [], count: 0 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows why saved charts cannot be listed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Out of order' }, { status: 500 }))
  const { user } = showControl(ChartsControl, { value: [] })
  await user.click(screen.getByRole('combobox'))
  expect(await screen.findByText('Error while fetching data: Out of order')).toBeTruthy()
})

it.each([
  [50, false],
  [51, true],
])('with %d charts is invalid: %s', (count, isWrong) => {
  showControl(ChartsControl, { value: Array.from({ length: count }, (_, at) => at + 1) })
  expect(screen.queryByText('Select at most 50 charts.') !== null).toBe(isWrong)
})
