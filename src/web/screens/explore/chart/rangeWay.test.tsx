import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { RangeWay } from './RangeWay.tsx'

it('a comparison without a time range offers to edit the range, and runs with it', async () => {
  const apply = vi.fn()
  const explore = {
    form: { x_axis: 'day', time_compare: ['1 year ago'], adhoc_filters: [] },
    rules: [{ name: 'adhoc_filters' }, { name: 'time_compare' }],
    dataset: { main_dttm_col: 'day', columns: [{ column_name: 'day', is_dttm: true }] },
    apply,
  } as unknown as Explore
  const { user } = showWithServer(
    <ExploreProvider value={explore}>
      <RangeWay size="sm" />
    </ExploreProvider>,
    { answers: { '/api/v1/time_range/': { result: { since: '2023-01-01', until: '2024-01-01', timeRange: '' } } } },
  )
  await user.click(screen.getByRole('button', { name: 'Edit time range' }))
  await user.click(await screen.findByRole('radio', { name: 'Last' }))
  await user.click(await screen.findByRole('radio', { name: 'last year' }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'APPLY' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
  expect(apply).toHaveBeenCalledWith({
    adhoc_filters: [expect.objectContaining({ subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'Last year' })],
  })
})

it('an axis of texts has no time range', () => {
  const explore = {
    form: { x_axis: 'region', time_compare: ['1 year ago'], adhoc_filters: [] },
    rules: [{ name: 'adhoc_filters' }],
    dataset: { main_dttm_col: 'day', columns: [{ column_name: 'region', is_dttm: false }] },
  } as unknown as Explore
  showWithServer(
    <ExploreProvider value={explore}>
      <RangeWay size="sm" />
    </ExploreProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Edit time range' })).toBeNull()
})
