import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { SavedQueries } from './SavedQueries.tsx'

const query = (id: number, more: object = {}) => ({
  id,
  label: `Query ${id}`,
  description: null,
  database: { id: 1, database_name: 'Shop' },
  last_run_delta_humanized: '2 hours ago',
  ...more,
})
const list = (...result: object[]) => ({ count: result.length, ids: [], result })

function open(answers: Record<string, unknown>) {
  signedInAs('Admin', [
    ['can_sqllab', 'Superset'],
    ['can_write', 'SavedQuery'],
  ])
  const calls = answering(answers)
  const onToggle = vi.fn()
  const page = showPage(() => (
    <>
      <SavedQueries isOpen onToggle={onToggle} />
      <Toasts />
    </>
  ))
  return { ...page, calls, onToggle }
}

it('lists the newest saved queries of the user, with the time when they ran, and links to more', async () => {
  const { user, calls, onToggle } = open({ 'GET /api/v1/saved_query/': list(query(1), query(2, { label: null })) })
  const first = await screen.findByRole('link', { name: 'Query 1' })
  expect(first.getAttribute('href')).toBe('/superset/sqllab/?savedQueryId=1')
  expect(screen.getByRole('link', { name: '[Untitled]' })).toBeDefined()
  expect(screen.getAllByText('Ran 2 hours ago')).toHaveLength(2)
  expect(calls[0]?.query).toContain('order_column:changed_on_delta_humanized')
  expect(screen.getByRole('tab', { name: 'Mine' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'SQL Query' }).getAttribute('href')).toBe('/superset/sqllab/?new=true')
  expect(screen.getByRole('link', { name: 'View All »' }).getAttribute('href')).toBe('/savedqueryview/list/')
  await user.click(screen.getByRole('button', { name: 'Saved queries' }))
  expect(onToggle).toHaveBeenCalled()
})

it('a query can be shared by its link, and deleted after typing the word', async () => {
  const { user, calls } = open({
    'GET /api/v1/saved_query/': () => list(...(calls.some(({ call }) => call.startsWith('DELETE')) ? [] : [query(1)])),
    'DELETE /api/v1/saved_query/': { message: 'OK' },
  })
  await user.click(await screen.findByRole('button', { name: 'Actions of Query 1' }))
  expect((await screen.findByRole('menuitem', { name: 'Edit' })).getAttribute('href')).toBe(
    '/superset/sqllab/?savedQueryId=1',
  )
  await user.click(screen.getByRole('menuitem', { name: 'Share' }))
  await screen.findByText('Link Copied!')
  await user.click(screen.getByRole('button', { name: 'Actions of Query 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Query?' }))
  expect(question.getByText('This action will permanently delete the saved query.')).toBeDefined()
  await user.type(question.getByLabelText(/Type "DELETE"/), 'DELETE')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted: Query 1')
  await screen.findByText('No saved queries yet')
  expect(screen.getByRole('link', { name: 'SQL query' }).getAttribute('href')).toBe('/superset/sqllab/?new=true')
})

it('shows why saved queries are not available', async () => {
  open({ 'GET /api/v1/saved_query/': new Refusal(500, { message: 'The store is closed' }) })
  await screen.findByText('There was an issue fetching your saved queries: The store is closed')
})
