import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './TextField.tsx'
import { show } from './testing/show.tsx'

function Opener({ onClose, dismissible }: { onClose?: () => void; dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const close = () => {
    onClose?.()
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={close} title="Rename" dismissible={dismissible} footer={<Button>Save</Button>}>
        <TextField label="Name" value={name} onChange={setName} />
      </Dialog>
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open', hidden: true })

it('is named by its title, and focuses its first field', async () => {
  const user = show(<Opener />)
  await user.click(opener())
  await screen.findByRole('dialog', { name: 'Rename' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
})

it.each(['{Escape}', 'x'])('closes by %s, and the focus returns', async (way) => {
  const onClose = vi.fn()
  const user = show(<Opener onClose={onClose} />)
  await user.click(opener())
  await screen.findByRole('dialog')
  if (way === 'x') await user.click(screen.getByRole('button', { name: 'Close' }))
  else await user.keyboard(way)
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

it('without dismissal has no close button', async () => {
  const user = show(<Opener dismissible={false} />)
  await user.click(opener())
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

it('makes the page behind it inert', async () => {
  const user = show(<Opener />)
  await user.click(opener())
  await screen.findByRole('dialog')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open' })).toBeNull())
})

it('that is movable can be resized and moved by keys', async () => {
  const user = show(
    <Dialog open onClose={() => undefined} title="Rows" movable>
      Content
    </Dialog>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Rows' })
  screen.getByRole('button', { name: /^Resize/ }).focus()
  await user.keyboard('{ArrowRight}')
  expect([dialog.style.width, dialog.style.height]).toEqual(['320px', '240px'])
  expect(dialog.style.translate).toMatch(/ 0px$/)
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(dialog.style.translate).toMatch(/ 16px$/)
})
