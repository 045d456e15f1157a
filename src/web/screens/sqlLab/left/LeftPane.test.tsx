import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useLab } from '../state/lab.ts'
import type { LabTab } from '../state/labTypes.ts'
import { databaseOf, resultOf, settings, showLab, tabOf } from '../testing/showLab.tsx'
import { LeftPane } from './LeftPane.tsx'

/** The pane of the open tab, as on the page. */
function Pane() {
  const tab = useLab(({ tabs, activeId }) => tabs.find(({ id }) => id === activeId))
  return tab ? <LeftPane tab={tab} /> : null
}

const pk = { column_names: ['id'], name: 'orders_pkey', type: 'pk' }
const fk = {
  column_names: ['customer_id'],
  name: 'orders_customer_id_fkey',
  type: 'fk',
  referred_table: 'customers',
  referred_schema: 'shop',
  referred_columns: ['id'],
}
const index = { column_names: ['day'], name: 'orders_day', type: 'index', unique: false }
const column = (name: string, type: string, keys: unknown[] = []) => ({
  name,
  type,
  longType: `${type}(4)`,
  keys,
  comment: null,
})
const orders = {
  name: 'orders',
  columns: [column('id', 'INTEGER', [pk]), column('customer_id', 'INTEGER', [fk]), column('day', 'DATE', [index])],
  primaryKey: { ...pk, constrained_columns: ['id'] },
  foreignKeys: [fk],
  indexes: [index],
  selectStar: 'SELECT *\nFROM shop.orders',
  comment: 'One row for each order',
}
const partitions = {
  partitions: { cols: ['ds'], latest: { ds: "2024'01" }, partitionQuery: 'SELECT 1' },
}
const answers = {
  '/schemas/': { result: ['sales', 'shop'] },
  '/tables/': {
    count: 2,
    result: [
      { value: 'orders', type: 'table', extra: null },
      { value: 'recent', type: 'view', extra: null },
    ],
  },
  '/table/orders/': orders,
  '/table/recent/': {
    ...orders,
    name: 'recent',
    view: 'CREATE VIEW recent AS SELECT 1',
    primaryKey: {},
    foreignKeys: [],
    indexes: [],
  },
  '/table_extra/': {},
  '/api/v1/sqllab/execute/': resultOf(['id'], [[1]]),
}
const table = (name: string, isExpanded = true) => ({ id: 3, databaseId: 1, schema: 'shop', name, isExpanded })
const open = (tab: Partial<LabTab> = {}, more: Record<string, unknown> = {}) =>
  showLab(<Pane />, { tabs: [tabOf(tab)], answers: { ...answers, ...more } })
const box = (name: string) => screen.getByRole('combobox', { name })
const tool = (name: string | RegExp) => screen.findByRole('button', { name })
const tip = async () => (await screen.findByRole('tooltip')).textContent

describe('the pickers', () => {
  it('have their placeholders, and nothing is selected yet', () => {
    open({ databaseId: null, schema: null })
    expect(box('Database').parentElement?.textContent).toContain('Select database or type database name')
    expect(box('Schema').parentElement?.textContent).toContain('Select schema or type schema name')
    expect(box('See table schema').parentElement?.textContent).toContain('Select table or type table name')
    screen.getByText('Select a database to write a query')
    expect(box('See table schema').hasAttribute('disabled')).toBe(true)
  })

  it('show a message if there are no databases', () => {
    showLab(<Pane />, { tabs: [tabOf({ databaseId: null })], databases: [] })
    screen.getByText('No databases for SQL Lab')
  })

  it('a database shows its engine; selecting another one clears the schema', async () => {
    const other = databaseOf({ id: 2, database_name: 'Weather', backend: 'sqlite' })
    const { user } = showLab(<Pane />, { databases: [databaseOf(), other], answers })
    screen.getByText('postgresql')
    await user.click(box('Database'))
    await user.click(await screen.findByRole('option', { name: /Weather/ }))
    expect(useLab.getState().tabs[0]).toMatchObject({ databaseId: 2, schema: null })
  })

  it('reload schemas and tables, bypassing the cache', async () => {
    const { user, asked } = open()
    await waitFor(() => expect(asked.some((each) => each.includes('/schemas/'))).toBe(true))
    await user.click(await tool('Force refresh schema list'))
    await user.click(await tool('Force refresh table list'))
    await waitFor(() => {
      expect(asked.some((each) => /\/schemas\/\?q=\(force:!t\)/.test(each))).toBe(true)
      expect(asked.some((each) => /\/tables\/\?q=.*force:!t/.test(each))).toBe(true)
    })
  })

  it('show a message if schemas cannot be loaded', async () => {
    open({}, { '/schemas/': 500 })
    await screen.findByText('There was an error loading the schemas')
  })
})

