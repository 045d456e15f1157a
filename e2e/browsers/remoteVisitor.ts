import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { admin, type Product } from '../harness/product.ts'
import type { VisitOptions, Visitor } from '../harness/visitor.ts'
import { RemotePage } from './remotePage.ts'
import type { RemoteBrowser } from './remoteWindow.ts'

/** A user with a browser other than Chromium, for stories and scenes. */
export async function visitRemotely(
  browser: RemoteBrowser,
  product: Product,
  { theme = 'light', phone, expects = [] }: VisitOptions = {},
): Promise<Visitor> {
  const window = await browser.openWindow(theme)
  if (phone) await window.resize(390, 844)
  const page = new RemotePage(window, product.address)
  return {
    page: page.asPage(),
    problems: page.problems,
    go: (path) => page.goto(path),
    async signIn(username = admin.username) {
      await page.goto('/login/')
      await page.getByLabel('Username').fill(username)
      await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(/welcome/)
    },
    axeFindings: () => axeFindings(page),
    async leave() {
      await page.collectProblems()
      const unexpected = page.problems.filter((text) => !expects.some((expected) => expected.test(text)))
      page.problems.splice(0, page.problems.length, ...unexpected)
      await window.close()
    },
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function axeFindings(page: RemotePage): Promise<string[]> {
  const { violations } = await page.run<{
    violations: { id: string; impact: string | null; help: string; nodes: { target: unknown[] }[] }[]
  }>(`${axeSource}; return axe.run(document, { resultTypes: ["violations"] })`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
}
