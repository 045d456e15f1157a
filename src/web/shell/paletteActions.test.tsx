import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answering } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { MenuEntry } from '../ui/Menu.tsx'
import CommandPalette from './CommandPalette.tsx'
import { commandsOf } from './commandsOf.tsx'
import { PaletteActions } from './PaletteActions.tsx'
import { useScreenActions } from './screenActions.ts'
import { openPalette, useShell } from './shellState.ts'

const labels = (entries: MenuEntry[]) => commandsOf(entries).map(({ label }) => label)
const run = () => undefined

describe('the entries of a menu as commands', () => {
  it('have the names of their submenu or heading as a prefix', () => {
    const entries: MenuEntry[] = [
      { label: 'Refresh', onSelect: run },
      { label: 'Download', items: [{ label: 'PDF', onSelect: run }, false, { label: 'Image', href: '/x' }] },
      { heading: 'Bar' },
      { label: 'Left', checked: true, onSelect: run },
      'divider',
      { label: 'Last', onSelect: run },
    ]
    expect(labels(entries)).toEqual(['Refresh', 'Download: PDF', 'Download: Image', 'Bar: Left', 'Last'])
  })

  it('are only the enabled ones', () => {
    const entries: MenuEntry[] = [
      { label: 'Refresh', disabledReason: 'Charts are loading.', onSelect: run },
      { label: 'Download', disabledReason: '', items: [{ label: 'PDF', onSelect: run }] },
      { label: 'Save', disabledReason: false, onSelect: run },
      undefined,
    ]
    expect(labels(entries)).toEqual(['Save'])
  })

  it('are listed once: the first of several with the same name', () => {
    const first = vi.fn()
    const [command, ...others] = commandsOf([
      { label: 'Clear', onSelect: first },
      { label: 'Clear', onSelect: run },
    ])
    command?.onSelect?.()
    expect([others.length, first.mock.calls.length]).toEqual([0, 1])
  })
})

afterEach(() => useShell.setState({ isPaletteOpen: false }))

/** A page with an action, a dialog with another action, and the palette. */
function Page({ hasDialog, onSave }: { hasDialog: boolean; onSave: () => void }) {
  const isOpen = useShell((state) => state.isPaletteOpen)
  const [count, setCount] = useState(0)
  return (
    <>
      <PaletteActions
        items={[
          { label: `Save ${count}`, onSelect: onSave },
          { label: 'Count', onSelect: () => setCount(count + 1) },
        ]}
      />
      {hasDialog ? (
        <Dialog open title="Editor" onClose={run}>
          <PaletteActions isDialog items={[{ label: 'Sync', onSelect: run }]} />
        </Dialog>
      ) : null}
      {isOpen ? <CommandPalette /> : null}
    </>
  )
}

function open(hasDialog: boolean) {
  const onSave = vi.fn()
  answering({})
  const { user } = showPage(() => <Page hasDialog={hasDialog} onSave={onSave} />)
  return { user, onSave }
}

describe('the palette', () => {
  it('runs an action of the open screen, and closes', async () => {
    const { user, onSave } = open(false)
    openPalette()
    await user.click(await screen.findByRole('option', { name: /^Save 0/ }))
    expect(onSave).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // no action is left for the next screen
    expect(useScreenActions.getState().offers.size).toBe(0)
  })

  it('lists them before objects that are found later', async () => {
    const { user } = open(false)
    openPalette()
    await screen.findByRole('option', { name: /^Save 0/ })
    await user.type(screen.getByRole('combobox'), 'coun')
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Count↵']))
  })

  it('shows their current state', async () => {
    const { user } = open(false)
    openPalette()
    await user.click(await screen.findByRole('option', { name: /^Count/ }))
    openPalette()
    await screen.findByRole('option', { name: /^Save 1/ })
  })

  it('has the actions of an open dialog, not those of the page behind it', async () => {
    open(true)
    await screen.findByRole('dialog', { name: 'Editor' })
    openPalette()
    await screen.findByRole('option', { name: /^Sync/ })
    expect(screen.queryByRole('option', { name: /^Save/ })).toBeNull()
  })
})
