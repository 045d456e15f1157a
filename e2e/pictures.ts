/**
 * `npm run pictures -- [--browser firefox|webkit] DIR [WORD ...]`: takes a screenshot of every screen in every state (loading, empty, error, full,
 * dialogs, menus, drawers, toasts), light and dark, at 1440x900 and at 390x844, and combines them on sheets for review.
 * axe checks each state as well. Words select the scenes whose names contain one of them. The exit code is 1 if a scene
 * could not be shown, the page reported a problem, or axe found something serious. In Firefox and WebKit, scenes that
 * need Chromium's protocol are left out and listed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchers, remoteNames } from './browsers/launch.ts'
import { NeedsChromium } from './browsers/remoteWindow.ts'
import { startProduct } from './harness/product.ts'
import { chromiumPath, launchBrowser, launchForStage, type StageBrowser, type Visitor } from './harness/visitor.ts'
import { sceneFiles } from './pictures/files.ts'
import { allScenes, playScene } from './pictures/index.ts'
import type { Reader, Scene } from './pictures/scene.ts'
import { drawSheets } from './pictures/sheets.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({ options: { browser: { type: 'string' } }, allowPositionals: true })
const [folder, ...words] = positionals
const chromium = chromiumPath()
const remote = remoteNames.find((name) => name === values.browser)
if (folder === undefined || chromium === undefined || (values.browser !== undefined && !remote)) {
  const usage = `Usage: npm run pictures -- [--browser ${remoteNames.join('|')}] DIR [WORD ...]`
  say(folder !== undefined && chromium === undefined ? 'No Chromium; set CHROMIUM_PATH.' : usage)
  process.exit(1)
}
const launchRemote = remote && launchers[remote]('pictures')
if (remote && !launchRemote) {
  say(`No ${remote}; see CONTRIBUTING.md.`)
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
const troubles: string[] = []
const pictures = new Set<string>()
const leftOut = new Set<string>()

async function takePicture(scene: Scene, name: string, visitor: Visitor, isPhone: boolean): Promise<void> {
  visitor.problems.length = 0
  const shown = await playScene(scene, { visitor, product, files, isPhone })
  await visitor.page.screenshot({ path: join(out, `${name}.png`) })
  pictures.add(name)
  const findings = scene.isFleeting ? [] : await visitor.axeFindings().catch(() => [])
  const complaints = visitor.problems.filter((text) => !scene.expects?.some((expected) => expected.test(text)))
  const trouble = [...shown, ...findings.map((finding) => `axe: ${finding}`), ...complaints]
  troubles.push(...trouble.map((text) => `${name}: ${text}`))
  say(`${trouble.length === 0 ? 'ok  ' : 'FAIL'} ${name}${trouble.map((text) => `\n       ${text}`).join('')}`)
  await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function takePictures(browser: StageBrowser, { theme, phone }: (typeof views)[number]): Promise<void> {
  const size = phone ? 'phone' : 'wide'
  const visitors = new Map<Reader, Visitor>()
  for (const scene of chosen.filter(({ only }) => only === undefined || only === size)) {
    if (leftOut.has(scene.name)) continue
    const reader = scene.as ?? 'admin'
    let visitor = visitors.get(reader)
    if (!visitor) {
      visitor = await browser.visit(product, { theme, phone })
      if (reader !== 'nobody') await visitor.signIn(reader)
      visitors.set(reader, visitor)
    }
    try {
      await takePicture(scene, `${scene.name}.${theme}.${size}`, visitor, phone)
    } catch (error) {
      if (!(error instanceof NeedsChromium)) throw error
      leftOut.add(scene.name)
    }
  }
  await Promise.all([...visitors.values()].map((visitor) => visitor.leave()))
}

try {
  await product.importBundle(join(import.meta.dirname, 'fixtures/shop'))
  await product.addUser('reader', ['Gamma'], 'examples')
  await product.addUser('newcomer', ['Gamma'], 'nothing')
  const browser = await (launchRemote ? launchRemote() : launchForStage(chromium))
  try {
    for (const view of views) await takePictures(browser, view)
  } finally {
    await browser.close()
  }
  const sheetMaker = await launchBrowser(chromium)
  await drawSheets(sheetMaker, out, chosen, pictures)
  await sheetMaker.close()
} finally {
  await product.stop()
  rmSync(files.folder, { recursive: true, force: true })
}
for (const name of leftOut) say(`left out: ${name} (needs Chromium's protocol)`)
say(`${pictures.size} screenshots in ${out}, ${troubles.length} problems`)
process.exit(troubles.length > 0 ? 1 : 0)
