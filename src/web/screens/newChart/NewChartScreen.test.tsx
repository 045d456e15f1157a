import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { NewChartScreen } from './NewChartScreen.tsx'

const datasets = { count: 1, ids: [3], result: [{ id: 3, table_name: 'weather', schema: 'main' }] }

it('finds a chart type by its name, and creates only a visible type', async () => {
  signedInAs('Admin', [])
  answering({ 'GET /api/v1/dataset/': datasets })
  const { user } = showPage(() => <NewChartScreen />, '?dataset=3')
  const search = await screen.findByRole('textbox', { name: 'Search all charts' })
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create new chart' })
  await user.click(search)
  await user.paste('sankey')
  expect(screen.getAllByRole('radio').length).toBeLessThan(5)
  await user.click(screen.getByRole('radio', { name: /^Sankey/ }))
  expect(create.disabled).toBe(false)
  await user.clear(search)
  await user.paste('no such words')
  expect(screen.getByText('No charts found')).toBeTruthy()
  expect(create.disabled).toBe(true)
})
