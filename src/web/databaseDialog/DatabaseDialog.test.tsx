import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AvailableDatabase } from '../../model/database/databaseAnswers.ts'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { openImport } from '../upload/uploadState.ts'
import DatabaseDialog from './DatabaseDialog.tsx'

const engine_information = { supports_file_upload: true, disable_ssh_tunneling: false }
const product = (name: string, more: Partial<AvailableDatabase> = {}) =>
  ({
    name,
    engine: name.toLowerCase(),
    backend: name.toLowerCase(),
    available_drivers: [],
    preferred: false,
    engine_information,
    connect_args: ['sslmode'],
    ...more,
  }) as AvailableDatabase
const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
  type: 'text',
  is_required: true,
  is_secret: false,
  is_after_name: false,
  ...more,
})
const form = [
  field('host', 'Host', { example: 'e.g. 127.0.0.1' }),
  field('port', 'Port', { type: 'integer', example: 'e.g. 5432' }),
  field('database', 'Database name', {
    example: 'e.g. world_population',
    help: 'Copy the name of the database you are trying to connect to.',
  }),
  field('username', 'Username', { example: 'e.g. Analytics' }),
  field('password', 'Password', { is_required: false, is_secret: true, example: 'e.g. ********' }),
  field('query', 'Additional Parameters', {
    type: 'query',
    is_required: false,
    is_after_name: true,
    example: 'e.g. param1=value1&param2=value2',
    help: 'Add additional custom parameters',
  }),
  field('encryption', 'SSL', { type: 'boolean', is_required: false, is_after_name: true }),
] as AvailableDatabase['form']
const databases = [
  product('Trino', { preferred: true }),
  product('PostgreSQL', { preferred: true, form }),
  product('MySQL', { preferred: true }),
  product('SQLite', { preferred: true }),
  product('ClickHouse'),
]
const available = { 'GET /api/v1/database/available/': { databases } }

function open(id?: number, answers: Record<string, unknown> = {}) {
  const calls = answering({ ...available, ...answers })
  const onClose = vi.fn()
  const page = () => (
    <>
      <DatabaseDialog id={id} onClose={onClose} />
      <Toasts />
    </>
  )
  return { ...showPage(page), calls, onClose }
}
const dialog = (name = 'Connect a database') => screen.findByRole('dialog', { name })

it('step 1: four preferred databases, the list of all with Other at its end, the import from a file', async () => {
  const { user, onClose } = open()
  const step = within(await dialog())
  expect(await step.findByText('Select a database to connect')).toBeDefined()
  expect(step.getByText('STEP 1 OF 3')).toBeDefined()
  const tiles = ['Trino', 'PostgreSQL', 'MySQL', 'SQLite'].map((name) => step.getByRole('button', { name }))
  expect(tiles).toHaveLength(4)
  expect(step.getByText('Or choose from a list of other databases we support:')).toBeDefined()
  expect(step.getByText('Want to add a new database?')).toBeDefined()
  expect(step.getByText('Choose a database...')).toBeDefined()
  await user.click(step.getByRole('combobox', { name: 'Supported databases' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ClickHouse',
    'MySQL',
    'PostgreSQL',
    'SQLite',
    'Trino',
    'Other',
  ])
  await user.keyboard('{Escape}')
  await user.click(step.getByRole('button', { name: 'Import database from file' }))
  expect(onClose).toHaveBeenCalled()
  openImport('choose')
})

it('step 2 of 3: the fields of the database with their examples and help texts, and the switch to its address', async () => {
  signedInAs('Admin', [], 'SSH_TUNNELING')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'PostgreSQL' }))
  const step = within(await dialog())
  expect(step.getByText('STEP 2 OF 3')).toBeDefined()
  expect(step.getByText('Enter the required PostgreSQL credentials')).toBeDefined()
  const fields = ['Host', 'Port', 'Database name', 'Username', 'Password', 'Display Name', 'Additional Parameters']
  const places = [...fields.map((name) => step.getByLabelText(new RegExp(`^${name}`))), step.getByLabelText('SSL')]
  for (const [at, place] of places.slice(1).entries()) {
    const before = places[at] as HTMLElement
    expect(before.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
  for (const example of ['e.g. 127.0.0.1', 'e.g. 5432', 'e.g. world_population', 'e.g. Analytics', 'e.g. ********'])
    expect(step.getByPlaceholderText(example)).toBeDefined()
  expect(step.getByPlaceholderText('e.g. param1=value1&param2=value2')).toBeDefined()
  expect(step.getByText('Add additional custom parameters')).toBeDefined()
  expect(step.getByText('Copy the name of the database you are trying to connect to.')).toBeDefined()
  expect(step.getByText('Pick a nickname for how the database will display in Sextant.')).toBeDefined()
  expect(step.getByLabelText('SSH Tunnel')).toBeDefined()
  for (const name of ['Back', 'Connect']) expect(step.getByRole('button', { name })).toBeDefined()
  await user.click(step.getByRole('button', { name: 'Connect this database with a SQLAlchemy URI string instead' }))
  expect(step.getByLabelText(/^SQLAlchemy URI/)).toBeDefined()
  expect(step.getByText('STEP 2 OF 2')).toBeDefined()
  await user.click(step.getByRole('button', { name: 'Connect this database using the dynamic form instead' }))
  expect(step.getByText('STEP 2 OF 3')).toBeDefined()
})

