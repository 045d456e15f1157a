import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { useToasts } from '../../ui/toast.ts'
import { SqlLabScreen } from './SqlLabScreen.tsx'
import { useLab } from './state/lab.ts'
import { labTexts } from './state/labTexts.ts'
import { databaseOf, showLab, tabOf } from './testing/showLab.tsx'

/** Opens the page at an address, and waits for its first tab. */
async function open(search: string) {
  history.replaceState(null, '', `/sqllab/${search}`)
  onTestFinished(() => history.replaceState(null, '', '/'))
  const result = { databases: { 1: databaseOf() }, tab_state_ids: [], queries: {}, active_tab: null }
  const shown = showLab(<SqlLabScreen />, {
    tabs: [tabOf({ label: 'Before' })],
    answers: { '/api/v1/sqllab/': { result }, '/sqllab/dialect/1/': 404 },
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

it('shows a message if the functions for the completion cannot be loaded', async () => {
  await open('')
  const text = labTexts.functionNames
  expect(text.defaultMessage).toBe('An error occurred while fetching function names.')
  // the message is shown after the request was repeated
  const shown = () => useToasts.getState().toasts.map((toast) => toast.text)
  await waitFor(() => expect(shown()).toContainEqual({ text }), { timeout: 40_000 })
})
