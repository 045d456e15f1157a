import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog, DeleteDialog } from './ConfirmDialog.tsx'
import { show } from './testing/show.tsx'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('deletes only after the word was typed, ignoring case', async () => {
  const onConfirm = vi.fn()
  const user = show(
    <DeleteDialog open onClose={() => undefined} onConfirm={onConfirm}>
      The chart is deleted.
    </DeleteDialog>,
  )
  const word = await screen.findByRole('textbox', { name: 'Type "DELETE" to confirm' })
  expect(button('Delete').disabled).toBe(true)
  await user.type(word, 'DELET{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.clear(word)
  await user.type(word, ' delete ')
  expect(button('Delete').disabled).toBe(false)
  await user.keyboard('{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('confirms only once while it is busy', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onConfirm = vi.fn(() => promise)
  const user = show(
    <ConfirmDialog open onClose={() => undefined} onConfirm={onConfirm}>
      Really?
    </ConfirmDialog>,
  )
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await user.click(button('OK'))
  fireEvent.submit(button('OK').form as HTMLFormElement)
  expect(onConfirm).toHaveBeenCalledOnce()
  resolve()
  await waitFor(() => expect(button('OK').getAttribute('aria-busy')).not.toBe('true'))
})

it('cancels', async () => {
  const onClose = vi.fn()
  const user = show(
    <ConfirmDialog open onClose={onClose} onConfirm={() => undefined}>
      Really?
    </ConfirmDialog>,
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})