describe('See table schema', () => {
  const previewed = (asked: string[]) => asked.some((each) => each.includes('/sqllab/execute/'))

  it('adds a table with its columns and a preview of its rows', async () => {
    const { user, asked } = open()
    await user.click(box('See table schema'))
    await user.click(await screen.findByRole('option', { name: /^orders/ }))
    await user.keyboard('{Escape}')
    const list = await screen.findByRole('list', { name: 'orders' })
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3))
    await waitFor(() => expect(previewed(asked)).toBe(true))
  })

  it('reads no rows if the database does not allow previews', async () => {
    const answer = { count: 1, result: [{ ...settings, disable_data_preview: true }] }
    const { user, asked } = open({}, { '/api/v1/database/?': answer })
    await waitFor(() => expect(asked.some((each) => each.includes('/api/v1/database/?'))).toBe(true))
    await user.click(box('See table schema'))
    await user.click(await screen.findByRole('option', { name: /^orders/ }))
    await user.keyboard('{Escape}')
    await screen.findByRole('list', { name: 'orders' })
    expect(previewed(asked)).toBe(false)
  })

  it('selects all tables', async () => {
    const { user } = open()
    await user.click(box('See table schema'))
    const all = await screen.findByRole('option', { name: /^Select all/ })
    expect(all.textContent).toBe('Select all (2)')
    await user.click(all)
    await user.keyboard('{Escape}')
    const [tab] = await waitFor(() => {
      const { tabs } = useLab.getState()
      expect(tabs[0]?.tables).toHaveLength(2)
      return tabs
    })
    expect(new Set(tab?.tables.map(({ id }) => id)).size).toBe(2)
    await user.click(box('See table schema'))
    await user.click(await screen.findByRole('option', { name: /all/ }))
    await waitFor(() => expect(useLab.getState().tabs[0]?.tables).toEqual([]))
  })
})

describe('a table', () => {
  it('shows its comment, and columns with types and icons for keys', async () => {
    open({ tables: [table('orders')] })
    await screen.findByText('comment: One row for each order')
    const items = within(await screen.findByRole('list', { name: 'orders' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['idINTEGER', 'customer_idINTEGER', 'dayDATE'])
    const signs = ['Primary key', 'Foreign key', 'Index']
    for (const [at, name] of signs.entries()) within(items[at] as HTMLElement).getByRole('img', { name })
  })

  it('shows its keys and indexes', async () => {
    const { user } = open({ tables: [table('orders')] })
    await user.click(await tool('View keys & indexes (3)'))
    const dialog = await screen.findByRole('dialog', { name: 'Keys for table orders' })
    for (const name of ['orders_pkey', 'orders_customer_id_fkey', 'orders_day'])
      within(dialog).getByText(new RegExp(`"${name}"`))
  })

  it('sorts its columns, and restores their order', async () => {
    const { user } = open({ tables: [table('orders')] })
    const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/[A-Z]+$/, ''))
    await waitFor(() => expect(names()).toHaveLength(3))
    await user.click(await tool('Sort columns alphabetically'))
    expect(names()).toEqual(['customer_id', 'day', 'id'])
    await user.click(await tool('Original table column order'))
    expect(names()).toEqual(['id', 'customer_id', 'day'])
  })

  it('copies a SELECT statement', async () => {
    const { user } = open({ tables: [table('orders')] })
    await user.click(await tool('Copy SELECT statement to the clipboard'))
    expect(await navigator.clipboard.readText()).toBe('SELECT *\nFROM shop.orders')
  })

  it('that is a view shows its statement, and has no keys', async () => {
    const { user } = open({ tables: [table('recent')] })
    await user.click(await tool('Show CREATE VIEW statement'))
    const dialog = await screen.findByRole('dialog', { name: 'SQL' })
    expect(dialog.textContent).toContain('CREATE VIEW recent')
    expect(screen.queryByRole('button', { name: /^View keys/ })).toBeNull()
  })

  it('that is not a view has no such statement', async () => {
    open({ tables: [table('orders')] })
    await tool(/^View keys/)
    expect(screen.queryByRole('button', { name: 'Show CREATE VIEW statement' })).toBeNull()
  })

  it('shows its latest partition, and copies a query of it', async () => {
    const { user } = open({ tables: [table('orders')] }, { '/table_extra/': partitions })
    await screen.findByText("latest partition: ds=2024'01")
    await user.click(await tool('Copy partition query to clipboard'))
    expect(await navigator.clipboard.readText()).toBe("SELECT * FROM shop.orders WHERE ds = '2024''01'")
  })

  it('can be collapsed, expanded and removed', async () => {
    const { user } = open({ tables: [table('orders')] })
    const toggle = await tool('orders')
    expect(toggle.title).toBe('Collapse table preview')
    await user.click(toggle)
    expect(screen.queryByRole('list', { name: 'orders' })).toBeNull()
    expect((await tool('orders')).title).toBe('Expand table preview')
    await user.click(await tool('Remove table preview'))
    expect(screen.queryByRole('button', { name: 'orders' })).toBeNull()
  })

  it('shows a message if its metadata cannot be loaded', async () => {
    open({ tables: [table('orders')] }, { '/table/orders/': 500 })
    await screen.findByText('An error occurred while fetching table metadata')
  })

  it('explains its icons', async () => {
    const { user } = open({ tables: [table('orders')] })
    await user.hover(await screen.findByRole('img', { name: 'Foreign key' }))
    expect(await tip()).toBe('Foreign key')
  })
})
