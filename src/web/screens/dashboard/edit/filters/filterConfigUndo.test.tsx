import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadEditedFilterTypes } from '../../../../../filters/editing.ts'
import { parseMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../../model/dashboard/layout.ts'
import { answering } from '../../../../testing/answering.ts'
import { show } from '../../../../ui/testing/show.tsx'
import { createDashboardStore } from '../../state/dashboardStore.ts'
import { type Session, SessionContext } from '../../state/session.ts'
import { FilterConfigDialog } from './FilterConfigDialog.tsx'

const filter = (id: string, name: string) => ({
  id: `NATIVE_FILTER-${id}`,
  type: 'NATIVE_FILTER',
  name,
  filterType: 'filter_time',
  targets: [{}],
  defaultDataMask: {},
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
})

async function open() {
  await loadEditedFilterTypes()
  answering({})
  const stored = { native_filter_configuration: [filter('1', 'Period'), filter('2', 'Season')] }
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout({}),
    charts: new Map(),
    metadata: parseMetadata(stored),
    masks: {},
    activeTabs: {},
  })
  const onClose = vi.fn()
  const user = show(
    <SessionContext value={{ store } as unknown as Session}>
      <FilterConfigDialog metadata={stored} onClose={onClose} onSave={async () => undefined} />
    </SessionContext>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Add and edit filters' }))
  const list = within(dialog.getByRole('navigation', { name: 'Filters and dividers' }))
  const names = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
  return { user, dialog, names, onClose }
}

it('undo reverts the last change of a filter, and a removal; then nothing is left to save', async () => {
  const { user, dialog, names, onClose } = await open()
  const name = dialog.getByRole('textbox', { name: /^Filter name/ })
  fireEvent.change(name, { target: { value: 'Quarter' } })
  await user.click(dialog.getByRole('button', { name: 'Remove Quarter' }))
  expect(names()).toEqual(['Quarter(Removed)Undo?', 'Season'])
  const undo = dialog.getByRole('button', { name: 'Undo the action' })
  await user.click(undo)
  expect(names()).toEqual(['Quarter', 'Season'])
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Filter name/ }).value).toBe('Quarter')
  await user.click(undo)
  expect(names()).toEqual(['Period', 'Season'])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('undo removes an added filter, and redo adds it again', async () => {
  const { user, dialog, names } = await open()
  await user.click(dialog.getByRole('button', { name: 'Add filters and dividers' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Divider' }))
  expect(names()).toEqual(['Period', 'Season', '[untitled]'])
  await user.click(dialog.getByRole('button', { name: 'Undo the action' }))
  expect(names()).toEqual(['Period', 'Season'])
  await user.click(dialog.getByRole('button', { name: 'Redo the action' }))
  expect(names()).toEqual(['Period', 'Season', '[untitled]'])
})
