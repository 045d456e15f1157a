import type { Locator, Page } from 'playwright-core'
import { partsOf, startMailServer } from '../../src/server/reports/testing/mailServer.ts'
import { isSigned, startMessageServer } from '../../src/server/reports/testing/messageServer.ts'
import { callApi } from '../harness/callApi.ts'
import { choose, eventually, expect, settled } from '../harness/dashboard.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { webhookSecret } from '../harness/product.ts'
import { story } from '../harness/story.ts'

const textOf = (raw: string) => (partsOf(raw)['text/plain'] ?? '').replaceAll('\r', '')

/** Creates, without a mouse, an alert on the number of orders. The alert runs every minute. */
async function makeAlert(page: Page) {
  const { press, fill, choose: pick, reach } = keyboardOf(page)
  await press('Alert')
  await page.getByRole('dialog', { name: 'Add Alert' }).waitFor()
  await fill('Alert name', 'Many orders')
  await pick('Database', 'examples')
  await reach('textbox', 'SQL Query')
  await page.keyboard.type('SELECT COUNT(*) FROM shop_orders')
  await page.keyboard.press('Tab')
  await pick('Trigger Alert If...', '> (Larger than)')
  await fill('Value', '10')
  await pick('Every', 'minute')
  await reach('radio', 'Dashboard')
  await page.keyboard.press('ArrowRight')
  await pick('Chart', 'All orders')
  await press('Add notification method')
  // the list of methods has the focus
  await page.keyboard.press('ArrowDown')
  await fill('Recipients', 'shop@example.org')
  await press('Add')
  await page.getByText('Alert updated').waitFor()
}

/** Adds a notification method, such as `Email`. */
async function addMethod(dialog: Locator, method: 'Email' | 'Slack' | 'Webhook') {
  await dialog.getByRole('button', { name: 'Add notification method' }).click()
  await dialog.getByRole('combobox', { name: 'Select Delivery Method' }).last().selectOption(method)
}

