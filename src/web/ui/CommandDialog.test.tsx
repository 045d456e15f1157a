import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { type Command, CommandDialog, type CommandDialogProps } from './CommandDialog.tsx'
import { show } from './testing/show.tsx'

const commands: Command[] = [
  { id: 'new', label: 'New dashboard', icon: null, onSelect: vi.fn() },
  { id: 'sales', label: 'Sales', icon: null, href: '/dashboard/1/' },
  { id: 'costs', label: 'Costs', icon: null, href: '/dashboard/2/' },
]

function Palette(props: Partial<CommandDialogProps>) {
  const [query, setQuery] = useState('')
  const found = commands.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  return (
    <CommandDialog
      label="Find anything"
      placeholder="Find"
      query={query}
      onQuery={setQuery}
      groups={[
        { label: 'Commands', commands: found.filter(({ href }) => href === undefined) },
        { label: 'Dashboards', commands: found.filter(({ href }) => href !== undefined) },
      ]}
      busy={false}
      emptyText="Nothing found"
      footer={null}
      onClose={() => undefined}
      onOpen={() => undefined}
      {...props}
    />
  )
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.replace('↵', ''))

it('has the focus in its field, and lists commands by group', async () => {
  show(<Palette />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find anything' })))
  expect(options()).toEqual(['New dashboard', 'Sales', 'Costs'])
  expect(screen.getAllByRole('group')).toHaveLength(2)
})

it('opens the command selected by arrow keys, and closes', async () => {
  const onOpen = vi.fn()
  const onClose = vi.fn()
  const user = show(<Palette onOpen={onOpen} onClose={onClose} />)
  await user.type(screen.getByRole('combobox'), '{ArrowDown}{ArrowDown}{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('/dashboard/2/')
  expect(onClose).toHaveBeenCalledOnce()
})

it('runs the first match of a search without changing the text', async () => {
  const onOpen = vi.fn()
  const user = show(<Palette onOpen={onOpen} />)
  await user.type(screen.getByRole('combobox'), 'cos')
  expect(options()).toEqual(['Costs'])
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('/dashboard/2/')
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('cos')
})

it('opens a page in a new tab with the modifier, and stays open', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const onClose = vi.fn()
  const onOpen = vi.fn()
  const user = show(<Palette onClose={onClose} onOpen={onOpen} />)
  await user.type(screen.getByRole('combobox'), 'sales')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledExactlyOnceWith('/dashboard/1/', '_blank', 'noopener')
  expect(onOpen).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

it('runs a clicked command without changing the text', async () => {
  const onQuery = vi.fn()
  const onOpen = vi.fn()
  const user = show(<Palette onQuery={onQuery} onOpen={onOpen} />)
  await user.click(screen.getByRole('option', { name: /^Sales/ }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('/dashboard/1/')
  expect(onQuery).not.toHaveBeenCalled()
})

it('shows a message if nothing was found', async () => {
  const user = show(<Palette />)
  await user.type(screen.getByRole('combobox'), 'zzz')
  expect(screen.getByText('Nothing found')).toBeDefined()
  expect(options()).toEqual([])
})

it('closes on Escape', async () => {
  const onClose = vi.fn()
  const user = show(<Palette onClose={onClose} />)
  await user.type(screen.getByRole('combobox'), '{Escape}')
  expect(onClose).toHaveBeenCalled()
})
