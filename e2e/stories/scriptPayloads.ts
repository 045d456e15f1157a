import type { Page } from 'playwright-core'
import { expect, settled } from '../harness/dashboard.ts'
import { handled } from '../harness/handled.ts'
import { hostileBundle, hostileTable, payloads } from '../harness/hostileBundle.ts'
import { story } from '../harness/story.ts'
import { atRest } from '../pictures/scene.ts'

/** Checks that no payload ran, and that nothing on the page would run one on interaction. */
async function untouched(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    hacked: (window as { hacked?: number }).hacked,
    leads: [...document.querySelectorAll('a[href], area[href], form[action], iframe, object, embed')]
      .filter(
        (each) =>
          each.matches('iframe, object, embed') ||
          /^\s*(javascript|data):/i.test(each.getAttribute('href') ?? each.getAttribute('action') ?? ''),
      )
      .map((each) => each.outerHTML),
    handlers: [...document.querySelectorAll('*')]
      .flatMap((each) => each.getAttributeNames())
      .filter((name) => name.startsWith('on')),
  }))
  expect({ where, ...found }).toEqual({ where, hacked: undefined, leads: [], handlers: [] })
}

/** Hovers over every chart so that tooltips are shown, and clicks into it. */
async function hoverCharts(page: Page): Promise<void> {
  for (const plot of await page.locator('[data-viz-type] canvas, [data-viz-type] svg').all()) {
    if (!(await plot.isVisible())) continue
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box || box.height < 20) continue
    for (const part of [0.2, 0.5, 0.8])
      await page.mouse.move(box.x + box.width * part, box.y + box.height * 0.6, { steps: 2 })
    await handled(page)
  }
}

export const stories = [
  story(
    'safety: scripts in the texts of a bundle and of its data never run and cause no reports',
    async ({ product, visit }) => {
      await product.loadTable(hostileTable.name, hostileTable.csv)
      await product.importFiles(hostileBundle)
      const { page, signIn, go, problems } = await visit({ expects: [/404 .*no\/such/] })
      await page.exposeFunction('tellViolation', (text: string) => problems.push(`reported: ${text}`))
      await page.addInitScript(() => {
        const { tellViolation } = window as unknown as { tellViolation: (text: string) => void }
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          tellViolation(`${violatedDirective} ${blockedURI}`),
        )
      })
      await signIn()
      const at = async (where: string, path?: string) => {
        if (path !== undefined) {
          await go(path)
          await atRest(page)
        }
        await untouched(page, where)
      }
      for (const path of [
        '/superset/welcome/',
        '/dashboard/list/',
        '/dashboard/list/?viewMode=card',
        '/chart/list/',
        '/tablemodelview/list/',
        '/chart/add',
      ]) {
        await at(path, path)
      }

      await go('/superset/dashboard/hostile/')
      await settled(page)
      for (const chart of await page.locator('[data-chart-id]').all()) {
        await chart.scrollIntoViewIfNeeded()
        await settled(page)
      }
      await at('dashboard')
      await hoverCharts(page)
      await at('tooltips')
      for (const link of await page.locator('[data-viz-type] td a, .dashboard-markdown a').all()) {
        await link.click({ timeout: 2000, noWaitAfter: true }).catch(() => undefined)
      }
      await at('links')
      await page
        .getByRole('combobox', { name: /^Filter/ })
        .first()
        .click()
      await page.getByRole('option', { name: payloads[0] }).first().waitFor()
      await at('options')
      await page.keyboard.press('Escape')
      const tile = page.locator('[data-chart-id]').first()
      const dialog = page.getByRole('dialog')
      for (const [entry, shown] of [
        ['View query', dialog.getByText('SELECT')],
        ['View as table', dialog.getByRole('cell')],
        ['Show chart description', tile.getByText('bold')],
      ] as const) {
        await tile.hover()
        await tile.getByRole('button', { name: /^More about/ }).click()
        await page.getByRole('menuitem', { name: entry }).click()
        await shown.first().waitFor()
        await at(entry)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }

      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill('hacked')
      await dialog
        .getByRole('option', { name: /hacked/ })
        .first()
        .waitFor()
      await at('palette')

      const ids = await page.evaluate(async () => {
        const answer = await fetch('/api/v1/chart/?q=(page_size:100)')
        const { result } = (await answer.json()) as { result: { id: number; slice_name: string }[] }
        return result.filter(({ slice_name }) => slice_name.includes('hacked')).map(({ id }) => id)
      })
      expect(ids.length).toEqual(10)
      for (const id of ids) {
        await at(`explore ${id}`, `/explore/?slice_id=${id}`)
        await hoverCharts(page)
        await at(`tooltips of ${id}`)
      }
      await at('explore by name', `/explore/?slice_id=${ids[0]}#<img src=x onerror=window.hacked=1>`)
      await at('not found', '/no/such/<img src=x onerror=window.hacked=1>')
      await at('editing', '/superset/dashboard/hostile/?edit=true')
    },
  ),
]
