import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FolderRow } from '../api/folders.ts'
import { EmptyFolder } from '../list/EmptyFolder.tsx'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import FolderPane from './FolderPane.tsx'
import { folderRows } from './folderRows.ts'
import MoveDialog from './MoveDialog.tsx'

const folder = (id: number, name: string, more: Partial<FolderRow> = {}): FolderRow => ({
  id,
  name,
  parent_id: null,
  is_personal: false,
  is_own: true,
  count: 0,
  ...more,
})
const all = [
  folder(1, 'Sales', { count: 2 }),
  folder(2, 'Europe', { parent_id: 1, count: 3 }),
  folder(3, 'North', { parent_id: 2, count: 4 }),
  folder(4, 'Finance', { is_own: false }),
  folder(5, 'Drafts', { is_personal: true, count: 1 }),
]
const listing = (result: readonly FolderRow[] = all) => ({ 'GET /api/v1/folder/': { result } })

function openPane(answers: Record<string, unknown> = {}) {
  const calls = answering({ ...listing(), ...answers })
  signedInAs('Alpha', [['can_write', 'Chart']])
  const onSelect = vi.fn<(id: number | undefined) => void>()
  const { user } = showPage(() => (
    <>
      <FolderPane kind="Chart" selected={undefined} onSelect={onSelect} onMoved={() => undefined} />
      <Toasts />
    </>
  ))
  const choose = async (name: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions of ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }))
  }
  const sent = () => calls.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { user, calls, onSelect, choose, sent }
}

it('a tree counts what is in a folder and below it; subfolders of a closed folder are omitted', () => {
  const shared = folderRows(all, { isPersonal: false })
  expect(shared.map(({ name, level, total }) => [name, level, total])).toEqual([
    ['Finance', 0, 0],
    ['Sales', 0, 9],
    ['Europe', 1, 7],
    ['North', 2, 4],
  ])
  const closed = folderRows(all, { isPersonal: false, closed: new Set([1]) })
  expect(closed.map(({ name, total }) => [name, total])).toEqual([
    ['Finance', 0],
    ['Sales', 9],
  ])
})

it('a folder can be selected, and closed with all its subfolders', async () => {
  const { user, onSelect } = openPane()
  await user.click(await screen.findByRole('button', { name: /^Europe/ }))
  expect(onSelect).toHaveBeenCalledWith(2)
  await user.click(screen.getByRole('button', { name: 'Close Sales' }))
  expect(screen.queryByRole('button', { name: /^North/ })).toBeNull()
})

it('a folder can be moved without a mouse, but not into itself or its subfolders', async () => {
  const { user, choose, sent } = openPane({ 'PUT /api/v1/folder/2': { id: 2 } })
  await choose('Europe', 'Move to folder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Europe' }))
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'At the top level, not in another folder',
    'Finance',
    'Sales',
  ])
  expect(dialog.getByRole('radio', { name: 'Sales', checked: true })).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: 'At the top level, not in another folder' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent()).toEqual([['PUT /api/v1/folder/2', { parent_id: null }]]))
})

it('users who may not change a folder see the reason', async () => {
  const { user } = openPane()
  await user.click(await screen.findByRole('button', { name: 'Actions of Finance' }))
  const entry = await screen.findByRole('menuitem', { name: /^Delete/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(entry.textContent).toContain('Only its creator and administrators can change a shared folder.')
})

it('a name that already exists leaves the form open', async () => {
  const refusal = new Refusal(422, { message: { name: ['There is already a folder Sales here.'] } })
  const { user, onSelect } = openPane({ 'POST /api/v1/folder/': refusal })
  await user.click(await screen.findByRole('button', { name: 'New shared folder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Sales{Enter}')
  await screen.findByText(/There is already a folder Sales here\./)
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Sales')
  expect(onSelect).not.toHaveBeenCalled()
})

it('objects can be moved to a folder that the dialog creates, and back to where they were', async () => {
  const stored: FolderRow[] = []
  const calls = answering({
    'GET /api/v1/folder/': () => ({ result: stored }),
    'POST /api/v1/folder/': () => {
      stored.push(folder(9, 'Mine', { is_personal: true }))
      return { id: 9 }
    },
    'POST /api/v1/folder/place': {
      before: [
        { id: 7, folder_id: 5 },
        { id: 8, folder_id: null },
      ],
    },
  })
  const onMoved = vi.fn<() => void>()
  const { user } = showPage(() => (
    <>
      <MoveDialog kind="Chart" ids={[7, 8]} onMoved={onMoved} onClose={() => undefined} />
      <Toasts />
    </>
  ))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to folder' }))
  // users without write permission own no objects that they could move to shared folders
  await dialog.findByRole('radiogroup', { name: 'My folders' })
  expect(dialog.queryByRole('radiogroup', { name: 'Shared folders' })).toBeNull()
  const move = dialog.getByRole('button', { name: 'Move' })
  expect(move).toHaveProperty('disabled', true)
  await user.click(await dialog.findByRole('button', { name: 'New personal folder' }))
  const form = within(await screen.findByRole('dialog', { name: 'New folder' }))
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Mine{Enter}')
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'Mine', checked: true })).toBeDefined())
  await user.click(move)
  await screen.findByText('Moved 2 to Mine')
  expect(onMoved).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const placed = () => calls.filter(({ call }) => call.endsWith('/place')).map(({ body }) => body)
  const personal = { kind: 'Chart', is_personal: true }
  await waitFor(() =>
    expect(placed()).toEqual([
      { ...personal, ids: [7, 8], folder_id: 9 },
      { ...personal, ids: [7], folder_id: 5 },
      { ...personal, ids: [8], folder_id: null },
    ]),
  )
})

