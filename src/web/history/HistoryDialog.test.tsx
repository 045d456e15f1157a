import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { show } from '../ui/testing/show.tsx'
import { useToasts } from '../ui/toast.ts'
import HistoryDialog from './HistoryDialog.tsx'
import { LayoutSketch } from './LayoutSketch.tsx'
import { rememberLook } from './lastLooked.ts'

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

afterEach(() => localStorage.clear())

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
  await dialog.findByText('The oldest known version.')
  await user.click(dialog.getByRole('radio', { name: 'Compared with now' }))
  await waitFor(() => expect(calls.at(-1)?.query).toBe('?against=current'))
  await user.click(button())
  await waitFor(() => expect(onRestored).toHaveBeenCalledTimes(1))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(calls.at(-1)?.call).toBe('POST /api/v1/chart/7/versions/1/restore')
})

it('stays open and shows why a version was not restored', async () => {
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

it("marks what others saved since the user's last visit, and compares it with the state at that time", async () => {
  signedInAs('Admin', [])
  rememberLook({ kind: 'Chart', id: 7 }, 1)
  rememberLook({ kind: 'Chart', id: 7 }, 2)
  const { user, calls, ...shown } = open({
    'GET /api/v1/chart/7/versions/': {
      count: 2,
      result: [row(2, { is_current: true, saved_by: { ...ada, id: 99 } }), row(1, { saved_by: null })],
    },
  })
  const dialog = within(await shown.dialog)
  const versions = within(await dialog.findByRole('list', { name: 'Versions' }))
  expect(versions.getAllByRole('img', { name: 'New since you last looked' })).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'What changed since you last looked' }))
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ query: '?against=current' }))
  expect(calls.at(-1)?.call).toBe('GET /api/v1/chart/7/versions/1/changes')
})

it('marks nothing on the first visit', async () => {
  rememberLook({ kind: 'Chart', id: 7 }, 2)
  const dialog = within(await open().dialog)
  await dialog.findByRole('list', { name: 'Changes' })
  expect(dialog.queryByRole('img', { name: 'New since you last looked' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'What changed since you last looked' })).toBeNull()
})

it('previews a version of a chart with current data', async () => {
  const content = {
    datasource_id: 3,
    viz_type: 'big_number_total',
    params: JSON.stringify({ metric: 'count', subheader: 'orders' }),
  }
  const figure = { colnames: ['count'], coltypes: [0], columns: [[42]], rowcount: 1, indexnames: [] }
  const { user, ...shown } = open({
    'GET /api/v1/chart/7/versions/1': { result: { version: 1, content } },
    'GET /api/v1/explore/': {
      result: {
        dataset: { id: 3, name: 'orders', type: 'table', main_dttm_col: null, columns: [], metrics: [], database: {} },
        form_data: {},
        slice: null,
        message: null,
        metadata: null,
      },
    },
    'POST /api/v1/explore/data': { result: [figure] },
  })
  const dialog = within(await shown.dialog)
  await user.click(await dialog.findByRole('button', { name: /Unknown user/ }))
  await user.click(dialog.getByRole('radio', { name: 'Preview' }))
  await dialog.findByText('Drawn with the current data.')
})

it('previews a version of a dashboard as a sketch of its tabs, texts and charts', () => {
  const position = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS'] },
    TABS: { id: 'TABS', type: 'TABS', children: ['TAB'] },
    TAB: { id: 'TAB', type: 'TAB', children: ['ROW'], meta: { text: 'Overview' } },
    ROW: { id: 'ROW', type: 'ROW', children: ['C', 'M'] },
    C: { id: 'C', type: 'CHART', children: [], meta: { chartId: 5, sliceName: 'Sales', width: 4, height: 20 } },
    M: { id: 'M', type: 'MARKDOWN', children: [], meta: { code: '## Notes\nMore', width: 8, height: 20 } },
  }
  show(<LayoutSketch position={JSON.stringify(position)} name="Shop" />)
  const sketch = screen.getByRole('region', { name: 'Layout of Shop' })
  expect(sketch.textContent).toBe('OverviewSalesNotes')
})

it('says that a version of a dashboard has no charts', () => {
  show(<LayoutSketch position="{}" name="Shop" />)
  expect(screen.getByText('There are no charts added to this dashboard')).toBeDefined()
})
