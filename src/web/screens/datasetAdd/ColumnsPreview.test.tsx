import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../ui/testing/show.tsx'
import { ColumnsPreview } from './ColumnsPreview.tsx'

it('the columns of a table are sorted, and shown in pages of 5, 10, 15 or 25', async () => {
  const columns = Array.from({ length: 32 }, (_, at) => ({ name: `c${String(at).padStart(2, '0')}`, type: 'INT' }))
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ name: 't', columns }), { status: 200 }))
  const user = show(<ColumnsPreview databaseId={1} schema="main" table="t" existingUrl={undefined} />)
  const table = await screen.findByRole('table', { name: 'Table columns' })
  const names = () =>
    within(table)
      .getAllByRole('cell')
      .filter((_, at) => at % 2 === 0)
  expect(names()).toHaveLength(15)
  const size = screen.getByRole('combobox', { name: 'Columns per page' })
  expect(
    within(size)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['5 / page', '10 / page', '15 / page', '25 / page'])
  await user.selectOptions(size, '25')
  expect(names()).toHaveLength(25)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(names().map(({ textContent }) => textContent)).toEqual(columns.slice(25).map(({ name }) => name))
  vi.unstubAllGlobals()
})
