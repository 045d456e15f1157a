/**
 * `npm run pictures -- [--browser firefox|webkit] [--view light.wide ...] DIR [WORD ...]`: takes a screenshot of every
 * screen in every state (loading, empty, error, full, dialogs, menus, drawers, toasts), light and dark, at 1440x900 and
 * at 390x844, and combines them on sheets for review. axe checks each state as well. Words select the scenes whose
 * names contain one of them. The exit code is 1 if a scene could not be shown, the page reported a problem, or axe
 * found something serious. In Firefox and WebKit, scenes that need Chromium's protocol are left out and listed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchers, remoteNames } from './browsers/launch.ts'
import { startProduct } from './harness/product.ts'
import { chromiumPath, launchBrowser, launchForStage } from './harness/visitor.ts'
import { sceneFiles } from './pictures/files.ts'
import { allScenes } from './pictures/index.ts'
import { drawSheets } from './pictures/sheets.ts'
import { type Album, takePictures, type View } from './pictures/takePictures.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const allViews = (['wide', 'phone'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((theme): View => ({ theme, size })),
)
const nameOf = ({ theme, size }: View) => `${theme}.${size}`

const { values, positionals } = parseArgs({
  options: { browser: { type: 'string' }, view: { type: 'string', multiple: true, default: allViews.map(nameOf) } },
  allowPositionals: true,
})
const [folder, ...words] = positionals
const chromium = chromiumPath()
const remote = remoteNames.find((name) => name === values.browser)
const views = allViews.filter((view) => values.view.includes(nameOf(view)))
const isKnown = (values.browser === undefined || remote !== undefined) && views.length === new Set(values.view).size
if (folder === undefined || chromium === undefined || !isKnown) {
  const options = `[--browser ${remoteNames.join('|')}] [--view ${allViews.map(nameOf).join('|')} ...]`
  const usage = `Usage: npm run pictures -- ${options} DIR [WORD ...]`
  say(folder !== undefined && chromium === undefined && isKnown ? 'No Chromium; set CHROMIUM_PATH.' : usage)
  process.exit(1)
}
const launchRemote = remote && launchers[remote]('pictures')
if (remote && !launchRemote) {
  say(`No ${remote}; see CONTRIBUTING.md.`)
  process.exit(1)
}
const out = resolve(folder)
mkdirSync(out, { recursive: true })

const chosen = allScenes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

const files = sceneFiles(mkdtempSync(join(tmpdir(), 'sextant-pictures-')))
const product = await startProduct()
let album: Album
try {
  await product.importBundle(join(import.meta.dirname, 'fixtures/shop'))
  await product.addUser('reader', ['Gamma'], 'examples')
  await product.addUser('newcomer', ['Gamma'], 'nothing')
  const browser = await (launchRemote ? launchRemote() : launchForStage(chromium))
  try {
    album = await takePictures({ browser, product, files, scenes: chosen, views, out, say })
  } finally {
    await browser.close()
  }
  const sheetMaker = await launchBrowser(chromium)
  await drawSheets(sheetMaker, out, chosen, album.pictures)
  await sheetMaker.close()
} finally {
  await product.stop()
  rmSync(files.folder, { recursive: true, force: true })
}
const { pictures, troubles, leftOut } = album
for (const name of leftOut) say(`left out: ${name} (needs Chromium's protocol)`)
if (troubles.length > 0) say(`problems:\n${troubles.map((text) => `  ${text}`).join('\n')}`)
say(`${pictures.size} screenshots in ${out}, ${troubles.length} problems`)
process.exit(troubles.length > 0 ? 1 : 0)
