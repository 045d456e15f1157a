import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import type { LabQuery } from '../state/labTypes.ts'
import { queryOf, resultOf, settings, showLab, tabOf } from '../testing/showLab.tsx'
import { ResultTable } from './ResultTable.tsx'

const permissions = ['can_explore Superset', 'can_export_csv SQLLab']
const rows = [
  ['East', '10'],
  ['West', '2'],
]

function open(query: Partial<LabQuery> = {}, around: Parameters<typeof showLab>[1] = {}, isPreview = false) {
  const result = queryOf({ resultsKey: 'k', sql: 'SELECT {{ what }}', executedSql: 'SELECT\n  region', ...query })
  return showLab(<ResultTable tab={tabOf()} result={result} isPreview={isPreview} />, {
    permissions,
    answers: { '/sqllab/results/': resultOf(['region', 'n'], rows) },
    ...around,
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the actions', () => {
  it('create a chart, a file and a copy, and search rows', async () => {
    const { user } = open()
    await button('Create Chart')
    expect((await screen.findByRole('link', { name: 'Download to CSV' })).getAttribute('href')).toBe(
      '/api/v1/sqllab/export/one/',
    )
    await user.click(await button('Download other files'))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Excel file',
      'JSON file',
    ])
    await user.keyboard('{Escape}')
    await user.click(await button('Copy to Clipboard'))
    expect(await navigator.clipboard.readText()).toBe('region\tn\nEast\t10\nWest\t2')
    screen.getByText('2 rows returned')
    await user.type(screen.getByPlaceholderText('Filter results'), 'eas')
    await screen.findByText('1 row of 2')
    await user.type(screen.getByPlaceholderText('Filter results'), 'y')
    await screen.findByText('No row contains this text.')
  })

  it('contain no chart if the database does not allow it', async () => {
    const refused = { count: 1, result: [{ ...settings, allows_virtual_table_explore: false }] }
    const answers = { '/sqllab/results/': resultOf(['region'], [['East']]), '/api/v1/database/?': refused }
    open({}, { answers })
    await button('Copy to Clipboard')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Create Chart' })).toBeNull())
  })

  it('show a message if a query without an id cannot become a chart', async () => {
    const { user } = open({ queryId: 0 })
    await user.click(await button('Create Chart'))
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Unable to create chart without a query id.'])
  })

  it('contain neither chart nor file without the permissions', async () => {
    open({}, { permissions: [] })
    await button('Copy to Clipboard')
    expect(screen.queryByRole('button', { name: 'Create Chart' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Download to CSV' })).toBeNull()
  })

  it('of a preview contain no chart', async () => {
    open({}, {}, true)
    await button('Copy to Clipboard')
    expect(screen.queryByRole('button', { name: 'Create Chart' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^SQL of the result/ })).toBeNull()
  })
})

it('the SQL in one line opens the written and the executed SQL', async () => {
  const { user } = open()
  await user.click(await button('SQL of the result: SELECT region'))
  const dialog = await screen.findByRole('dialog', { name: 'SQL' })
  within(dialog).getByRole('heading', { name: 'Source SQL' })
  within(dialog).getByRole('heading', { name: 'Executed SQL' })
  await user.click(within(dialog).getByRole('button', { name: 'Copy to clipboard' }))
  expect(await navigator.clipboard.readText()).toBe('SELECT\n  region')
})

it.each([
  ['QUERY', 'The number of rows displayed is limited to 1000 by the query'],
  ['DROPDOWN', 'The number of rows displayed is limited to 1000 by the limit dropdown.'],
  ['QUERY_AND_DROPDOWN', 'The number of rows displayed is limited to 1000 by the query and limit dropdown.'],
])('a result limited by %s shows a message', async (limitingFactor, text) => {
  open({ limitingFactor, rows: 1000 })
  await screen.findByText(text)
})

it('a result with all rows has no warning', async () => {
  open()
  await button('Copy to Clipboard')
  expect(screen.queryByText(/The number of rows displayed/)).toBeNull()
})

it('columns can be sorted in ascending order, in descending order, and in the original order', async () => {
  const { user } = open()
  const head = () => screen.getByRole('columnheader', { name: /region/ }).getAttribute('aria-sort')
  const sort = await button('text region')
  expect(head()).toBe('none')
  await user.click(sort)
  expect(head()).toBe('ascending')
  await user.click(sort)
  expect(head()).toBe('descending')
  await user.click(sort)
  expect(head()).toBe('none')
})

it('a column can be widened by keys', async () => {
  const { user } = open()
  const edge = await screen.findByRole('separator', { name: 'Width of region' })
  const width = Number(edge.getAttribute('aria-valuenow'))
  edge.focus()
  await user.keyboard('{ArrowRight}')
  expect(Number(edge.getAttribute('aria-valuenow'))).toBe(width + 16)
})
