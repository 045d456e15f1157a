import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { DatasetAddScreen } from './DatasetAddScreen.tsx'

const database = { id: 1, database_name: 'Sales', backend: 'postgresql' }
const columns = [{ name: 'id', type: 'INT', longType: 'INTEGER', keys: [], comment: null }]
const taken = { id: 7, table_name: 'customers', explore_url: '/explore/?x=7' }
const isForOne = (query: string) => query.includes('col:table_name')

function open(answers: Record<string, unknown> = {}) {
  signedInAs('Admin', [['can_sqllab', 'Superset']])
  const calls = answering({
    'GET /api/v1/database/': { count: 1, ids: [1], result: [database] },
    'GET /api/v1/database/1': { id: 1, result: database },
    'GET /api/v1/database/1/schemas/': { result: ['main', 'shop'] },
    'GET /api/v1/database/1/tables/': (_: unknown, query: string) => {
      const names = ['customers', 'orders'].filter((name) => name.includes(/filter:(\w+)/.exec(query)?.[1] ?? ''))
      return { count: names.length, result: names.map((value) => ({ value, type: 'table', extra: null })) }
    },
    'GET /api/v1/dataset/': (_: unknown, query: string) =>
      isForOne(query) && !query.includes('customers')
        ? { count: 0, ids: [], result: [] }
        : { count: 1, ids: [7], result: [taken] },
    'GET /api/v1/database/1/table/customers/shop/': { name: 'customers', columns },
    'GET /api/v1/database/1/table/orders/shop/': { name: 'orders', columns },
    ...answers,
  })
  const page = showPage(() => (
    <>
      <DatasetAddScreen />
      <Toasts />
    </>
  ))
  return { ...page, calls }
}

async function choose(user: ReturnType<typeof open>['user']) {
  const source = within(await screen.findByRole('region', { name: 'Select database & schema' }))
  const pick = async (field: string, option: RegExp) => {
    await user.click(source.getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await pick('Database', /Sales/)
  await pick('Schema', /shop/)
  return source
}

it('before a selection: texts, placeholders, the link to SQL Lab, why nothing can be created yet', async () => {
  const { user } = open()
  await screen.findByText('Select dataset source')
  const advice = screen.getByRole('link', { name: 'create dataset from SQL query' }).parentElement
  expect(advice?.textContent).toBe(
    'Datasets can be created from database tables or SQL queries. Select a database table to the left or create dataset from SQL query to open SQL Lab. From there you can save the query as a dataset.',
  )
  expect(screen.getByRole('heading', { name: 'New dataset' })).toBeDefined()
  expect(screen.getByText('Select database or type database name')).toBeDefined()
  expect(screen.getByText('Select schema or type schema name')).toBeDefined()
  expect(screen.getByRole('link', { name: 'create dataset from SQL query' }).getAttribute('href')).toBe(
    '/superset/sqllab/',
  )
  expect(screen.getByRole('link', { name: 'Cancel' })).toBeDefined()
  await user.hover(screen.getByRole('button', { name: /^Create dataset and create chart/ }))
  await screen.findAllByText('Select a database table.')
})

it('no databases: a link to their list', async () => {
  open({ 'GET /api/v1/database/': { count: 0, ids: [], result: [] } })
  await screen.findByText(/There are no databases available/)
  expect(screen.getByRole('link', { name: 'Manage your databases here' })).toBeDefined()
})

it('tables are searched by the server, refreshed, and marked if they have a dataset', async () => {
  const { user, calls } = open()
  const source = await choose(user)
  await source.findByText('Select database table')
  const marked = await source.findByRole('button', { name: /customers/ })
  expect(within(marked).getByRole('img', { name: 'This table already has a dataset' })).toBeDefined()
  expect(within(source.getByRole('button', { name: /orders/ })).queryByRole('img')).toBeNull()
  await user.type(source.getByRole('searchbox', { name: 'Search tables' }), 'ord')
  await expect.poll(() => source.queryByRole('button', { name: /customers/ })).toBeNull()
  expect(calls.some(({ call, query }) => call.endsWith('/tables/') && query.includes('filter:ord'))).toBe(true)
  await user.click(source.getByRole('button', { name: 'Refresh tables' }))
  await screen.findByText('List updated')
  expect(calls.some(({ call, query }) => call.endsWith('/tables/') && query.includes('force:!t'))).toBe(true)
  expect(source.getByRole('button', { name: 'Refresh schemas' })).toBeDefined()
})

it('a table: its columns, its name in the title, and a dataset and a chart created from it', async () => {
  const { user, calls, address } = open({ 'POST /api/v1/dataset/': { id: 9, result: {} } })
  const source = await choose(user)
  await user.click(await source.findByRole('button', { name: /orders/ }))
  const table = within(await screen.findByRole('table', { name: 'Table columns' }))
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Column Name', 'Datatype'])
  expect(screen.getByRole('heading', { name: 'orders' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create dataset and create chart' }))
  await screen.findByText('The dataset has been saved')
  expect(calls.find(({ call }) => call === 'POST /api/v1/dataset/')?.body).toEqual({
    database: 1,
    schema: 'shop',
    table_name: 'orders',
  })
  expect(address()).toBe('/chart/add?dataset=9')
})

it('says that the columns are being read', async () => {
  const { user } = open({ 'GET /api/v1/database/1/table/orders/shop/': () => new Promise(() => undefined) })
  const source = await choose(user)
  await user.click(await source.findByRole('button', { name: /orders/ }))
  await screen.findByText('Refreshing columns')
})

it('a table that has a dataset shows a link to it', async () => {
  const { user } = open()
  const source = await choose(user)
  await user.click(await source.findByRole('button', { name: /customers/ }))
  const link = await screen.findByRole('link', { name: 'View Dataset' })
  expect(link.getAttribute('href')).toBe('/explore/?x=7')
})

it('a table without columns, and a table that cannot be read', async () => {
  const { user } = open({
    'GET /api/v1/database/1/table/orders/shop/': { name: 'orders', columns: [] },
    'GET /api/v1/database/1/table/customers/shop/': new Refusal(500, { message: 'gone' }),
  })
  const source = await choose(user)
  await user.click(await source.findByRole('button', { name: /orders/ }))
  await screen.findByText('No table columns')
  await user.click(source.getByRole('button', { name: /customers/ }))
  await screen.findByText('An Error Occurred')
})

it('keys that are suggested late change only their own join', async () => {
  const columnsOf = (...names: string[]) => names.map((name) => ({ ...columns[0], name }))
  const described = { primaryKey: { constrained_columns: ['id'] }, foreignKeys: [] }
  const late = Promise.withResolvers<unknown>()
  const { user } = open({
    'GET /api/v1/database/1/table/orders/shop/': {
      name: 'orders',
      columns: columnsOf('id', 'customer_id'),
      ...described,
    },
    'GET /api/v1/database/1/table/customers/shop/': () => late.promise,
  })
  const source = await choose(user)
  await user.click(await source.findByRole('button', { name: /orders/ }))
  await user.click(screen.getByRole('button', { name: 'Join another table' }))
  const joined = within(await screen.findByRole('region', { name: 'Joined tables' }))
  await user.click(joined.getByRole('combobox', { name: 'Table' }))
  await user.click(await screen.findByRole('option', { name: /customers/ }))
  await user.click(joined.getByRole('button', { name: 'Join another table' }))
  expect(joined.getAllByRole('group')).toHaveLength(2)
  late.resolve({ name: 'customers', columns: columnsOf('id'), ...described })
  await joined.findByText('Suggested by the names of the columns.')
  expect(joined.getAllByRole('group')).toHaveLength(2)
})
