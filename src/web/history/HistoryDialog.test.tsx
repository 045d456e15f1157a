import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import { useToasts } from '../ui/toast.ts'
import HistoryDialog from './HistoryDialog.tsx'

const ada = { id: 1, first_name: 'Ada', last_name: 'L' }
const row = (version: number, more: object = {}) => ({
  version,
  saved_on: `2026-01-0${version}T10:00:00`,
  saved_by: ada,
  is_current: false,
  ...more,
})
const part = (name: string, before: string | null, after: string | null, kind = 'control') => ({
  kind,
  name,
  before,
  after,
  is_moved: false,
})

function open(answers: Record<string, unknown> = {}) {
  const calls = answering({
    'GET /api/v1/chart/7/versions/': {
      count: 2,
      result: [row(2, { is_current: true }), row(1, { saved_by: null })],
    },
    'GET /api/v1/chart/7/versions/2/changes': {
      result: [part('row_limit', '10', '50'), part('Region', null, 'x', 'filter'), part('slice_name', 'Old', null)],
    },
    'GET /api/v1/chart/7/versions/1/changes': { result: [] },
    'POST /api/v1/chart/7/versions/1/restore': { id: 7, version: 3 },
    ...answers,
  })
  const onClose = vi.fn()
  const onRestored = vi.fn()
  const { user } = showPage(() => (
    <HistoryDialog kind="Chart" id={7} name="Sales" onClose={onClose} onRestored={onRestored} />
  ))
  return { user, calls, onClose, onRestored, dialog: screen.findByRole('dialog', { name: 'History of Sales' }) }
}

it('lists who saved each version, and what the last save changed, added and removed', async () => {
  const dialog = within(await open().dialog)
  const versions = within(await dialog.findByRole('list', { name: 'Versions' }))
  expect(versions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Current.*Ada L$/),
    expect.stringMatching(/Unknown user$/),
  ])
  const changes = within(await dialog.findByRole('list', { name: 'Changes' }))
  expect(changes.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Row limit',
    'Filter: RegionAdded',
    'NameRemoved',
  ])
  expect(changes.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual(['10', 'Old'])
  expect(changes.getAllByRole('insertion').map(({ textContent }) => textContent)).toEqual(['50', 'x'])
})

it('restores the selected version; the current one cannot be restored', async () => {
  const { user, calls, onClose, onRestored, ...shown } = open()
  const dialog = within(await shown.dialog)
  const button = () => dialog.getByRole('button', { name: 'Restore this version' })
  await dialog.findByRole('list', { name: 'Changes' })
  expect(button().getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByRole('button', { name: /Unknown user/ }))
  await dialog.findByText('The oldest version that is known.')
  await user.click(dialog.getByRole('radio', { name: 'Compared with now' }))
  await waitFor(() => expect(calls.at(-1)?.query).toBe('?against=current'))
  await user.click(button())
  await waitFor(() => expect(onRestored).toHaveBeenCalledTimes(1))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(calls.at(-1)?.call).toBe('POST /api/v1/chart/7/versions/1/restore')
})

it('stays open and says why a version was not restored', async () => {
  const refusal = new Refusal(422, { message: 'Datasource does not exist' })
  const { user, onClose, ...shown } = open({ 'POST /api/v1/chart/7/versions/1/restore': refusal })
  const dialog = within(await shown.dialog)
  await user.click(await dialog.findByRole('button', { name: /Unknown user/ }))
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain(
      'The version could not be restored: Datasource does not exist',
    ),
  )
  expect(onClose).not.toHaveBeenCalled()
})
