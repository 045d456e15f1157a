import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import DatasetEditor from './DatasetEditor.tsx'

const column = (id: number, column_name: string, more: object = {}) => ({
  id,
  column_name,
  verbose_name: null,
  description: null,
  type: 'VARCHAR',
  expression: null,
  is_dttm: false,
  filterable: true,
  groupby: true,
  python_date_format: null,
  advanced_data_type: null,
  extra: null,
  ...more,
})
const dataset = {
  id: 5,
  table_name: 'orders',
  schema: 'main',
  sql: null,
  description: null,
  default_endpoint: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  main_dttm_col: 'day',
  cache_timeout: null,
  offset: 0,
  template_params: null,
  extra: null,
  is_managed_externally: false,
  owners: [],
  database: { id: 1, database_name: 'examples' },
  columns: [
    column(1, 'day', { type: 'DATE', is_dttm: true }),
    column(2, 'region'),
    column(3, 'double', { expression: 'amount * 2', type: 'NUMERIC' }),
  ],
  metrics: [
    {
      id: 1,
      metric_name: 'count',
      verbose_name: 'COUNT(*)',
      description: null,
      expression: 'COUNT(*)',
      d3format: null,
      currency: null,
      warning_text: null,
      extra: null,
    },
  ],
}

/** The response of the server to a save. */
let saved: unknown = { id: 5, result: {} }

async function open(more: object = {}, ...flags: string[]) {
  signedInAs('Admin', [], ...flags)
  answering({
    'PUT /api/v1/dataset/5': () => saved,
    'GET /api/v1/dataset/5': { id: 5, result: { ...dataset, ...more } },
    'GET /datasource/get/table/5/': { normalize_columns: false, always_filter_main_dttm: false },
    'GET /api/v1/database/1/schemas/': { result: ['main'] },
    'GET /api/v1/database/1/tables/': { count: 1, result: [{ value: 'orders', type: 'table', extra: null }] },
    'GET /datasource/external_metadata/table/5/': [
      { name: 'day', type: 'DATE', type_generic: 2, is_dttm: true },
      { name: 'region', type: 'TEXT', type_generic: 1, is_dttm: false },
      { name: 'amount', type: 'INT', type_generic: 0, is_dttm: false },
    ],
  })
  const { user } = showPage(() => (
    <>
      <DatasetEditor id={5} onClose={vi.fn()} />
      <Toasts />
    </>
  ))
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Dataset orders' }))
  const tab = async (name: RegExp | string) => user.click(await editor.findByRole('tab', { name }))
  return { user, editor, tab }
}

it('the warning, the tabs with their counts, the buttons', async () => {
  const { editor } = await open()
  expect(
    editor.getByText(
      'Be careful. Changing these settings will affect all charts using this dataset, including charts owned by other people.',
    ),
  ).toBeDefined()
  const tabs = (await editor.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Source', 'Metrics 1', 'Columns 2', 'Calculated columns 1', 'Hierarchies 0', 'Settings'])
  for (const name of ['Use legacy datasource editor']) expect(editor.getByRole('link', { name })).toBeDefined()
  for (const name of ['Cancel', 'Save']) expect(editor.getByRole('button', { name })).toBeDefined()
})

it('the flag removes the button of the legacy editor', async () => {
  const { editor } = await open({}, 'DISABLE_LEGACY_DATASOURCE_EDITOR')
  await editor.findByRole('tab', { name: 'Source' })
  expect(editor.queryByRole('link', { name: 'Use legacy datasource editor' })).toBeNull()
})

it('source: locked until the lock is clicked; a table or SQL', async () => {
  const { user, editor } = await open()
  const lock = await editor.findByRole('button', { name: 'Click the lock to make changes.' })
  const virtual = editor.getByRole<HTMLInputElement>('radio', { name: 'Virtual (SQL)' })
  const physical = editor.getByRole<HTMLInputElement>('radio', { name: 'Physical (table or view)' })
  expect([physical.checked, virtual.checked]).toEqual([true, false])
  await user.click(virtual)
  expect(virtual.checked).toBe(false)
  await user.click(lock)
  expect(editor.getByRole('button', { name: 'Click the lock to prevent further changes.' })).toBeDefined()
  for (const name of ['Database', 'Schema', 'Table']) expect(editor.getByRole('combobox', { name })).toBeDefined()
  await user.click(virtual)
  expect(editor.getByRole('textbox', { name: /^Dataset name/ })).toBeDefined()
  expect(editor.getAllByText('SQL').length).toBeGreaterThan(0)
})

it('metrics: the list, and every field of an item', async () => {
  const { user, editor, tab } = await open()
  await tab(/^Metrics/)
  const table = within(editor.getByRole('table', { name: 'Metrics' }))
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 3)).toEqual(['Metric', 'Label', 'SQL expression'])
  await user.click(editor.getByRole('button', { name: 'Details of count' }))
  for (const name of ['Label', 'Description', 'Certified by', 'Certification details', 'Warning'])
    expect(editor.getByRole('textbox', { name })).toBeDefined()
  for (const name of ['D3 format: count', 'Metric currency: count'])
    expect(editor.getByRole('combobox', { name })).toBeDefined()
  expect(editor.getByText('%y/%m/%d')).toBeDefined()
  await user.click(editor.getByRole('button', { name: 'Add item' }))
  // the new item is the first one, and open
  const [, first] = table.getAllByRole('row')
  expect(first?.textContent).toContain('<new metric>')
  expect(editor.getByRole('button', { name: 'Remove count' })).toBeDefined()
  const [name] = editor.getAllByRole('textbox', { name: 'Metric' })
  await user.click(name as HTMLElement)
  await user.paste('count')
  await editor.findByText('Metric name [count] is duplicated')
})

