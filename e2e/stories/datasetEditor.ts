import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { datasetId } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { story } from '../harness/story.ts'

const table = 'flights_2001'

async function openEditor(page: Page) {
  await page.goto('/tablemodelview/list/')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: table, exact: true }) })
  await row.getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: `Edit Dataset ${table}` })
}

/** Delays the responses of an address until released. */
async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

export const stories = [
  story('dataset editor: text typed during the validation stays', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const editor = await openEditor(page)
    const label = editor.getByRole('textbox', { name: 'Label', exact: true })
    const sync = editor.getByRole('button', { name: 'Sync columns from source' })

    const read = await hold(page, '**/datasource/external_metadata/**')
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Details of origin' }).click()
    await sync.click()
    await label.fill('From')
    // the list and its button are removed before the response arrives
    await editor.getByRole('tab', { name: 'Settings' }).click()
    await editor.getByRole('textbox', { name: 'Description' }).fill('All flights')
    read()
    await page.getByText('Metadata has been synced').waitFor()
    expect(await editor.getByRole('textbox', { name: 'Description' }).inputValue()).toEqual('All flights')
    await editor.getByRole('tab', { name: /^Columns/ }).click()
    await editor.getByRole('button', { name: 'Details of origin' }).click()
    expect(await label.inputValue()).toEqual('From')

    // the response to a request that is no longer needed opens nothing
    await editor.getByRole('tab', { name: /^Metrics/ }).click()
    await editor.getByRole('button', { name: 'Add item' }).click()
    await editor.getByRole('textbox', { name: 'Metric', exact: true }).fill('all')
    const sql = editor.getByRole('textbox', { name: 'SQL expression: all' })
    await sql.fill('COUNT(*)')
    // the editor's code arrives later than its field
    await editor.locator('.cm-content').waitFor()
    // renaming does not change the text: it can still be undone
    const written = await sql.elementHandle()
    await editor.getByRole('textbox', { name: 'Metric', exact: true }).fill('every one')
    await editor.getByRole('textbox', { name: 'SQL expression: every one' }).waitFor()
    expect(await written?.evaluate((element) => element.isConnected)).toEqual(true)
    const check = await hold(page, '**/api/v1/explore/data')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.getByRole('button', { name: 'Cancel', exact: true }).click()
    const leave = page.getByRole('dialog', { name: 'Close without saving?' })
    await leave.waitFor()
    const checked = page.waitForResponse('**/api/v1/explore/data')
    check()
    await checked
    await handled(page)
    await leave.getByRole('button', { name: 'Discard changes' }).click()
    await editor.waitFor({ state: 'detached' })
  }),

  story('dataset editor: changes by another user are neither lost nor treated as our own', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/status of (412|500)/] })
    await signIn()
    const id = await datasetId(page, table)
    const editor = await openEditor(page)
    const description = editor.getByRole('textbox', { name: 'Description' })
    await editor.getByRole('tab', { name: 'Settings' }).click()
    await description.fill('Mine')
    await page.evaluate(async (dataset) => {
      const token = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch(`/api/v1/dataset/${dataset}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-csrftoken': token },
        body: JSON.stringify({ description: 'Theirs' }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }, id)
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Confirm save' }).getByRole('button', { name: 'OK' }).click()
    await editor.getByText('Another user has saved this dataset in the meantime.').waitFor()

    let isDown = true
    await page.route(`**/api/v1/dataset/${id}`, (route) =>
      isDown ? route.fulfill({ status: 500, json: { message: 'The store is away.' } }) : route.continue(),
    )
    const take = editor.getByRole('button', { name: 'Discard my changes and reload' })
    await take.click()
    await page.getByText('The store is away.').first().waitFor()
    expect(await description.inputValue()).toEqual('Mine')
    isDown = false
    await take.click()
    await take.waitFor({ state: 'detached' })
    await eventually(async () => expect(await description.inputValue()).toEqual('Theirs'))
  }),
]
