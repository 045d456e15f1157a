import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { show } from '../../../ui/testing/show.tsx'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { type Session, SessionContext } from '../state/session.ts'
import FilterSheet from './FilterSheet.tsx'
import { useFilterBar } from './filterBarState.ts'

const mask = {
  extraFormData: { filters: [{ col: 'city', op: 'IN' as const, val: ['Oslo'] }] },
  filterState: { value: ['Oslo'] },
}

it('on a dashboard without filters, there is a button only while charts filter each other, and the open sheet stays', async () => {
  const layout = parseLayout({})
  const store = createDashboardStore({
    id: 1,
    layout,
    charts: new Map(),
    metadata: parseMetadata({}),
    masks: { 7: mask },
    activeTabs: {},
  })
  const user = show(
    <SessionContext value={{ store, item: { id: 1 } } as unknown as Session}>
      <FilterSheet />
    </SessionContext>,
  )
  await user.click(screen.getByRole('button', { name: /^Filters/ }))
  await screen.findByRole('dialog')
  act(() => store.setState({ applied: {} }))
  expect(screen.getByRole('dialog')).toBeDefined()
  act(() => useFilterBar.setState({ isSheetOpen: false }))
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
})