it('metrics: an unknown currency is reported, and nothing can be saved', async () => {
  const wrong = { ...dataset.metrics[0], currency: '{"symbol":"dollars","symbolPosition":"prefix"}' }
  const { editor } = await open({ metrics: [wrong] })
  expect(editor.getByRole('alert').textContent).toContain('Invalid currency code in saved metrics')
  expect(editor.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
})

it('columns: the list, every field of an item, and their synchronization', async () => {
  const { user, editor, tab } = await open()
  await tab(/^Columns/)
  const table = within(editor.getByRole('table', { name: 'Columns' }))
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 6)).toEqual([
    'Column',
    'Data type',
    'Is temporal',
    'Is filterable',
    'Is dimension',
    'Default datetime',
  ])
  expect(table.getByRole<HTMLInputElement>('radio', { name: 'Default datetime: day' }).checked).toBe(true)
  expect(table.queryByRole('radio', { name: 'Default datetime: region' })).toBeNull()
  await user.click(editor.getByRole('button', { name: 'Details of day' }))
  for (const name of ['Label', 'Description', 'Certified by', 'Certification details'])
    expect(editor.getByRole('textbox', { name })).toBeDefined()
  expect(editor.getByRole('combobox', { name: 'Datetime format: day' })).toBeDefined()
  expect(editor.queryByRole('combobox', { name: /^Advanced data type/ })).toBeNull()
  await user.click(editor.getByRole('button', { name: 'Sync columns from source' }))
  await screen.findByText('Modified columns: region')
  await screen.findByText('New columns added: amount')
  await screen.findByText('Metadata has been synced')
  expect(editor.getByRole('tab', { name: 'Columns 3' })).toBeDefined()
})

it('columns that the source no longer has are removed by the synchronization', async () => {
  const { user, editor, tab } = await open({ columns: [...dataset.columns, column(4, 'gone')] })
  await tab(/^Columns/)
  await user.click(editor.getByRole('button', { name: 'Sync columns from source' }))
  await screen.findByText('Removed columns: gone')
})

it('columns are sorted by a click on a heading: ascending, descending, original order', async () => {
  const { user, editor, tab } = await open()
  await tab(/^Columns/)
  const table = within(editor.getByRole('table', { name: 'Columns' }))
  const names = () =>
    table.getAllByRole('button', { name: /^Details of/ }).map((each) => each.getAttribute('aria-label')?.slice(11))
  const head = table.getByRole('button', { name: /^Data type/ })
  const before = names()
  await user.click(head)
  expect(names()).toEqual(['day', 'region'])
  await user.click(head)
  expect(names()).toEqual(['region', 'day'])
  await user.click(head)
  expect(names()).toEqual(before)
})

it('columns have an advanced data type if the flag is on', async () => {
  const { user, editor, tab } = await open({}, 'ENABLE_ADVANCED_DATA_TYPES')
  await tab(/^Columns/)
  await user.click(editor.getByRole('button', { name: 'Details of region' }))
  expect(editor.getByRole('combobox', { name: 'Advanced data type: region' })).toBeDefined()
})

