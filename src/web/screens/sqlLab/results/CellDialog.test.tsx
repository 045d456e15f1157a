import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../ui/testing/show.tsx'
import { CellDialog } from './CellDialog.tsx'

it('the JSON of a cell is indented, and can be copied', async () => {
  const onClose = vi.fn()
  const user = show(<CellDialog value={{ a: [1] }} onClose={onClose} />)
  const dialog = await screen.findByRole('dialog', { name: 'Cell content' })
  expect(within(dialog).getByText(/"a"/).textContent).toBe('{\n  "a": [\n    1\n  ]\n}')
  await user.click(within(dialog).getByRole('button', { name: 'Copy to clipboard' }))
  expect(await navigator.clipboard.readText()).toBe('{\n  "a": [\n    1\n  ]\n}')
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalled()
})
