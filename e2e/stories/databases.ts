import type { Page } from 'playwright-core'
import { freePort } from '../../src/server/testing/freePort.ts'
import { makeKeys, sshProgram, startSshServer } from '../../src/server/testing/sshServer.ts'
import { eventually } from '../harness/dashboard.ts'
import { expect } from '../harness/expect.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const toastOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

/**
 * Creates a dataset from a table. Afterwards, this page and the page of the dataset show that the table has a dataset.
 */
async function makeDataset(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Datasets' }).click()
  await page.getByRole('link', { name: 'Dataset', exact: true }).click()
  const source = page.getByRole('region', { name: 'Select database & schema' })
  await page.getByText('Select dataset source').waitFor()
  const choose = async (field: string, option: string) => {
    await source.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Database', 'Shop server')
  await choose('Schema', 'shop')
  await source.getByRole('button', { name: 'customers' }).waitFor()
  await source.getByRole('searchbox', { name: 'Search tables' }).fill('ord')
  await source.getByRole('button', { name: 'customers' }).waitFor({ state: 'detached' })
  await source.getByRole('button', { name: 'orders' }).click()
  const columns = page.getByRole('table', { name: 'Table columns' })
  await columns.getByText('customer_id').waitFor()
  await page.getByRole('button', { name: 'Create dataset and create chart' }).click()
  await toastOf(page, 'The dataset has been saved').waitFor()
  await page.waitForURL(/\/chart\/add\?dataset=\d+/)
  const id = new URL(page.url()).searchParams.get('dataset')
  await page.goto('/dataset/add/')
  await choose('Database', 'Shop server')
  await choose('Schema', 'shop')
  await source.getByRole('button', { name: /orders/ }).click()
  await page.getByRole('link', { name: 'View Dataset' }).waitFor()
  await page.goto(`/dataset/${id}`)
  await page.getByRole('table', { name: 'Columns' }).getByText('customer_id').waitFor()
  await page.getByRole('tab', { name: /Metrics/ }).click()
  await page.getByRole('table', { name: 'Metrics' }).getByText('COUNT(*)').first().waitFor()
  await page.getByRole('tab', { name: 'Usage' }).click()
  await page.getByText('No charts').waitFor()
}

async function deleteDatasetOf(page: Page, table: string): Promise<void> {
  await page.evaluate(async (name) => {
    const found = await fetch(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`)
    const { ids } = (await found.json()) as { ids: number[] }
    const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
    await fetch(`/api/v1/dataset/${ids[0]}`, { method: 'DELETE', headers: { 'x-csrftoken': token } })
  }, table)
}

const tunnelled = story(
  'databases: a PostgreSQL behind an SSH server is connected, and its tunnel is kept',
  async ({ visit }) => {
    await withShop(async ({ port, name }) => {
      const keys = makeKeys()
      keys.make('host')
      const key = keys.make('login', 'canary-phrase')
      const sshd = await startSshServer(keys, { port: await freePort(), hostKey: 'host', accepts: ['login'] })
      try {
        const { page, signIn, axeFindings } = await visit({ expects: [/status of 4(00|22)/] })
        await signIn()
        await page.goto('/databaseview/list/')
        await page.getByRole('button', { name: 'Database', exact: true }).click()
        const dialog = dialogOf(page, 'Connect a database')
        await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
        await dialog.getByLabel('Host').fill('localhost')
        await dialog.getByLabel('Port').fill(String(port))
        await dialog.getByLabel('Database name').fill(name)
        await dialog.getByLabel('Username').fill('postgres')
        await dialog.getByLabel('Display Name').fill('Hidden shop')
        await dialog.getByLabel('SSH Tunnel').check()
        const tunnel = dialog.getByRole('group', { name: 'SSH Tunnel' })
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await eventually(async () => expect(await tunnel.getByText('This is a required field').count()).toEqual(3))
        await tunnel.getByLabel('SSH Host').fill('127.0.0.1')
        await tunnel.getByLabel('SSH Port').fill(String(sshd.port))
        await tunnel.getByLabel('Username').fill(sshd.username)
        await tunnel.getByText('Private Key & Password', { exact: true }).click()
        await tunnel.getByRole('textbox', { name: 'Private Key', exact: true }).fill(key)
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await dialog.getByText(/The private key of the SSH tunnel cannot be read/).waitFor()
        expect(await axeFindings()).toEqual([])
        await tunnel.getByRole('textbox', { name: 'Private Key Password' }).fill('canary-phrase')
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await toastOf(page, 'Database connected').waitFor()
        await dialog.getByRole('button', { name: 'Finish' }).click()

        await page.getByRole('button', { name: 'Hidden shop' }).click()
        const edit = dialogOf(page, 'Edit database')
        expect(await edit.getByLabel('SSH Tunnel').isDisabled()).toEqual(true)
        expect(await edit.getByRole('textbox', { name: 'Private Key', exact: true }).inputValue()).toEqual('XXXXXXXXXX')
      } finally {
        await sshd.stop()
        keys.remove()
      }
    })
  },
)

/** CI installs OpenSSH; elsewhere it may be missing. */
const canTunnel = sshProgram() !== undefined || process.env['CI'] === 'true'
if (!canTunnel) process.stdout.write(`skipped: browser story: ${tunnelled.name} (no OpenSSH)\n`)

export const stories = [
  ...(canTunnel ? [tunnelled] : []),
  story(
    'databases: a PostgreSQL is connected, changed, tested, and one of its tables becomes a dataset',
    async ({ visit }) => {
      await withShop(async ({ port, name }) => {
        const { page, signIn, axeFindings } = await visit({ expects: [/status of 4(00|22)/] })
        await signIn()
        await page.goto('/databaseview/list/')
        await page.getByRole('table', { name: 'Databases' }).getByText('examples').waitFor()
        await page.getByRole('button', { name: 'Database', exact: true }).click()
        const dialog = dialogOf(page, 'Connect a database')
        await dialog.getByText('STEP 1 OF 3').waitFor()
        await dialog.getByText('Select a database to connect').waitFor()
        await dialog.getByRole('combobox', { name: 'Supported databases' }).click()
        await page.getByRole('option', { name: 'Other' }).waitFor()
        const names = await page.getByRole('option').allInnerTexts()
        expect(names.at(-1)).toEqual('Other')
        expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted((a, b) => a.localeCompare(b)))
        await page.keyboard.press('Escape')
        await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
        await dialog.getByText('STEP 2 OF 3').waitFor()
        await dialog.getByText('Enter the required PostgreSQL credentials').waitFor()

        // while the form is filled in, only wrong values are marked, and not empty fields
        await dialog.getByLabel('Host').fill('no-such-host.invalid')
        await dialog.getByLabel('Port').fill('54x')
        await dialog.getByLabel('Username').focus()
        await dialog.getByText('Port must be a valid integer.').waitFor()
        await dialog.getByText('The hostname "no-such-host.invalid" cannot be resolved.').waitFor()
        expect(await dialog.getByText('This is a required field').count()).toEqual(0)
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await eventually(async () => expect(await dialog.getByText('This is a required field').count()).toEqual(2))
        expect(await axeFindings()).toEqual([])

        await dialog.getByLabel('Host').fill('127.0.0.1')
        await dialog.getByLabel('Port').fill('1')
        await dialog.getByLabel('Database name').fill(name)
        await dialog.getByLabel('Username').fill('postgres')
        await dialog.getByRole('textbox', { name: 'Password' }).fill('canary-secret')
        await dialog.getByLabel('Display Name').fill('Shop server')
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await dialog
          .getByText(/refused|closed/i)
          .first()
          .waitFor()
        await dialog.getByLabel('Port').fill(String(port))
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await dialog.getByText('STEP 3 OF 3').waitFor()
        await toastOf(page, 'Database connected').waitFor()
        await dialog.getByText('SQL Lab', { exact: true }).click()
        await dialog.getByLabel('Allow DML').check()
        await dialog.getByRole('button', { name: 'Finish' }).click()
        await dialog.waitFor({ state: 'detached' })

        // the stored password is masked, and stays when the connection is changed
        const row = page.getByRole('row').filter({ hasText: 'Shop server' })
        await row.getByRole('button', { name: 'Shop server' }).click()
        const edit = dialogOf(page, 'Edit database')
        expect(await edit.getByRole('textbox', { name: 'Password' }).inputValue()).toEqual('XXXXXXXXXX')
        await edit.getByLabel('Additional Parameters').fill('application_name=sextant')
        await edit.getByRole('tab', { name: 'Advanced' }).click()
        await edit.getByText('SQL Lab', { exact: true }).click()
        expect(await edit.getByLabel('Allow DML').isChecked()).toEqual(true)
        await edit.getByLabel('Allow CREATE TABLE AS').check()
        await edit.getByLabel('CTAS & CVAS SCHEMA').fill('shop')
        await edit.getByText('Other', { exact: true }).click()
        await edit.getByRole('button', { name: 'Finish' }).click()
        await toastOf(page, 'Database settings updated').waitFor()
        await edit.waitFor({ state: 'detached' })

        // the same connection as an address
        await row.getByRole('button', { name: 'Shop server' }).click()
        await edit.getByRole('button', { name: /SQLAlchemy URI string instead/ }).click()
        const uri = edit.getByLabel('SQLAlchemy URI')
        expect(await uri.inputValue()).toMatch(/:XXXXXXXXXX@127\.0\.0\.1:\d+\/test_\d+\?application_name=sextant$/)
        await edit.getByRole('button', { name: 'Test connection' }).click()
        await toastOf(page, 'Connection looks good!').waitFor()
        await uri.fill('postgresql://postgres@127.0.0.1:1/none')
        await edit.getByRole('button', { name: 'Test connection' }).click()
        await page
          .getByText(/^ERROR: /)
          .first()
          .waitFor()
        await uri.fill('')
        await edit.getByRole('button', { name: 'Test connection' }).click()
        await toastOf(page, 'Please enter a SQLAlchemy URI to test').waitFor()
        expect(await axeFindings()).toEqual([])
        await edit.getByRole('button', { name: 'Close', exact: true }).last().click()

        await makeDataset(page)
        expect(await axeFindings()).toEqual([])

        await page.getByRole('link', { name: 'Databases' }).click()
        await row.hover()
        await row.getByRole('button', { name: 'Delete' }).click()
        const question = dialogOf(page, 'Delete Database?')
        await question
          .getByText(/is linked to 0 charts that appear on 0 dashboards and users have 0 SQL Lab tabs/)
          .waitFor()
        await question.getByLabel(/Type "DELETE"/).fill('DELETE')
        await question.getByRole('button', { name: 'Delete' }).click()
        await page
          .getByText(/Cannot delete a database that has datasets attached/)
          .first()
          .waitFor()
        await deleteDatasetOf(page, 'orders')
        await row.hover()
        await row.getByRole('button', { name: 'Delete' }).click()
        await question.getByLabel(/Type "DELETE"/).fill('DELETE')
        await question.getByRole('button', { name: 'Delete' }).click()
        await toastOf(page, 'Deleted: Shop server').waitFor()
        await row.waitFor({ state: 'detached' })
      })
    },
  ),
]
