/**
 * `npm run walk -- [--language de ...] [--phone] DIR [WORD ...]`: opens every screen in other languages (default: all
 * with a catalogue, and `ar`, which is German from right to left), takes a picture of each, and prints the problems
 * that a reader finds: English texts, cut texts, pages that are too wide. Words select screens. The exit code is 1 if
 * there is any problem.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { languages } from '../src/model/language/languages.ts'
import { startProduct } from './harness/product.ts'
import { launchForStage, storyChromiumPath } from './harness/visitor.ts'
import { createSamples } from './languages/sampleObjects.ts'
import { mirrored, walkScreens } from './languages/walkScreens.ts'

/** Timeout of each action: a walk may share its machine with other work. */
const PATIENCE_MS = 120_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const locales = resolve(import.meta.dirname, '../src/locales')
const withCatalogue = languages.map(({ code }) => code).filter((code) => existsSync(join(locales, `${code}.json`)))

const { values, positionals } = parseArgs({
  options: {
    language: { type: 'string', multiple: true, default: [...withCatalogue, mirrored] },
    phone: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [folder, ...words] = positionals
const chromium = storyChromiumPath()
if (folder === undefined || chromium === undefined) {
  say(
    chromium
      ? 'Usage: npm run walk -- [--language CODE ...] [--phone] DIR [WORD ...]'
      : 'No Chromium; set CHROMIUM_PATH.',
  )
  process.exit(1)
}
const out = resolve(folder)
mkdirSync(out, { recursive: true })

const product = await startProduct()
const browser = await launchForStage(chromium)
let wrong = 0
try {
  for (const [at, language] of values.language.entries()) {
    const visitor = await browser.visit(product, { phone: values.phone, expects: [/404/] })
    visitor.page.setDefaultTimeout(PATIENCE_MS)
    await visitor.signIn()
    if (at === 0) {
      await visitor.go('/superset/welcome/')
      await createSamples(visitor.page)
    }
    const found = await walkScreens({
      language,
      product,
      visitor,
      only: ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
      shown: async ({ name }) => {
        const file = `${language}.${values.phone ? 'phone' : 'wide'}.${name.replaceAll(/\W+/g, '-')}.png`
        await visitor.page.screenshot({ path: join(out, file) })
      },
    })
    for (const text of [...found, ...visitor.problems]) say(`${language}: ${text}`)
    wrong += found.length + visitor.problems.length
    await visitor.leave()
  }
} finally {
  await browser.close()
  await product.stop()
}
say(`${wrong} findings; pictures in ${out}`)
process.exit(wrong > 0 ? 1 : 0)
