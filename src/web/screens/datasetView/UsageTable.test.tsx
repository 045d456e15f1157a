import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { UsageTable } from './UsageTable.tsx'

const ann = { id: 1, first_name: 'Ann', last_name: 'Ames' }
const chart = (id: number, more: object = {}) => ({
  id,
  slice_name: `Chart ${id}`,
  url: `/explore/?slice_id=${id}`,
  owners: [ann],
  changed_on_utc: new Date().toISOString(),
  changed_by_name: 'Bo Berg',
  dashboards: [],
  tags: [],
  ...more,
})

function open(answer: unknown) {
  const calls = answering({ 'GET /api/v1/chart/': answer })
  return { ...showPage(() => <UsageTable datasetId={7} />), calls }
}

it('the charts of a dataset, with their owners, their last change and the dashboards that show them', async () => {
  const dashboards = [
    { id: 3, dashboard_title: 'Sales' },
    { id: 4, dashboard_title: null },
  ]
  const { calls } = open({ count: 2, ids: [1, 2], result: [chart(1, { dashboards }), chart(2, { slice_name: null })] })
  const table = within(await screen.findByRole('table', { name: 'Usage' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Chart',
    'Chart owners',
    'Chart last modified',
    'Chart last modified by',
    'Dashboard usage',
  ])
  expect(calls[0]?.query).toContain('(col:datasource_id,opr:eq,value:7)')
  const [, first, second] = table.getAllByRole('row').map((row) => within(row))
  expect(first?.getByRole('link', { name: 'Chart 1' }).getAttribute('href')).toBe('/explore/?slice_id=1')
  expect(first?.getByText('AA')).toBeDefined()
  expect(first?.getByText('Bo Berg')).toBeDefined()
  expect(first?.getByRole('link', { name: 'Sales' }).getAttribute('href')).toBe('/superset/dashboard/3/')
  // objects without a name have links, too
  expect(first?.getByRole('link', { name: '[Untitled]' }).getAttribute('href')).toBe('/superset/dashboard/4/')
  expect(second?.getByRole('link', { name: '[Untitled]' }).getAttribute('href')).toBe('/explore/?slice_id=2')
})

it('more charts than one page are shown in pages', async () => {
  const page = (_: unknown, query: string) => {
    const from = query.includes('page:1') ? 25 : 0
    const result = Array.from({ length: from === 0 ? 25 : 5 }, (_row, at) => chart(from + at + 1))
    return { count: 30, ids: result.map(({ id }) => id), result }
  }
  const { user } = open(page)
  await screen.findByRole('link', { name: 'Chart 25' })
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('link', { name: 'Chart 30' })
  expect(screen.queryByRole('link', { name: 'Chart 25' })).toBeNull()
})

it('a dataset without charts offers to create one, to users who may', async () => {
  signedInAs('Admin', [['can_write', 'Chart']])
  open({ count: 0, ids: [], result: [] })
  await screen.findByText('No charts')
  expect(screen.getByRole('link', { name: 'Create chart with dataset' }).getAttribute('href')).toBe(
    '/chart/add?dataset=7',
  )
})

it('a list that cannot be loaded shows a message', async () => {
  open(new Refusal(403, { message: 'Forbidden by a rule' }))
  await screen.findByText('Forbidden by a rule')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