it.each([
  { id: 4, title: 'No charts in this folder' },
  { id: 77, title: 'This folder does not exist' },
  { id: 'x', title: 'This folder does not exist' },
])('a list without rows in folder $id says: $title', async ({ id, title }) => {
  answering(listing())
  const onShowAll = vi.fn<() => void>()
  const { user } = showPage(() => <EmptyFolder kind="Chart" folder={id} title="Charts" onShowAll={onShowAll} />)
  await screen.findByText(title)
  await user.click(screen.getByRole('button', { name: 'Show all charts' }))
  expect(onShowAll).toHaveBeenCalledOnce()
})

const right = (kind: 'role' | 'user', id: number, name: string, can_edit: boolean) => ({ kind, id, name, can_edit })

it('rights of a shared folder can be granted, raised and revoked; those of its parent folders are shown', async () => {
  const path = '/api/v1/folder/2/rights'
  const rights = {
    own: [right('role', 3, 'Sales team', false)],
    inherited: [{ ...right('user', 8, 'Ada L', true), folder: 'Sales' }],
    may_change: true,
  }
  const { user, choose, sent } = openPane({
    [`GET ${path}`]: { result: rights },
    [`PUT ${path}`]: { result: rights },
    'GET /api/v1/dashboard/related/roles': { count: 1, result: [{ value: 4, text: 'Finance team' }] },
    'GET /api/v1/dashboard/related/owners': { count: 1, result: [{ value: 9, text: 'Bo K' }] },
  })
  await choose('Europe', 'Rights')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rights on Europe' }))
  expect((await dialog.findByText('Ada L')).closest('li')?.textContent).toBe('Ada Lfrom SalesCan change its contents')
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Right of Sales team' }), 'change')
  const raised = { rights: [{ kind: 'role', id: 3, can_edit: true }] }
  await waitFor(() => expect(sent()).toEqual([[`PUT ${path}`, raised]]))
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Remove Sales team' })).toHaveProperty('disabled', false),
  )
  await user.click(dialog.getByRole('button', { name: 'Remove Sales team' }))
  await waitFor(() => expect(sent().at(-1)).toEqual([`PUT ${path}`, { rights: [] }]))
  await user.click(dialog.getByRole('combobox', { name: 'Role or user' }))
  await user.click(await screen.findByRole('option', { name: 'Bo K' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  const added = [
    { kind: 'role', id: 3, can_edit: false },
    { kind: 'user', id: 9, can_edit: false },
  ]
  await waitFor(() => expect(sent().at(-1)).toEqual([`PUT ${path}`, { rights: added }]))
})

it('an error about rights is shown in the dialog; users who may not change rights can only see them', async () => {
  const path = '/api/v1/folder/2/rights'
  const rights = { own: [right('role', 3, 'Sales team', false)], inherited: [], may_change: true }
  const message = 'The folder contains objects of other users. Only administrators can give more rights to them.'
  const { user, choose } = openPane({
    [`GET ${path}`]: { result: rights },
    [`PUT ${path}`]: new Refusal(403, { message }),
  })
  await choose('Europe', 'Rights')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Right of Sales team' }), 'change')
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(screen.getByRole('combobox', { name: 'Right of Sales team' })).toHaveProperty('value', 'see')
})

it('a personal folder has no rights', async () => {
  const { user } = openPane()
  await user.click(await screen.findByRole('button', { name: 'Actions of Drafts' }))
  await screen.findByRole('menuitem', { name: /^Rename/ })
  expect(screen.queryByRole('menuitem', { name: 'Rights' })).toBeNull()
})