/** The labels of the form's fields in order, with a star for required ones, and the names of its switches. */
const labelsIn = (part: HTMLElement) => [...part.querySelectorAll('label')].map(({ textContent }) => textContent)

it('Snowflake has a specific form, with account, warehouse and role below its name', async () => {
  const snowflake = [
    field('database', 'Database'),
    field('username', 'Username'),
    field('password', 'Password', { is_secret: true }),
    field('account', 'Account', { is_after_name: true }),
    field('warehouse', 'Warehouse', { is_required: false, is_after_name: true }),
    field('role', 'Role', { is_required: false, is_after_name: true }),
  ]
  const { user } = open(undefined, {
    'GET /api/v1/database/available/': {
      databases: [product('Snowflake', { preferred: true, form: snowflake as never })],
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Snowflake' }))
  expect(labelsIn(await dialog())).toEqual([
    'Database*',
    'Username*',
    'Password*',
    'Display Name*',
    'Account*',
    'Warehouse',
    'Role',
  ])
})

it('Databricks has a specific form, with a token and an HTTP path', async () => {
  const databricks = [
    field('host', 'Host'),
    field('port', 'Port', { type: 'integer', is_required: false }),
    field('database', 'Database', { is_required: false }),
    field('access_token', 'Access token', { is_secret: true }),
    field('http_path', 'HTTP Path'),
    field('encryption', 'SSL', { type: 'boolean', is_required: false, is_after_name: true }),
  ]
  const { user } = open(undefined, {
    'GET /api/v1/database/available/': {
      databases: [product('Databricks', { preferred: true, form: databricks as never })],
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Databricks' }))
  const part = await dialog()
  expect(labelsIn(part)).toEqual(['Host*', 'Port', 'Database', 'Access token*', 'HTTP Path*', 'Display Name*', 'SSL'])
  expect(within(part).getByLabelText<HTMLInputElement>(/^Access token/).type).toBe('password')
})

it('BigQuery has a specific form, with a credentials file, which also contains the project, or its text', async () => {
  const bigquery = [
    field('project', 'Project', { is_after_name: true }),
    field('credentials_info', 'Service account', {
      is_required: false,
      is_secret: true,
      is_after_name: true,
      json_file: { fills: 'project', from: 'project_id' },
    }),
    field('query', 'Additional Parameters', { type: 'query', is_required: false, is_after_name: true }),
  ]
  const { user, calls } = open(undefined, {
    'GET /api/v1/database/available/': {
      databases: [product('BigQuery', { preferred: true, form: bigquery as never })],
    },
    'POST /api/v1/database/validate_parameters/': { message: 'OK' },
    'POST /api/v1/database/': { id: 7, result: {} },
  })
  await user.click(await screen.findByRole('button', { name: 'BigQuery' }))
  const part = await dialog()
  const step = within(part)
  expect(labelsIn(part)).toEqual(['Display Name*', 'Project*', 'Service account', 'Additional Parameters'])
  expect(step.getByRole('button', { name: 'Choose File' })).toBeDefined()
  const input = part.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['not JSON'], 'broken.json'))
  await step.findByText('This file contains no JSON object.')
  const key = '{"type": "service_account", "project_id": "sales-2024"}'
  await user.upload(input, new File([key], 'key.json'))
  await step.findByText('key.json')
  expect(step.queryByText('This file contains no JSON object.')).toBeNull()
  await vi.waitFor(() => expect(step.getByLabelText<HTMLInputElement>(/^Project/).value).toBe('sales-2024'))

  await user.click(step.getByRole('combobox', { name: 'Service account' }))
  const ways = await screen.findAllByRole('option')
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Upload JSON file', 'Copy and Paste JSON credentials'])
  await user.click(ways[1] as HTMLElement)
  expect((await step.findByLabelText<HTMLTextAreaElement>('JSON credentials')).value).toBe(key)
  await user.click(step.getByRole('button', { name: 'Connect' }))
  await screen.findByText('STEP 3 OF 3')
  expect(calls.find(({ call }) => call === 'POST /api/v1/database/')).toMatchObject({
    body: { parameters: { project: 'sales-2024', credentials_info: key } },
  })
})

it('Google Sheets have a specific form, with names and addresses of sheets, and a key for private ones', async () => {
  const sheets = [
    field('service_account_info', 'Service account', {
      is_required: false,
      is_secret: true,
      is_after_name: true,
      json_file: {},
      choice: {
        label: 'Type of Google Sheets allowed',
        without: 'Publicly shared sheets only',
        with: 'Public and privately shared sheets',
      },
    }),
    field('catalog', 'Google Sheet Name and URL', { type: 'addresses', is_after_name: true }),
  ]
  const note = { title: 'Why do I need to create a database?', text: 'A database groups the sheets.' }
  const { user, calls } = open(undefined, {
    'GET /api/v1/database/available/': {
      databases: [product('Google Sheets', { preferred: true, form: sheets as never, note })],
    },
    'POST /api/v1/database/validate_parameters/': { message: 'OK' },
    'POST /api/v1/database/': { id: 7, result: {} },
  })
  await user.click(await screen.findByRole('button', { name: 'Google Sheets' }))
  const part = await dialog()
  const step = within(part)
  step.getByText('Why do I need to create a database?')
  const shown = ['Display Name*', 'Type of Google Sheets allowed', 'Google Sheet Name and URL*']
  expect(labelsIn(part).filter((label) => shown.includes(label ?? ''))).toEqual(shown)
  expect(step.queryByRole('button', { name: 'Choose File' })).toBeNull()
  await user.click(step.getByRole('combobox', { name: 'Type of Google Sheets allowed' }))
  await user.click(await screen.findByRole('option', { name: 'Public and privately shared sheets' }))
  step.getByRole('button', { name: 'Choose File' })
  await user.click(step.getByRole('combobox', { name: 'Type of Google Sheets allowed' }))
  await user.click(await screen.findByRole('option', { name: 'Publicly shared sheets only' }))

  const remove = () => step.getAllByRole<HTMLButtonElement>('button', { name: /^Remove sheet/ })
  expect(remove().map(({ disabled }) => disabled)).toEqual([true])
  await user.type(step.getByLabelText('Name of sheet 1'), 'orders')
  await user.type(step.getByLabelText('URL of sheet 1'), 'https://docs.google.com/spreadsheets/d/1abcdefghij')
  for (const name of ['towns', 'people']) {
    await user.click(step.getByRole('button', { name: 'Add sheet' }))
    await user.type(step.getAllByLabelText(/^Name of sheet/).at(-1) as HTMLElement, name)
    await user.type(step.getAllByLabelText(/^URL of sheet/).at(-1) as HTMLElement, 'https://docs.google.com/x')
  }
  await user.click(step.getByRole('button', { name: 'Remove sheet 2' }))
  await user.click(step.getByRole('button', { name: 'Connect' }))
  await screen.findByText('STEP 3 OF 3')
  expect(calls.find(({ call }) => call === 'POST /api/v1/database/')).toMatchObject({
    body: {
      parameters: {
        catalog: {
          orders: 'https://docs.google.com/spreadsheets/d/1abcdefghij',
          people: 'https://docs.google.com/x',
        },
      },
    },
  })
})

it('an empty form is not validated when a field is left, but as soon as something was entered', async () => {
  const { user, calls } = open(undefined, { 'POST /api/v1/database/validate_parameters/': { message: 'OK' } })
  const checks = () => calls.filter(({ call }) => call === 'POST /api/v1/database/validate_parameters/').length
  await user.click(await screen.findByRole('button', { name: 'PostgreSQL' }))
  const step = within(await dialog())
  await user.click(step.getByLabelText(/^Host/))
  await user.tab()
  expect(checks()).toBe(0)
  await user.type(step.getByLabelText(/^Port/), '5432')
  await user.tab()
  await vi.waitFor(() => expect(checks()).toBe(1))
})

it('SSH tunnel: its fields for both ways to log in', async () => {
  signedInAs('Admin', [], 'SSH_TUNNELING')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'PostgreSQL' }))
  await user.click(screen.getByLabelText('SSH Tunnel'))
  const tunnel = within(screen.getByRole('group', { name: 'SSH Tunnel' }))
  for (const name of [/^SSH Host/, /^SSH Port/, /^Username/, /^SSH Password/])
    expect(tunnel.getByLabelText(name)).toBeDefined()
  expect(tunnel.getByText('Login with')).toBeDefined()
  await user.click(tunnel.getByText('Private Key & Password'))
  expect(tunnel.queryByLabelText(/^SSH Password/)).toBeNull()
  for (const name of ['Private Key', 'Private Key Password']) expect(tunnel.getByLabelText(name)).toBeDefined()
})

it('step 2 of 2: a database of another kind by its address, and the result of its test', async () => {
  let refused = true
  const { user } = open(undefined, {
    'POST /api/v1/database/test_connection/': () =>
      refused ? new Refusal(422, { errors: [{ message: 'No such host', error_type: 'X', level: 'error' }] }) : {},
  })
  await user.click(await screen.findByRole('combobox', { name: 'Supported databases' }))
  await user.click(await screen.findByRole('option', { name: 'Other' }))
  const step = within(await dialog())
  expect(step.getByText('STEP 2 OF 2')).toBeDefined()
  expect(step.getByText('Enter Primary Credentials')).toBeDefined()
  for (const name of ['Basic', 'Advanced']) expect(step.getByRole('tab', { name })).toBeDefined()
  expect(step.getByPlaceholderText('Name your database')).toBeDefined()
  expect(step.getByText('Pick a name to help you identify this database.')).toBeDefined()
  expect(step.getByText('Additional fields may be required')).toBeDefined()
  const test = step.getByRole('button', { name: 'Test connection' })
  await user.click(test)
  await screen.findByText('Please enter a SQLAlchemy URI to test')
  await user.type(step.getByLabelText(/^SQLAlchemy URI/), 'postgresql://a@b/c')
  await user.click(test)
  await screen.findByText('ERROR: No such host')
  refused = false
  await user.click(test)
  await screen.findByText('Connection looks good!')
})

it('errors of the server during creation are listed', async () => {
  const { user } = open(undefined, {
    'POST /api/v1/database/validate_parameters/': { message: 'OK' },
    'POST /api/v1/database/': new Refusal(422, {
      errors: [
        { message: 'Connection failed, please check your connection settings', error_type: 'X', level: 'error' },
      ],
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'PostgreSQL' }))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByText('Database Creation Error')
  await screen.findByText('Connection failed, please check your connection settings')
})

it('step 3 of 3: links to the next steps, and the settings', async () => {
  signedInAs('Admin', [
    ['can_write', 'Dataset'],
    ['can_sqllab', 'Superset'],
  ])
  const { user, calls, onClose } = open(undefined, {
    'POST /api/v1/database/validate_parameters/': { message: 'OK' },
    'POST /api/v1/database/': { id: 7, result: {} },
    'PUT /api/v1/database/7': { id: 7, result: {} },
  })
  await user.click(await screen.findByRole('button', { name: 'PostgreSQL' }))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByText('STEP 3 OF 3')
  const step = within(await dialog())
  expect(screen.getAllByText('Database connected').length).toBeGreaterThan(0)
  expect(step.getByRole('link', { name: 'CREATE DATASET' }).getAttribute('href')).toBe('/dataset/add/?database=7')
  expect(step.getByRole('link', { name: 'QUERY DATA IN SQL LAB' }).getAttribute('href')).toBe(
    '/superset/sqllab/?dbid=7',
  )
  await user.click(step.getByText('SQL Lab'))
  await user.click(step.getByLabelText('Allow DML'))
  expect(step.getByRole('button', { name: 'Back' })).toBeDefined()
  await user.click(step.getByRole('button', { name: 'Finish' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls.find(({ call }) => call === 'PUT /api/v1/database/7')).toMatchObject({ body: { allow_dml: true } })
})

const stored = {
  id: 9,
  database_name: 'Sales',
  backend: 'postgresql',
  driver: 'psycopg2',
  configuration_method: 'dynamic_form',
  parameters: { host: 'h', port: 5432, database: 'd', username: 'u', password: 'XXXXXXXXXX' },
  sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@h:5432/d',
  extra: '{}',
  masked_encrypted_extra: '{"key": "XXXXXXXXXX"}',
  server_cert: null,
  force_ctas_schema: null,
  cache_timeout: null,
  expose_in_sqllab: true,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_run_async: false,
  allow_file_upload: true,
  impersonate_user: false,
  is_managed_externally: false,
}
/** The dialog, once it has replaced the loading state. */
async function editPart() {
  await screen.findByText('Sales')
  return within(await dialog('Edit database'))
}
const edited = (more: object = {}) => ({ 'GET /api/v1/database/9': { id: 9, result: { ...stored, ...more } } })

it('edit: Basic and Advanced, the password masked, Close and Finish', async () => {
  const { user, calls } = open(9, { ...edited(), 'PUT /api/v1/database/9': { id: 9, result: {} } })
  const part = await editPart()
  expect(part.getByText('PostgreSQL')).toBeDefined()
  for (const name of ['Basic', 'Advanced']) expect(part.getByRole('tab', { name })).toBeDefined()
  expect(part.getByLabelText<HTMLInputElement>('Password').value).toBe('XXXXXXXXXX')
  expect(part.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
  await user.click(part.getByRole('button', { name: 'Finish' }))
  await screen.findByText('Database settings updated')
  expect(calls.some(({ call }) => call === 'PUT /api/v1/database/9')).toBe(true)
})

it('edit: a database that is managed externally cannot be changed', async () => {
  open(9, edited({ is_managed_externally: true }))
  const part = await editPart()
  const finish = await part.findByRole('button', { name: /^Finish/ })
  expect(finish.getAttribute('aria-disabled') ?? finish.getAttribute('disabled')).not.toBeNull()
  expect(part.getByLabelText<HTMLInputElement>(/^Host/).disabled).toBe(true)
})

it.each([
  ['the embedded engine', { backend: 'duckdb' }],
  ['an engine without a network', { engine_information: { ...engine_information, disable_ssh_tunneling: true } }],
])('edit: %s has no SSH tunnel', async (_name, more) => {
  signedInAs('Admin', [], 'SSH_TUNNELING')
  open(9, edited({ configuration_method: 'sqlalchemy_form', ...more }))
  const part = await editPart()
  expect(await part.findByLabelText(/^SQLAlchemy URI/)).toBeDefined()
  expect(part.queryByLabelText('SSH Tunnel')).toBeNull()
})

it('advanced panels: every setting of SQL Lab, performance, security and others', async () => {
  const { user } = open(9, edited())
  const part = await editPart()
  await user.click(await part.findByRole('tab', { name: 'Advanced' }))
  const has = (names: (string | RegExp)[]) => {
    for (const name of names) expect(part.getByLabelText(name), String(name)).toBeDefined()
  }
  await user.click(part.getByText('SQL Lab'))
  const below = [
    'Allow CREATE TABLE AS',
    'Allow CREATE VIEW AS',
    'Allow DML',
    'Enable query cost estimation',
    'Allow this database to be explored',
    'Disable SQL Lab data preview queries',
  ]
  has(['Expose database in SQL Lab', ...below])
  expect(part.getByLabelText<HTMLInputElement>('Allow this database to be explored').checked).toBe(true)
  expect(part.queryByLabelText('CTAS & CVAS SCHEMA')).toBeNull()
  await user.click(part.getByLabelText('Allow CREATE VIEW AS'))
  has(['CTAS & CVAS SCHEMA'])
  await user.click(part.getByLabelText('Expose database in SQL Lab'))
  for (const name of below) expect(part.queryByLabelText(name)).toBeNull()
  await user.click(part.getByText('Performance'))
  has(['Chart cache timeout', 'Schema cache timeout', 'Table cache timeout'])
  has(['Asynchronous query execution', 'Cancel query on window unload event'])
  await user.click(part.getByText('Security'))
  has(['Root certificate', 'Impersonate logged in user (Presto, Trino, Drill, Hive, and GSheets)'])
  has(['Allow file uploads to database', /^Schemas allowed for File upload/])
  expect(part.getAllByText('Secure extra').length).toBeGreaterThan(0)
  await user.click(part.getByText('Other'))
  for (const name of ['Metadata Parameters', 'Engine Parameters'])
    expect(part.getAllByText(name).length).toBeGreaterThan(0)
  has(['Version'])
  expect(part.getByText(/^Of the connect_args, these have an effect: sslmode\./)).toBeDefined()
})
