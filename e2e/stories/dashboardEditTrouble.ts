import type { Page } from 'playwright-core'
import { builder, card, findCharts, openNew } from '../harness/building.ts'
import { eventually, expect, settled } from '../harness/dashboard.ts'
import { admin } from '../harness/product.ts'
import { story } from '../harness/story.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Dashboard title' })
const charts = (page: Page) =>
  page.locator('[data-edit="CHART"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

async function rename(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.keyboard.press('Enter')
}

async function addChart(page: Page, name: string): Promise<void> {
  await findCharts(page, name)
  await card(page, name).click()
  await page.locator(`[data-edit="CHART"][aria-label*="${name}"]`).waitFor()
}

async function isSaved(page: Page): Promise<void> {
  // the message of an earlier save may still be visible
  await page.getByText('This dashboard was saved successfully.').last().waitFor()
  await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
}

/** Adds a second owner to a dashboard, as its properties dialog does. */
const share = (page: Page, path: string, username: string) =>
  page.evaluate(
    async ({ id, name }) => {
      const people = (await (await fetch('/api/v1/dashboard/related/owners')).json()) as {
        result: { value: number; text: string }[]
      }
      const owners = people.result.filter(({ text }) => text.toLowerCase().includes(name) || /admin/i.test(text))
      const csrf = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
      const answer = await fetch(`/api/v1/dashboard/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-csrftoken': csrf },
        body: JSON.stringify({ owners: owners.map(({ value }) => value) }),
      })
      if (!answer.ok || owners.length < 2) throw new Error(`not shared: ${answer.status}, ${owners.length} owners`)
    },
    { id: /\d+/.exec(path)?.[0] ?? '', name: username },
  )

export const stories = [
  story('dashboard editing: two users add one chart each, and neither is lost', async ({ visit, product }) => {
    await product.addUser('colleague', ['Alpha'], 'examples')
    const mine = await visit({ expects: [/412/] })
    await mine.signIn()
    const path = await openNew(mine.page)
    await share(mine.page, path, 'colleague')
    await mine.page.reload()
    await builder(mine.page).waitFor()
    const theirs = await visit()
    await theirs.signIn('colleague')
    await theirs.page.goto(`${path}?edit=true`)
    await builder(theirs.page).waitFor()

    await addChart(theirs.page, 'Revenue by region')
    await rename(theirs.page, 'Named by the colleague')
    await theirs.page.keyboard.press('Control+s')
    await isSaved(theirs.page)

    await addChart(mine.page, 'Revenue by product')
    await mine.page.keyboard.press('Control+s')
    const dialog = mine.page.getByRole('dialog', { name: 'Confirm overwrite' })
    // the dialog shows who saved and when, and both versions
    await dialog
      .getByText(/Last Updated \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC by colleague/i)
      .first()
      .waitFor()
    await dialog
      .getByText(/Revenue by region/)
      .first()
      .waitFor()
    await dialog
      .getByText(/Revenue by product/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'No', exact: true }).click()
    expect((await charts(mine.page)).length).toEqual(1)
    await mine.page.keyboard.press('Control+s')
    await dialog.getByText(/no change is lost/).waitFor()
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await isSaved(mine.page)
    for (const name of ['Revenue by product', 'Revenue by region'])
      await mine.page.locator(`[data-chart-id][aria-label="${name}"]`).waitFor()
    await mine.page.getByRole('heading', { name: 'Named by the colleague' }).waitFor()
  }),

  story('dashboard editing: a text of one window and a header of the other are shown and saved', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/412/] })
    await signIn()
    const path = await openNew(page)
    const layoutElements = (window: Page) => builder(window).getByRole('tab', { name: 'Layout elements' }).click()
    await layoutElements(page)
    await card(page, 'Text').click()
    await page.keyboard.press('Control+s')
    await isSaved(page)
    const other = await page.context().newPage()
    for (const window of [page, other]) {
      await window.goto(`${path}?edit=true`)
      await builder(window).waitFor()
    }
    const write = async (window: Page, line: string, at: 'end' | 'start' = 'end') => {
      await window.locator('[data-edit="MARKDOWN"]').click()
      // the code editor replaces the plain field when it has loaded
      await window.locator('[contenteditable][aria-label="Markdown"]').focus()
      await window.keyboard.press(at === 'end' ? 'Control+End' : 'Control+Home')
      await window.keyboard.press('Enter')
      if (at === 'start') await window.keyboard.press('ArrowUp')
      await window.keyboard.type(line)
      await title(window).focus()
      await window.getByRole('textbox', { name: 'Markdown' }).waitFor({ state: 'detached' })
      await window.locator('[data-edit="MARKDOWN"]').getByText(line).waitFor()
    }
    await write(other, 'Written in the other window')
    await other.keyboard.press('Control+s')
    await isSaved(other)

    await layoutElements(page)
    await card(page, 'Header').click()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Confirm overwrite' })
    await dialog.getByText(/You saved this dashboard at \d\d:\d\d UTC in another window/).waitFor()
    await dialog.getByText('Please confirm the overwrite values.').waitFor()
    const text = dialog.getByRole('region', { name: /^Layout: Text/ })
    await text.locator('ins', { hasText: 'Written in the other window' }).waitFor()
    expect(await text.getByText(/Header 2/).count()).toEqual(2)
    await text.getByText('Overwriting reverts it').waitFor()
    await dialog
      .getByRole('region', { name: 'Layout: Header New header' })
      .getByText('Added', { exact: true })
      .waitFor()
    expect(await dialog.getByText(/Scroll down to the bottom/).count()).toEqual(0)
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await isSaved(page)
    await page.getByText('Written in the other window').waitFor()
    await page.getByText('New header').waitFor()

    // both windows change the same text, in different lines: the changes are merged
    for (const window of [page, other]) {
      await window.goto(`${path}?edit=true`)
      await builder(window).waitFor()
    }
    await write(other, 'First of all', 'start')
    await other.keyboard.press('Control+s')
    await isSaved(other)
    await write(page, 'Last of all')
    await page.keyboard.press('Control+s')
    await dialog.getByText(/no change is lost/).waitFor()
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await isSaved(page)
    for (const line of ['First of all', 'Written in the other window', 'Last of all'])
      await page.getByText(line).waitFor()

    // both windows change the same lines: both versions are shown completely
    for (const window of [page, other]) {
      await window.goto(`${path}?edit=true`)
      await builder(window).waitFor()
    }
    await write(other, 'Ends like this')
    await other.keyboard.press('Control+s')
    await isSaved(other)
    await write(page, 'Ends like that')
    await page.keyboard.press('Control+s')
    await dialog.getByText(/Both versions changed the same parts/).waitFor()
    for (const line of ['Ends like this', 'Ends like that']) await dialog.locator('ins', { hasText: line }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Save both' }).count()).toEqual(0)
    await dialog.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByText('Ends like that').waitFor()
  }),

  story(
    'dashboard editing: a chart saved to the dashboard in another tab is added to the edited layout',
    async ({ visit }) => {
      const { page, signIn } = await visit()
      await signIn()
      const path = await openNew(page)
      await addChart(page, 'Revenue by product')
      await page.evaluate(
        async (id) => {
          const found = await fetch('/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:Revenue)))')
          const [chart] = ((await found.json()) as { result: { id: number }[] }).result
          const csrf = document.querySelector<HTMLInputElement>('#csrf_token')?.value ?? ''
          const shop = (await (await fetch(`/api/v1/chart/${chart?.id}`)).json()) as {
            result: { dashboards: { id: number }[] }
          }
          const dashboards = [...shop.result.dashboards.map((each) => each.id), id]
          await fetch(`/api/v1/chart/${chart?.id}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'x-csrftoken': csrf },
            body: JSON.stringify({ dashboards }),
          })
          document.dispatchEvent(new Event('visibilitychange'))
        },
        Number(/\d+/.exec(path)?.[0]),
      )
      await page
        .getByText('Charts that you added to this dashboard in another window were placed at its end.')
        .waitFor()
      expect((await charts(page)).map((label) => label.split(',')[0])).toEqual([
        'Chart Revenue by product',
        'Chart Revenue',
      ])
      await page.keyboard.press('Control+s')
      await isSaved(page)
      await page.locator('[data-chart-id][aria-label="Revenue"]').waitFor()
    },
  ),

  story('dashboard editing: a save without a network shows an error, and succeeds later', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/] })
    await signIn()
    const path = await openNew(page)
    await addChart(page, 'Revenue by product')
    await rename(page, 'Saved later')
    // the code that draws the chart also arrives over the network
    await settled(page)
    await page.context().setOffline(true)
    await page.keyboard.press('Control+s')
    await page.getByText(/there was an error saving this dashboard/).waitFor()
    expect([await title(page).inputValue(), (await charts(page)).length]).toEqual(['Saved later', 1])
    await page.getByText(/unsaved change/).waitFor()
    await page.context().setOffline(false)
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.goto(path)
    await page.getByRole('heading', { name: 'Saved later' }).waitFor()
    await page.locator('[data-chart-id][aria-label="Revenue by product"]').waitFor()
  }),

  story('dashboard editing: changes made during a save are kept', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openNew(page)
    await rename(page, 'Sent')
    const gate = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/dashboard\/\d+$/, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const response = await route.fetch()
      await gate.promise
      await route.fulfill({ response })
    })
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Control+s')
    await sent
    await rename(page, 'Meanwhile')
    const isKept = () => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Meanwhile'))
    await eventually(async () => expect(await isKept()).toEqual(true))
    gate.resolve()
    await page.getByText('This dashboard was saved successfully.').waitFor()
    await page.getByText(/unsaved change/).waitFor()
    expect(await title(page).inputValue()).toEqual('Meanwhile')
    await eventually(async () => expect(await isKept()).toEqual(true))
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.getByRole('heading', { name: 'Meanwhile' }).waitFor()
  }),

  story('dashboard editing: if the session ends, the user signs in again and the save succeeds', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/401/] })
    await signIn()
    await openNew(page)
    await addChart(page, 'Revenue by product')
    await rename(page, 'After the session')
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await dialog.waitFor({ state: 'detached' })
    await isSaved(page)
    await page.getByRole('heading', { name: 'After the session' }).waitFor()
  }),

  story('dashboard editing: a crashed tab loses nothing', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    await addChart(page, 'Revenue by product')
    await rename(page, 'Before the crash')
    await page.getByText('2 unsaved changes').waitFor()
    await eventually(async () =>
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Before the crash'))).toEqual(true),
    )
    const other = await page.context().newPage()
    // the renderer process of the tab ends without a message
    const session = await page.context().newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash')
    await other.goto(`${path}?edit=true`)
    await other.getByText(/This browser has stored unsaved changes/).waitFor()
    await other.getByRole('button', { name: 'Restore' }).click()
    await other.getByText('2 unsaved changes').waitFor()
    expect([await title(other).inputValue(), (await charts(other)).length]).toEqual(['Before the crash', 1])
    await other.keyboard.press('Control+s')
    await isSaved(other)
  }),

  story('dashboard editing: a new dashboard that is discarded at once is deleted', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/status of 404/] })
    await signIn()
    for (const isChanged of [false, true]) {
      const path = await openNew(page)
      if (isChanged) await addChart(page, 'Revenue by product')
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
      if (isChanged) {
        const dialog = page.getByRole('dialog', { name: 'You have unsaved changes.' })
        await dialog.getByText(/The dashboard is also deleted/).waitFor()
        await dialog.getByRole('button', { name: 'Discard changes' }).click()
      }
      await page.getByText('The new dashboard was deleted, because it was never saved.').first().waitFor()
      await page.waitForURL(/dashboard\/list/)
      const status = await page.evaluate(
        async (id) => (await fetch(`/api/v1/dashboard/${id}`)).status,
        path.split('/')[3],
      )
      expect(status).toEqual(404)
    }
    // a dashboard that was saved is not deleted
    const path = await openNew(page)
    await addChart(page, 'Revenue by product')
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.goto(`${path}?edit=true`)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
  }),
]
