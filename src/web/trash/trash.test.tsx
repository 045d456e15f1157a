import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ListDefinition } from '../list/listDefinition.ts'
import { useListDeletion } from '../list/useListDeletion.ts'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import TrashDialog from './TrashDialog.tsx'

const row = (kind: string, id: number, title: string) => ({
  kind,
  id,
  title,
  deleted_on: '2026-01-01T10:00:00',
  deleted_by: { id: 1, first_name: 'Ada', last_name: 'L' },
})

function open(answers: Record<string, unknown> = {}) {
  const isRestored = () => calls.some(({ call }) => call.startsWith('POST'))
  const calls = answering({
    'GET /api/v1/trash/': () => ({
      count: 2,
      result: [...(isRestored() ? [] : [row('Chart', 7, 'Sales')]), row('Dashboard', 8, 'Board')],
    }),
    'POST /api/v1/trash/restore': { ids: [7] },
    ...answers,
  })
  const { user } = showPage(() => (
    <>
      <TrashDialog kind="Chart" listKey="charts" onClose={() => undefined} />
      <Toasts />
    </>
  ))
  return { user, calls, dialog: screen.findByRole('dialog', { name: 'Trash' }) }
}

it('lists the deleted objects of one kind, with the user who deleted them, and restores them', async () => {
  const { user, calls, ...shown } = open()
  const dialog = within(await shown.dialog)
  const list = within(await dialog.findByRole('list', { name: 'Deleted' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^SalesDeleted .* by Ada LRestore$/),
  ])
  await user.click(list.getByRole('button', { name: 'Restore Sales' }))
  await screen.findByText('Restored: Sales')
  await dialog.findByText('The trash is empty')
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ kind: 'Chart', ids: [7] })
})

it('shows why an object was not restored', async () => {
  const refusal = new Refusal(422, { message: 'Dataset t already exists' })
  const { user, ...shown } = open({ 'POST /api/v1/trash/restore': refusal })
  await user.click(await within(await shown.dialog).findByRole('button', { name: 'Restore Sales' }))
  await screen.findByText('There was an issue restoring Sales: Dataset t already exists')
})

it('undoes a deletion in a list from the message about it', async () => {
  const calls = answering({ 'POST /api/v1/trash/restore': { ids: [7] } })
  const definition = {
    trash: 'Chart',
    titleOf: () => 'Sales',
    queryKeyRoot: 'charts',
    remove: async () => ({ message: 'Deleted 1 chart' }),
  } as unknown as ListDefinition<{ id: number }>
  function List() {
    const deletion = useListDeletion()
    return (
      <>
        <button type="button" onClick={() => deletion.ask({ item: { id: 7 } })}>
          Delete
        </button>
        <button type="button" onClick={() => void deletion.confirm(definition, () => undefined)}>
          Confirm
        </button>
        <Toasts />
      </>
    )
  }
  const { user } = showPage(() => <List />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Deleted: Sales')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(calls.map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/v1/trash/restore', { kind: 'Chart', ids: [7] }],
    ]),
  )
})
