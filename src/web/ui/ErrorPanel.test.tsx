import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorPanel } from './ErrorPanel.tsx'
import { show } from './testing/show.tsx'

it('is an alert, and has a retry button', async () => {
  const onRetry = vi.fn()
  const user = show(<ErrorPanel message="The database is not reachable." onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('The database is not reachable.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'See more' })).toBeNull()
})

it('shows details in a dialog, and copies them', async () => {
  const user = show(<ErrorPanel title="Timeout" message="It took too long." details="SELECT 1" />)
  await user.click(screen.getByRole('button', { name: 'See more' }))
  const dialog = await screen.findByRole('dialog', { name: 'Timeout' })
  expect(dialog.textContent).toContain('SELECT 1')
  await user.click(screen.getByRole('button', { name: 'Copy message' }))
  expect(await navigator.clipboard.readText()).toBe('SELECT 1')
})
