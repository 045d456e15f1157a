import type { Page } from 'playwright-core'
import { builder, card, openNew } from '../harness/building.ts'
import { eventually, expect } from '../harness/dashboard.ts'
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
  await builder(page).getByRole('textbox', { name: 'Filter your charts' }).fill(name)
  await card(page, name).click()
  await page.locator(`[data-edit="CHART"][aria-label*="${name}"]`).waitFor()
}

async function isSaved(page: Page): Promise<void> {
  await page.getByText('This dashboard was saved successfully.').waitFor()
  await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
}

/** Gives a dashboard a second owner, as its properties do. */
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
  story('dashboard editing: two people add a chart each, and neither is lost', async ({ visit, product }) => {
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
    // who and when, both versions
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
    await dialog.getByText(/added stand at the end of your layout/).waitFor()
    await dialog.getByRole('button', { name: 'Save both' }).click()
    await isSaved(mine.page)
    for (const name of ['Revenue by product', 'Revenue by region'])
      await mine.page.locator(`[data-chart-id][aria-label="${name}"]`).waitFor()
    await mine.page.getByRole('heading', { name: 'Named by the colleague' }).waitFor()
  }),

  story('dashboard editing: a chart saved to the dashboard in another tab joins what is edited', async ({ visit }) => {
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
    await page.getByText('What you added to this dashboard elsewhere stands at its end.').waitFor()
    expect((await charts(page)).map((label) => label.split(',')[0])).toEqual([
      'Chart Revenue by product',
      'Chart Revenue',
    ])
    await page.keyboard.press('Control+s')
    await isSaved(page)
    await page.locator('[data-chart-id][aria-label="Revenue"]').waitFor()
  }),

  story('dashboard editing: a save without a network is told, and goes through later', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/] })
    await signIn()
    const path = await openNew(page)
    await addChart(page, 'Revenue by product')
    await rename(page, 'Saved later')
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

  story('dashboard editing: what is changed while a save is on its way is kept', async ({ visit }) => {
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

  story('dashboard editing: a session that ends in the middle asks for the password and saves', async ({ visit }) => {
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
    await eventually(async () =>
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Before the crash'))).toEqual(true),
    )
    const other = await page.context().newPage()
    // the process of the tab ends without a word
    const session = await page.context().newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await page.waitForEvent('crash')
    await other.goto(`${path}?edit=true`)
    await other.getByText(/Unsaved changes from .* were kept in this browser/).waitFor()
    await other.getByRole('button', { name: 'Restore' }).click()
    expect([await title(other).inputValue(), (await charts(other)).length]).toEqual(['Before the crash', 1])
    await other.keyboard.press('Control+s')
    await isSaved(other)
  }),
]