export const stories = [
  story('reports: an alert and the PDF of a filtered tab are made, and both arrive as mails', async (world) => {
    const { page, signIn, go, axeFindings } = await world.visit()
    const mail = await startMailServer({}, {}, world.product.mailPort)
    try {
      await signIn()
      await go('/alert/list/')
      await makeAlert(page)

      await go('/superset/dashboard/shop/')
      await settled(page)
      await choose(page, 'Region', 'South')
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await settled(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Set up an email report' }).click()
      const dialog = page.getByRole('dialog', { name: 'Schedule a new email report' })
      await dialog.getByRole('radio', { name: 'PDF attached in email' }).click()
      await dialog.getByRole('checkbox', { name: 'With the current filters and tabs' }).click()
      expect(await axeFindings()).toEqual([])
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('The report has been created').waitFor()

      await go('/report/list/')
      const row = page.getByRole('row').filter({ hasText: 'Weekly Report' })
      await row.getByText(/only on Monday/).waitFor()
      await row.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Send test' }).click()
      const preview = page.getByRole('dialog', { name: 'Preview' })
      await preview.getByText(/^Attached: .+\.pdf$/).waitFor({ timeout: 60_000 })
      expect(await axeFindings()).toEqual([])
      await preview.getByRole('button', { name: 'Send to me' }).click()
      await page.getByText(/^A test was sent to/).waitFor({ timeout: 60_000 })
      const [sent] = mail.mails.filter(({ headers }) => headers['subject']?.includes('Weekly Report'))
      expect(sent?.raw.includes('application/pdf')).toEqual(true)
      expect(textOf(sent?.raw ?? '')).toMatch(/Explore in Sextant: http:\S+\/superset\/dashboard\/p\/[\w-]+\//)

      // the alert runs at the next full minute
      const alerts = () => mail.mails.filter(({ to }) => to.includes('shop@example.org'))
      await eventually(async () => expect(alerts().length).toEqual(1), 90_000)
      expect(textOf(alerts()[0]?.raw ?? '')).toMatch(/The value is 240\./)
    } finally {
      await mail.close()
    }
  }),

  story('reports: an alert is read in a channel of Slack, and a program gets it at a webhook', async (world) => {
    const { page, signIn, go } = await world.visit()
    const slack = await startMessageServer(world.product.messagePort)
    try {
      await signIn()
      await go('/alert/list/')
      await page.getByRole('button', { name: 'Alert', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      const choose = async (name: string, option: string) => {
        await dialog.getByRole('combobox', { name, exact: true }).click()
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await dialog.getByRole('textbox', { name: 'Alert name' }).fill('Orders & returns')
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Please look at <Region>.')
      await choose('Database', 'examples')
      await dialog.getByLabel('SQL Query').last().fill('SELECT COUNT(*) FROM shop_orders')
      await choose('Trigger Alert If...', '> (Larger than)')
      await dialog.getByRole('textbox', { name: 'Value' }).fill('10')
      await choose('Every', 'minute')
      await dialog.getByRole('radio', { name: 'Dashboard' }).click()
      await choose('Dashboard', 'Shop')
      await dialog.getByRole('radio', { name: 'Send as PDF' }).click()
      await addMethod(dialog, 'Slack')
      await dialog.getByRole('textbox', { name: 'Recipients' }).fill('#orders')
      await addMethod(dialog, 'Webhook')
      await dialog.getByRole('textbox', { name: 'Address' }).fill(`${slack.url}/hook`)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Alert updated').waitFor()

      // the alert runs at the next full minute
      await eventually(async () => expect(slack.hooks.length).toEqual(1), 90_000)
      await eventually(async () => expect(slack.messages[0]?.files.length).toEqual(1), 20_000)
      const [message] = slack.messages
      expect([message?.channel, message?.token]).toEqual(['#orders', 'xoxb-stories'])
      const lines = message?.text.split('\n') ?? []
      expect(lines.slice(0, 3)).toEqual([
        '*[Alert] Orders &amp; returns: Shop*',
        'Please look at &lt;Region&gt;.',
        'The value is 240.',
      ])
      expect(lines.at(-1)).toMatch(/^<http:\S+\/superset\/dashboard\/\S+\|Explore in Sextant>$/)
      expect(message?.files.map(({ name, content }) => [name, content.subarray(0, 5).toString()])).toEqual([
        ['Shop.pdf', '%PDF-'],
      ])
      const [hook] = slack.hooks
      expect(hook !== undefined && isSigned(hook, webhookSecret)).toEqual(true)
      const body = JSON.parse(hook?.body ?? '{}') as { name: string; value: number; files: { base64: string }[] }
      expect([body.name, body.value]).toEqual(['Orders & returns', 240])
      expect(
        Buffer.from(body.files[0]?.base64 ?? '', 'base64').equals(message?.files[0]?.content ?? Buffer.alloc(0)),
      ).toEqual(true)

      await page.getByRole('row').filter({ hasText: 'Orders & returns' }).getByRole('link').first().click()
      await page.getByRole('cell', { name: '240' }).first().waitFor()
      await page.getByRole('img', { name: 'Alert triggered, notification sent' }).first().waitFor()
    } finally {
      await slack.close()
    }
  }),

  story('reports: an alert is created, switched off and deleted, and a report has its own list', async (world) => {
    const { page, signIn, go, axeFindings } = await world.visit()
    await signIn()
    // other stories may have left reports
    const { ids } = await callApi<{ ids: number[] }>(page, 'GET', '/api/v1/report/?q=(page_size:100)')
    if (ids.length > 0) await callApi(page, 'DELETE', `/api/v1/report/?q=!(${ids.join(',')})`)
    await go('/alert/list/')
    await page.getByRole('button', { name: 'Alert', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    const choose = async (name: string, option: string | RegExp) => {
      await dialog.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option }).first().click()
    }
    await dialog.getByRole('textbox', { name: 'Alert name' }).fill('Many flights')
    await choose('Database', 'examples')
    await dialog.getByLabel('SQL Query').last().fill('SELECT COUNT(*) FROM flights_2001')
    await choose('Trigger Alert If...', '> (Larger than)')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('10')
    await choose('Every', 'week')
    await choose('Dashboard', /./)
    await addMethod(dialog, 'Email')
    await dialog.getByRole('textbox', { name: 'Recipients' }).fill('shop@example.org')
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Alert updated').waitFor()

    const row = page.getByRole('row').filter({ hasText: 'Many flights' })
    await row.getByText(/only on Sunday/).waitFor()
    await row.getByRole('img', { name: 'Nothing triggered' }).waitFor()
    const active = row.getByRole('checkbox', { name: /^Active/ })
    await active.uncheck()
    expect(await axeFindings()).toEqual([])
    await row.getByRole('link', { name: 'Many flights' }).click()
    await page.getByText('No execution yet').waitFor()
    await page.getByRole('link', { name: 'Back to all' }).click()

    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('This action will permanently delete').waitFor()
    await dialog.getByRole('textbox').fill('DELETE')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByText('No reports yet').waitFor()
  }),
]
