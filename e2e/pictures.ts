/**
 * `npm run pictures -- DIR [WORD ...]`: takes a screenshot of every screen in every state (loading, empty, error, full,
 * dialogs, menus, drawers, toasts), light and dark, at 1440x900 and at 390x844, and combines them on sheets for review.
 * axe checks each state as well. Words select the scenes whose names contain one of them. The exit code is 1 if a scene
 * could not be shown, the page reported a problem, or axe found something serious.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProduct } from './harness/product.ts'
import { chromiumPath, launchBrowser, type Visitor, visit } from './harness/visitor.ts'
import { sceneFiles } from './pictures/files.ts'
import { allScenes, playScene } from './pictures/index.ts'
import type { Reader } from './pictures/scene.ts'
import { drawSheets } from './pictures/sheets.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const [folder, ...words] = process.argv.slice(2)
const chromium = chromiumPath()
if (folder === undefined || chromium === undefined) {
  say(folder === undefined ? 'Usage: npm run pictures -- DIR [WORD ...]' : 'No Chromium; set CHROMIUM_PATH.')
  process.exit(1)
}
const out = resolve(folder)
mkdirSync(out, { recursive: true })

const views = [
  { theme: 'light', phone: false },
  { theme: 'dark', phone: false },
  { theme: 'light', phone: true },
  { theme: 'dark', phone: true },
] as const
const chosen = allScenes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

const files = sceneFiles(mkdtempSync(join(tmpdir(), 'sextant-pictures-')))
const product = await startProduct()
const browser = await launchBrowser(chromium)
const troubles: string[] = []
const pictures = new Set<string>()
try {
  await product.importBundle(join(import.meta.dirname, 'fixtures/shop'))
  await product.addUser('reader', ['Gamma'], 'examples')
  await product.addUser('newcomer', ['Gamma'], 'nothing')
  for (const { theme, phone } of views) {
    const size = phone ? 'phone' : 'wide'
    const visitors = new Map<Reader, Visitor>()
    for (const scene of chosen.filter(({ only }) => only === undefined || only === size)) {
      const name = `${scene.name}.${theme}.${size}`
      const reader = scene.as ?? 'admin'
      let visitor = visitors.get(reader)
      if (!visitor) {
        visitor = await visit(browser, product, { theme, phone })
        if (reader !== 'nobody') await visitor.signIn(reader)
        visitors.set(reader, visitor)
      }
      visitor.problems.length = 0
      const shown = await playScene(scene, { visitor, product, files, isPhone: phone })
      await visitor.page.screenshot({ path: join(out, `${name}.png`) })
      pictures.add(name)
      const findings = scene.isFleeting ? [] : await visitor.axeFindings().catch(() => [])
      const complaints = visitor.problems.filter((text) => !scene.expects?.some((expected) => expected.test(text)))
      const trouble = [...shown, ...findings.map((finding) => `axe: ${finding}`), ...complaints]
      troubles.push(...trouble.map((text) => `${name}: ${text}`))
      say(`${trouble.length === 0 ? 'ok  ' : 'FAIL'} ${name}${trouble.map((text) => `\n       ${text}`).join('')}`)
      await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await Promise.all([...visitors.values()].map((visitor) => visitor.leave()))
  }
  await drawSheets(browser, out, chosen, pictures)
} finally {
  await browser.close()
  await product.stop()
  rmSync(files.folder, { recursive: true, force: true })
}
say(`${pictures.size} screenshots in ${out}, ${troubles.length} problems`)
process.exit(troubles.length > 0 ? 1 : 0)
