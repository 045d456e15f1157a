import { act, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answering } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import CommandPalette from './CommandPalette.tsx'
import { openPalette, useShell } from './shellState.ts'
import { startShortcuts, useShortcut } from './shortcuts.ts'

const run = vi.fn()
let arrives: () => void
let Late: React.LazyExoticComponent<typeof CommandPalette>
let stop: () => void

beforeEach(() => {
  answering({})
  run.mockReset()
  Late = lazy(
    () =>
      new Promise((done) => {
        arrives = () => done({ default: CommandPalette })
      }),
  )
})
afterEach(() => {
  stop()
  delete window.earlyKeys
  useShell.setState({ isPaletteOpen: false })
})

/** A page with a field and a shortcut of one letter, and the palette whose code arrives later. */
function Page() {
  useShortcut({ keys: 's', label: 'Sort', group: 'Page', run })
  const isOpen = useShell((state) => state.isPaletteOpen)
  return (
    <>
      <input aria-label="Name" />
      <Suspense>{isOpen ? <Late /> : null}</Suspense>
    </>
  )
}

function open() {
  const { user } = showPage(Page)
  stop = startShortcuts()
  return user
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Find anything' })

it.each([
  ['the page', false],
  ['a field of the page', true],
])(
  'text typed before the code of the palette arrives is in its field; %s gets none of it',
  async (_place, isInField) => {
    const user = open()
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    if (isInField) name.focus()
    act(openPalette)
    await user.keyboard('salx{Backspace}')
    act(arrives)
    const { value } = await field()
    expect([value, name.value, run.mock.calls.length]).toEqual(['sal', '', 0])
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
    await user.keyboard('es')
    expect((await field()).value).toBe('sales')
  },
)

it('Escape closes it before its code has arrived; later keys are of the page again', async () => {
  const user = open()
  await screen.findByRole('textbox', { name: 'Name' })
  act(openPalette)
  await user.keyboard('a{Escape}')
  expect(useShell.getState().isPaletteOpen).toBe(false)
  await user.keyboard('s')
  expect(run).toHaveBeenCalledOnce()
  act(openPalette)
  act(arrives)
  expect((await field()).value).toBe('')
})

it('text after a Ctrl+K that came before the code of the page is in its field as well', async () => {
  const { user } = showPage(() => {
    useShortcut({ keys: 'mod+k', label: 'Find', group: 'Page', run: openPalette })
    return <Page />
  })
  await screen.findByRole('textbox', { name: 'Name' })
  const press = (key: string, ctrlKey = false) => new KeyboardEvent('keydown', { key, ctrlKey })
  window.earlyKeys = [press('k', true), press('s'), press('a')]
  act(() => {
    stop = startShortcuts()
  })
  await user.keyboard('l')
  act(arrives)
  expect([(await field()).value, run.mock.calls.length]).toEqual(['sal', 0])
})