it('calculated columns: name, expression and type can be changed; one without an expression is reported', async () => {
  const { user, editor, tab } = await open()
  await tab(/^Calculated columns/)
  await user.click(editor.getByRole('button', { name: 'Details of double' }))
  expect(editor.getByRole('textbox', { name: 'Column' })).toBeDefined()
  expect(editor.getByRole('combobox', { name: 'Data type: double' })).toBeDefined()
  await user.click(editor.getByRole('combobox', { name: 'Data type: double' }))
  const types = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  for (const type of ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN']) expect(types).toContain(type)
  await user.keyboard('{Escape}')
  await user.click(editor.getByRole('button', { name: 'Add item' }))
  const [name] = editor.getAllByRole('textbox', { name: 'Column' })
  await user.click(name as HTMLElement)
  await user.paste('empty')
  await editor.findByText('Calculated column [empty] requires an expression')
})

it('hierarchies: levels are added, ordered and removed; a column that is missing or occurs twice is reported', async () => {
  const levels = [{ column: 'region' }, { column: 'city' }]
  const extra = JSON.stringify({ warning_markdown: 'old', hierarchies: [{ name: 'place', levels }] })
  const { user, editor, tab } = await open({ extra })
  await tab('Hierarchies 1')
  const list = () => within(editor.getByRole('list', { name: 'Levels of place' })).getAllByRole('listitem')
  expect(list()).toHaveLength(2)
  await editor.findAllByText('A hierarchy uses column [city], which the dataset does not have')
  await user.click(editor.getByRole('button', { name: 'Remove city' }))
  await editor.findAllByText('Hierarchy [place] requires at least two levels')
  await user.click(editor.getByRole('button', { name: 'Add level' }))
  expect(editor.getByRole('combobox', { name: 'Time grain of level 2 of place' }).textContent).toContain('Year')
  await user.click(editor.getByRole('button', { name: 'Move day up' }))
  expect(list()[0]?.textContent).toContain('day')
  expect(editor.queryByText(/requires at least two levels/)).toBeNull()
})

it('settings: every field of both groups', async () => {
  const { editor, tab } = await open()
  await tab('Settings')
  const basic = within(editor.getByRole('region', { name: 'Basic' }))
  for (const name of ['Description', 'Default URL']) expect(basic.getByRole('textbox', { name })).toBeDefined()
  expect(basic.getByRole<HTMLInputElement>('checkbox', { name: 'Autocomplete filters' }).checked).toBe(true)
  expect(basic.getByText('Whether to populate autocomplete filters options')).toBeDefined()
  expect(basic.getAllByText('Autocomplete query predicate').length).toBeGreaterThan(0)
  expect(basic.getByRole('combobox', { name: 'Owners' })).toBeDefined()
  const advanced = within(editor.getByRole('region', { name: 'Advanced' }))
  expect(advanced.getByText('The duration of time in seconds before the cache is invalidated')).toBeDefined()
  for (const name of ['Cache timeout', 'Hours offset']) expect(advanced.getByLabelText(name)).toBeDefined()
  for (const name of ['Normalize column names', 'Always filter main datetime column'])
    expect(advanced.getByRole('checkbox', { name })).toBeDefined()
  for (const name of ['Template parameters', 'Extra']) expect(advanced.getAllByText(name).length).toBeGreaterThan(0)
})

it('Save asks for confirmation, and lists what is affected', async () => {
  const { user, editor, tab } = await open()
  const save = editor.getByRole('button', { name: 'Save' })
  await tab('Settings')
  await user.click(editor.getByRole('textbox', { name: 'Description' }))
  await user.paste('All orders')
  await user.click(save)
  const confirm = within(await screen.findByRole('dialog', { name: 'Confirm save' }))
  expect(confirm.getByText('Are you sure you want to save and apply changes?')).toBeDefined()
  for (const name of ['Cancel', 'OK']) expect(confirm.getByRole('button', { name })).toBeDefined()
})

it.each([
  ['The column "day" is there twice.', 'The column "day" is there twice.'],
  ['', 'An error has occurred'],
])('a save that fails shows the reason: %j', async (message, shown) => {
  saved = new Refusal(422, { message })
  const { user, editor, tab } = await open()
  await tab('Settings')
  await user.click(editor.getByRole('textbox', { name: 'Description' }))
  await user.paste('All orders')
  await user.click(editor.getByRole('button', { name: 'Save' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Confirm save' })).getByRole('button', { name: 'OK' }),
  )
  const failure = within(await screen.findByRole('dialog', { name: 'Error' }))
  expect(failure.getByRole('alert').textContent).toBe(shown)
  await user.click(failure.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  // the changes are still there
  expect(editor.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('All orders')
})

it('undo restores a removed metric; without changes there is nothing to save', async () => {
  const { user, editor, tab } = await open()
  await tab(/^Metrics/)
  await user.click(editor.getByRole('button', { name: 'Remove count' }))
  expect(editor.getByRole('tab', { name: 'Metrics 0' })).toBeDefined()
  await user.click(editor.getByRole('button', { name: 'Undo the action' }))
  expect(editor.getByRole('tab', { name: 'Metrics 1' })).toBeDefined()
  expect(editor.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.keyboard('{Control>}y{/Control}')
  expect(editor.getByRole('tab', { name: 'Metrics 0' })).toBeDefined()
})
