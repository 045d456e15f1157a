import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { useToasts } from '../ui/toast.ts'
import { QueryPreview, type QueryPreviewProps } from './QueryPreview.tsx'

const queries = [1, 2, 3].map((id) => ({ id, name: `Query ${id}`, sql: `SELECT ${id}`, href: `/lab/?id=${id}` }))

function Preview({ kind, given = queries }: { kind: QueryPreviewProps['kind']; given?: QueryPreviewProps['queries'] }) {
  const [shown, setShown] = useState(2)
  return <QueryPreview kind={kind} queries={given} shown={shown} onShow={setShown} onClose={() => undefined} />
}

const dialog = () => screen.findByRole('dialog', { name: 'Query preview' })
const named = (name: string) => waitFor(() => screen.getByText(name, { exact: true }))

it('of a saved query has its name and its SQL, which can be copied', async () => {
  const user = show(<Preview kind="saved" />)
  within(await dialog()).getByText('Query name')
  await named('Query 2')
  expect(screen.queryByText('User query')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy query' }))
  expect(await navigator.clipboard.readText()).toBe('SELECT 2')
  expect(useToasts.getState().toasts.at(-1)?.text).toBe('SQL Copied!')
})

it('of the history shows the name of the tab, the written SQL and the executed SQL', async () => {
  const user = show(<Preview kind="history" given={queries.map((each) => ({ ...each, executedSql: 'SELECT 42' }))} />)
  const shown = await dialog()
  within(shown).getByText('Tab name')
  expect(shown.textContent).toContain('SELECT 2')
  await user.click(screen.getByText('Executed query'))
  await waitFor(() => expect(shown.textContent).toContain('SELECT 42'))
  await user.click(screen.getByText('User query'))
  await waitFor(() => expect(shown.textContent).not.toContain('SELECT 42'))
})

it('shows the next and the previous query by buttons and keys, and can open it', async () => {
  const user = show(<Preview kind="saved" />)
  await dialog()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await named('Query 3')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await named('Query 2')
  for (const [key, name] of [
    ['{ArrowDown}', 'Query 3'],
    ['{ArrowUp}', 'Query 2'],
    ['k', 'Query 3'],
    ['j', 'Query 2'],
    ['j', 'Query 1'],
  ] as const) {
    await user.keyboard(key)
    await named(name)
  }
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Open in SQL Lab' }).getAttribute('href')).toBe('/lab/?id=1')
})
