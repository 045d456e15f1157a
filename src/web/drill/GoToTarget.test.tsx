import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { noDatasource } from '../../charts/testing/drawInput.ts'
import { parseRison } from '../../model/wire/rison.ts'
import { answering } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import GoToTarget from './GoToTarget.tsx'

const filter = {
  id: 'NATIVE_FILTER-r',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'region' } }],
}
const target = {
  dashboard_title: 'Sales',
  url: '/superset/dashboard/3/',
  json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
}

function open(extra: object) {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  assign.mockClear()
  answering({ 'GET /api/v1/dashboard/3': { result: target } })
  const { user } = showPage(() => (
    <GoToTarget
      goTo={{ kind: 'dashboard', id: 3 }}
      drill={{ filters: [{ col: 'region', op: '==', val: 'North' }] }}
      title="Orders"
      formData={{}}
      extra={extra}
      datasource={{ ...noDatasource, verboseMap: { city: 'City' } }}
      data={[]}
      contextOf={() => Promise.resolve({ datasource: { id: 1, type: 'table' }, queries: [{ columns: ['region'] }] })}
      onClose={vi.fn()}
    />
  ))
  const opened = () => {
    const address = new URL(String(assign.mock.calls.at(-1)?.[0]), 'http://localhost')
    return [address.pathname, parseRison(address.searchParams.get('native_filters') ?? '')]
  }
  return { user, assign, opened }
}

const carried = [
  '/superset/dashboard/3/',
  { 'NATIVE_FILTER-r': { id: 'NATIVE_FILTER-r', filterState: { value: ['North'] } } },
]

it('the value of a mark becomes the value of a filter of the target', async () => {
  const { assign, opened } = open({})
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())
  expect(opened()).toEqual(carried)
})

it('values without a filter on the target are listed first', async () => {
  const { user, assign, opened } = open({ filters: [{ col: 'city', op: 'IN', val: ['Paris', 'Rome'] }] })
  await screen.findByText('City: Paris, Rome')
  expect(assign).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Continue without them' }))
  expect(opened()).toEqual(carried)
})

it('a condition in SQL is shown unchanged, not as a time range', async () => {
  open({ adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'amount > 1' }] })
  expect((await screen.findByRole('listitem')).textContent).toBe('amount > 1')
})
