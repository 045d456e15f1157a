import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { SqlLabScreen } from './SqlLabScreen.tsx'
import { useLab } from './state/lab.ts'
import { databaseOf, showLab, tabOf } from './testing/showLab.tsx'

/** Opens the page at an address, and waits for its first tab. */
async function open(search: string) {
  history.replaceState(null, '', `/sqllab/${search}`)
  onTestFinished(() => history.replaceState(null, '', '/'))
  const result = { databases: { 1: databaseOf() }, tab_state_ids: [], queries: {}, active_tab: null }
  const shown = showLab(<SqlLabScreen />, {
    tabs: [tabOf({ label: 'Before' })],
    answers: { '/api/v1/sqllab/': { result }, '/api/v1/sqllab/dialect/': 404 },
  })
  await screen.findByRole('tab', { name: 'Untitled Query 1' })
  return shown
}

it('Reset state, which only ?reset=1 offers, closes all tabs', async () => {
  const { user } = await open('?reset=1')
  await user.click(screen.getByRole('button', { name: 'Reset state' }))
  await screen.findByText('Add a new tab to create SQL Query')
  await waitFor(() => expect(useLab.getState().tabs).toEqual([]))
})

it('no reset without it', async () => {
  await open('')
  expect(screen.queryByRole('button', { name: 'Reset state' })).toBeNull()
})
