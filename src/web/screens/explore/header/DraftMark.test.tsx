import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ExploreForm } from '../../../../model/explore/exploreState.ts'
import { startExplore } from '../../../../model/explore/exploreState.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { chartDrafts, draftSubject } from '../state/chartDrafts.ts'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { DraftMark } from './DraftMark.tsx'

const dataset = { id: 3, type: 'table' } as Explore['dataset']
const saved: ExploreForm = { viz_type: 'pie', row_limit: 10 }
const changed: ExploreForm = { viz_type: 'pie', row_limit: 25 }

function keepOne(given: Partial<{ version: string; form: ExploreForm; editor: string }> = {}) {
  const { version = '"1"', form = changed, editor = '11' } = given
  const key = chartDrafts.keyOf(draftSubject(7, dataset), editor)
  const source = { id: 3, type: 'table' as const }
  chartDrafts.keep(key, { keptAt: Date.now() - 300_000, version, source, name: 'Sales', form })
  return key
}

function open(form: ExploreForm, { isAltered = false, past = [] as ExploreForm[] } = {}) {
  const restore = vi.fn(async () => undefined)
  const dispatch = vi.fn()
  const state = startExplore(form, 'Sales', { form: saved, name: 'Sales', version: '"1"' })
  const explore: Partial<Explore> = {
    chartId: 7,
    dataset,
    form,
    state: { ...state, controls: { ...state.controls, past } },
    isAltered,
    rules: [{ name: 'row_limit', kind: 'text', label: 'Row limit', query: true }],
    editor: '99',
    isHandedOver: false,
    restore,
    dispatch,
  }
  return {
    restore,
    dispatch,
    ...showWithServer(
      <ExploreProvider value={explore as Explore}>
        <DraftMark />
      </ExploreProvider>,
    ),
  }
}

it('unsaved changes of an earlier visit are offered, with what they change, and restored', async () => {
  const key = keepOne()
  const { user, restore } = open(saved)
  await user.click(await screen.findByRole('button', { name: /^Draft from 5 minutes ago/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved draft' }))
  expect(dialog.getByRole('row', { name: 'Row limit 10 25' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(restore).toHaveBeenCalledWith({ form: changed, name: 'Sales', version: '"1"' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull())
  expect(chartDrafts.read(key)).toBeUndefined()
})

it('a discarded draft is not offered again', async () => {
  const key = keepOne()
  const { user, restore } = open(saved)
  await user.click(await screen.findByRole('button', { name: /^Draft from/ }))
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull())
  expect(restore).not.toHaveBeenCalled()
  expect(chartDrafts.read(key)).toBeUndefined()
})

it('if a draft is older than the saved chart, a message says so', async () => {
  keepOne({ version: '"0"' })
  const { user } = open(saved)
  await user.click(await screen.findByRole('button', { name: /^Draft from/ }))
  expect(await screen.findByText(/The chart has been saved since then/)).toBeTruthy()
})

it('after a reload with the same controls, nothing is offered, and the draft is continued', async () => {
  const key = keepOne()
  open(changed, { isAltered: true })
  await waitFor(() => expect(chartDrafts.read(key)).toBeUndefined())
  const own = chartDrafts.read(chartDrafts.keyOf(draftSubject(7, dataset), '99'))
  expect(own?.form).toEqual(changed)
  expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull()
})

it('after a reload, the changes still belong to the version that they were based on', async () => {
  const key = keepOne({ version: '"0"' })
  const { dispatch } = open(changed, { isAltered: true })
  await waitFor(() => expect(chartDrafts.read(key)).toBeUndefined())
  expect(chartDrafts.read(chartDrafts.keyOf(draftSubject(7, dataset), '99'))?.version).toBe('"0"')
  expect(dispatch).toHaveBeenCalledWith({ type: 'restored', form: changed, name: 'Sales', version: '"0"' })
})

it('a stored draft that cannot be read is not offered', async () => {
  localStorage.setItem(chartDrafts.keyOf(draftSubject(7, dataset), '12'), '{"form":')
  localStorage.setItem(chartDrafts.keyOf(draftSubject(7, dataset), '13'), '{"keptAt":1,"form":null}')
  keepOne({ editor: '14' })
  open(saved)
  expect(await screen.findAllByRole('button', { name: /^Draft from/ })).toHaveLength(1)
})
