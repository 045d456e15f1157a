import type { Page } from 'playwright-core'
import { builder, openNew } from '../harness/building.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Dashboard title' })
const offer = (page: Page) => page.getByText(/This browser has stored unsaved changes/)

async function rename(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.keyboard.press('Enter')
}

/** Titles of the drafts in the browser's storage, by their keys. */
const keptTitles = (page: Page) =>
  page.evaluate(() =>
    Object.entries({ ...localStorage })
      .filter(([key]) => key.includes('dashboardDraft'))
      .map(([, draft]) => (JSON.parse(String(draft)) as { document: { title: string } }).document.title)
      .sort((a, b) => a.localeCompare(b)),
  )

/**
 * Waits until a window has searched for drafts and found this many other open editors: then it waits for them to close.
 */
const knowsOthers = (page: Page, count: number) =>
  eventually(async () => {
    const waiting = await page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.filter(({ name }) => name?.includes('dashboardDraft')).length
    })
    expect(waiting).toEqual(count)
  })

export const stories = [
  story(
    'dashboard editing: each window has its own draft, and offers the drafts of closed windows',
    async ({ visit }) => {
      const { page, signIn } = await visit({ expects: [/412/] })
      await signIn()
      const path = await openNew(page)
      const openAnother = async () => {
        const window = await page.context().newPage()
        await window.goto(`${path}?edit=true`)
        await builder(window).waitFor()
        return window
      }
      await rename(page, 'First window')
      await eventually(async () => expect(await keptTitles(page)).toEqual(['First window']))

      // the first window is still open, so its draft is not offered to others
      const second = await openAnother()
      await knowsOthers(second, 1)
      expect(await offer(second).count()).toEqual(0)
      await rename(second, 'Second window')
      await eventually(async () => expect(await keptTitles(page)).toEqual(['First window', 'Second window']))

      // once it is closed without saving, its draft is offered to open windows and to new ones
      await page.close({ runBeforeUnload: false })
      await offer(second).waitFor()
      const third = await openAnother()
      await third.getByRole('button', { name: 'Restore' }).click()
      expect(await title(third).inputValue()).toEqual('First window')
      await offer(third).waitFor({ state: 'detached' })
      // the third window has restored the draft, so it is no longer offered to the second
      await offer(second).waitFor({ state: 'detached' })
      expect(await keptTitles(second)).toEqual(['First window', 'Second window'])

      await third.keyboard.press('Control+s')
      await third.getByRole('button', { name: 'Edit dashboard' }).waitFor()
      await third.getByRole('heading', { name: 'First window' }).waitFor()
      expect(await keptTitles(third)).toEqual(['Second window'])
      expect(await title(second).inputValue()).toEqual('Second window')
    },
  ),

  story('dashboard editing: of several drafts the newest is offered first', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const path = await openNew(page)
    for (const name of ['Older', 'Newer']) {
      const window = await page.context().newPage()
      await window.goto(`${path}?edit=true`)
      await builder(window).waitFor()
      await rename(window, name)
      await eventually(async () => expect((await keptTitles(page)).includes(name)).toEqual(true))
      await window.close({ runBeforeUnload: false })
    }
    const last = await page.context().newPage()
    await last.goto(`${path}?edit=true`)
    await offer(last).waitFor()
    // the header has a button with this name as well
    await last.getByRole('button', { name: 'Discard', exact: true }).last().click()
    await eventually(async () => expect(await keptTitles(last)).toEqual(['Older']))
    await last.getByRole('button', { name: 'Restore' }).click()
    expect(await title(last).inputValue()).toEqual('Older')
  }),
]
