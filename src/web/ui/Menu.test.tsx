import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Menu, type MenuEntry } from './Menu.tsx'
import { show } from './testing/show.tsx'

const open = async (items: MenuEntry[]) => {
  const user = show(<Menu trigger={<Button>Actions</Button>} items={items} />)
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await screen.findByRole('menu')
  return user
}

it('opened by a key focuses its first entry, and arrow keys move the focus', async () => {
  const user = show(<Menu trigger={<Button>Actions</Button>} items={[{ label: 'Copy' }, { label: 'Delete' }]} />)
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
})

it('runs an entry once and closes', async () => {
  const onSelect = vi.fn()
  const user = await open([{ label: 'Copy', onSelect }])
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }))
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('shows why an entry is disabled, and does not run it', async () => {
  const onSelect = vi.fn()
  const user = await open([{ label: 'Delete', onSelect, disabledReason: 'It is in use.' }])
  const entry = screen.getByRole('menuitem', { name: /Delete/ })
  expect(entry.textContent).toContain('It is in use.')
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  await user.click(entry)
  expect(onSelect).not.toHaveBeenCalled()
})

it('omits absent entries, and shows switches with their state', async () => {
  await open([false, undefined, { label: 'Dark', checked: true }, 'divider', { label: 'Docs', href: '/docs' }])
  expect(screen.getByRole('menuitemcheckbox', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('menuitem', { name: 'Docs' }).getAttribute('href')).toBe('/docs')
  expect(screen.getAllByRole('separator')).toHaveLength(1)
})

it('closes on Escape and returns the focus to its button', async () => {
  const user = await open([{ label: 'Copy' }])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })))
})

it('finds an entry of a long submenu by letters, and runs it with Enter', async () => {
  const onSelect = vi.fn()
  const items = ['Amount', 'Channel', 'Product', 'Region'].map((label) => ({ label, onSelect: () => onSelect(label) }))
  const user = await open([{ label: 'Drill by', items, search: { label: 'Search columns', none: 'No columns found' } }])
  screen.getByRole('menuitem', { name: 'Drill by' }).focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Amount'))
  await user.keyboard('reg')
  await waitFor(() => expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).not.toContain('Amount'))
  await user.keyboard('x')
  await screen.findByText('No columns found')
  await user.keyboard('{Backspace}{Enter}')
  expect(onSelect.mock.calls).toEqual([['Region']])
})

it.each(['ArrowRight', 'Enter', ' '])(
  'moves the focus into a submenu that %j opens, before the next key',
  async (key) => {
    await open([{ label: 'Compare with', items: [{ label: 'East' }, { label: 'West' }] }])
    const entry = screen.getByRole('menuitem', { name: 'Compare with' })
    entry.focus()
    fireEvent.keyDown(entry, { key })
    fireEvent.keyUp(entry, { key })
    expect(document.activeElement?.textContent).toBe('East')
  },
)
