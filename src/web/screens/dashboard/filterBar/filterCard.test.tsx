import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../model/dashboard/dashboardState.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { show } from '../../../ui/testing/show.tsx'
import { type EditMode, EditModeContext } from '../editMode.ts'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { type Session, SessionContext } from '../state/session.ts'
import { FilterInfo } from './FilterInfo.tsx'
import { useFilterBar } from './filterBarState.ts'
import { filterControlId } from './useLocateFilter.ts'

const filter = (id: string, name: string, more: object = {}) => ({
  id,
  type: 'NATIVE_FILTER',
  name,
  filterType: 'filter_select',
  targets: [{ datasetId: 3, column: { name } }],
  ...more,
})
const metadata = parseMetadata({
  native_filter_configuration: [filter('NF-1', 'Country'), filter('NF-2', 'City', { cascadeParentIds: ['NF-1'] })],
})
const [, city] = metadata.native_filter_configuration.filter(isNativeFilter)
const layout = parseLayout({})

function showInfo(mode?: EditMode) {
  const store = createDashboardStore({ id: 1, layout, charts: new Map(), metadata, masks: {}, activeTabs: {} })
  const session = { store, item: { id: 1 } } as unknown as Session
  return show(
    <SessionContext value={session}>
      <EditModeContext value={mode}>
        <FilterInfo filter={city!} />
        <input id={filterControlId('NF-1')} />
      </EditModeContext>
    </SessionContext>,
  )
}

it('shows the type and the scope of a filter, and links to the filters that it depends on', async () => {
  const user = showInfo()
  await user.click(screen.getByRole('button', { name: 'About the filter City' }))
  const card = await screen.findByRole('dialog', { name: 'About the filter City' })
  expect(await within(card).findByText('Value')).toBeDefined()
  expect(within(card).getByText('All charts')).toBeDefined()
  expect(within(card).queryByRole('button', { name: 'Edit the filter City' })).toBeNull()
  await user.click(within(card).getByRole('button', { name: 'Country' }))
  expect(useFilterBar.getState().isOpen).toBe(true)
})

it('has a pencil for editors', async () => {
  const user = showInfo({ isEditing: false, enter: () => undefined, leave: () => undefined })
  await user.click(screen.getByRole('button', { name: 'About the filter City' }))
  expect(await screen.findByRole('button', { name: 'Edit the filter City' })).toBeDefined()
})
