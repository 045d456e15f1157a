import type { Page } from 'playwright-core'
import { handled } from '../harness/handled.ts'
import { atRest, change, emptyList, type Scene, type Stage, scene } from './scene.ts'

const shop = '/superset/dashboard/shop/?edit=true'

const inEdit = async (page: Page) => {
  await page.goto(shop)
  await page.getByRole('complementary', { name: 'Builder' }).waitFor()
  await atRest(page)
}

async function openDialog(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await page.getByRole('dialog').waitFor()
  await handled(page)
}

const inDialog = (entry: string, name: string, then: (page: Page) => Promise<void> = async () => undefined): Scene =>
  scene(
    `dashboardEdit-${name}`,
    async ({ page }: Stage) => {
      await inEdit(page)
      await openDialog(page, entry)
      await then(page)
      await handled(page)
    },
    { only: 'wide' },
  )

const title = (page: Page) => page.getByRole('textbox', { name: 'Dashboard title' })

/** The states of the dashboard editor. */
export const editScenes: Scene[] = [
  scene('dashboardEdit-full', ({ page }) => inEdit(page), { only: 'wide' }),
  scene(
    'dashboardEdit-selected',
    async ({ page }) => {
      await inEdit(page)
      await page.locator('[data-edit="CHART"]').first().focus()
      await page.keyboard.press('Enter').catch(() => undefined)
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-elements',
    async ({ page }) => {
      await inEdit(page)
      await page.getByRole('tab', { name: 'Layout elements' }).click()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-menu',
    async ({ page }) => {
      await inEdit(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem').first().waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  inDialog('Edit properties', 'properties'),
  inDialog('Edit CSS', 'css'),
  inDialog('Add and edit filters', 'filters'),
  inDialog('Save as', 'saveAs'),
  scene(
    'dashboardEdit-new',
    async ({ page }) => {
      await page.goto('/dashboard/new/')
      await page.getByRole('complementary', { name: 'Builder' }).waitFor()
      await atRest(page)
      const id = /dashboard\/(\d+)/.exec(page.url())?.[1]
      await page.evaluate(async (own) => {
        const { result } = (await (await fetch('/api/v1/security/csrf_token/')).json()) as { result: string }
        await fetch(`/api/v1/dashboard/${own}`, { method: 'DELETE', headers: { 'X-CSRFToken': result } })
      }, id)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-chartsEmpty',
    async ({ page }) => {
      await emptyList(page, '**/api/v1/chart/?q=*')
      await inEdit(page)
    },
    { only: 'wide' },
  ),
  inDialog('Cross-filtering scoping', 'crossFilters', async (page) => {
    await page.getByRole('button', { name: 'Add custom scoping' }).click()
    await page.getByRole('combobox', { name: 'Chart' }).click()
    await page.getByRole('option').first().click()
    await page.getByText('Apply to specific panels').click()
  }),
  inDialog('Set auto-refresh interval', 'interval'),
  inDialog('Edit CSS', 'cssTyped', async (page) => {
    await page.getByRole('textbox', { name: 'Live CSS editor' }).click()
    await page.keyboard.type('/* quiet */\n.chart-container { border-color: #ccc; }')
  }),
  inDialog('Edit properties', 'metadata', async (page) => {
    await page.getByText('Advanced').click()
    await page.getByRole('textbox', { name: 'JSON metadata' }).scrollIntoViewIfNeeded()
  }),
  inDialog('Add and edit filters', 'preFilter', async (page) => {
    await page.getByRole('button', { name: 'Region', exact: true }).click()
    await page.getByText('Pre-filter available values').click()
    await page.getByRole('button', { name: /^Pre-filter:/ }).click()
    await page.getByRole('dialog', { name: 'Filter', exact: true }).waitFor()
  }),
  inDialog('Add and edit filters', 'filterScope', async (page) => {
    await page.getByRole('button', { name: 'Region', exact: true }).click()
    await page.getByRole('tab', { name: 'Scoping' }).click()
    await page.getByText('Apply to specific panels').click()
  }),
  inDialog('Add and edit filters', 'filterFault', async (page) => {
    const dialog = page.getByRole('dialog', { name: 'Add and edit filters' })
    await dialog.getByRole('button', { name: 'Add filters and dividers' }).click()
    await page.getByRole('menuitem', { name: 'Filter', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
  }),
  scene(
    'dashboardEdit-markdown',
    async ({ page }) => {
      await inEdit(page)
      await page.locator('[data-edit="MARKDOWN"]').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Markdown', exact: true }).waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-dragging',
    async ({ page }) => {
      await inEdit(page)
      const [from, to] = await Promise.all([
        page.locator('[data-edit="CHART"]').first().boundingBox(),
        page.locator('[data-edit="CHART"]').nth(1).boundingBox(),
      ])
      if (!from || !to) throw new Error('nothing to drag')
      await page.mouse.move(from.x + 80, from.y + 80)
      await page.mouse.down()
      await page.mouse.move(from.x + 90, from.y + 90, { steps: 3 })
      await page.mouse.move(to.x + to.width - 10, to.y + 60, { steps: 8 })
      await handled(page)
    },
    { only: 'wide', isFleeting: true },
  ),
  scene(
    'dashboardEdit-deleteTab',
    async ({ page }) => {
      await inEdit(page)
      await page
        .getByRole('button', { name: /^Delete tab/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-conflict',
    async ({ page }) => {
      await inEdit(page)
      await page.evaluate(async () => {
        const { result } = (await (await fetch('/api/v1/security/csrf_token/')).json()) as { result: string }
        const headers = { 'X-CSRFToken': result, 'content-type': 'application/json' }
        const { result: item } = (await (await fetch('/api/v1/dashboard/shop')).json()) as {
          result: { id: number; css: string | null }
        }
        const css = `${item.css ?? ''}\n/* seen by a colleague at ${Date.now()} */`
        await fetch(`/api/v1/dashboard/${item.id}`, { method: 'PUT', headers, body: JSON.stringify({ css }) })
      })
      await title(page).fill('Shop, seen by me')
      await page.keyboard.press('Enter')
      await page.locator('[data-edit="CHART"]').first().focus()
      await page.keyboard.press('Delete')
      await page.keyboard.press('Control+s')
      await page.getByRole('dialog', { name: 'Confirm overwrite' }).waitFor()
      await handled(page)
    },
    { only: 'wide', expects: [/412/] },
  ),
  scene(
    'dashboardEdit-draftFound',
    async ({ page }) => {
      await inEdit(page)
      await title(page).fill('A draft of the shop')
      await page.keyboard.press('Enter')
      await page.waitForFunction(
        (text) => Object.values(localStorage).some((kept) => String(kept).includes(text)),
        'A draft of the shop',
      )
      const kept = await page.evaluate(() =>
        Object.entries(localStorage).filter(([key]) => key.includes('dashboardDraft')),
      )
      await page.evaluate(() => {
        window.onbeforeunload = null
      })
      page.once('dialog', (dialog) => void dialog.accept())
      await page.goto('/dashboard/list/')
      await page.evaluate((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      }, kept)
      await inEdit(page)
      await page.getByRole('button', { name: 'Restore' }).waitFor()
    },
    { only: 'wide' },
  ),
  scene(
    'dashboardEdit-brokenLayout',
    async ({ page }) => {
      await change(page, '**/api/v1/dashboard/*', (text) => {
        const answer = JSON.parse(text) as { result?: { position_json?: string } }
        if (!answer.result?.position_json) return text
        const position = JSON.parse(answer.result.position_json) as Record<
          string,
          { type?: string; children?: string[] }
        >
        const row = Object.values(position).find(({ type }) => type === 'ROW')
        row?.children?.push('CHART-that-is-gone', 'ROOT_ID')
        answer.result.position_json = JSON.stringify(position)
        return JSON.stringify(answer)
      })
      await inEdit(page)
      await page.getByText('Parts of the stored layout').waitFor()
    },
    { only: 'wide' },
  ),
]
