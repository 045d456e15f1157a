/**
 * The browser stories: the product on a home of its own, real Chromium, one file a story. Prints each story, names those
 * that were skipped, and ends with `N passed, N failed`. `node e2e/run.ts dashboard` runs the stories whose name
 * contains a word.
 */
import { join } from 'node:path'
import { startProduct } from './harness/product.ts'
import { chromiumPath, launchBrowser, type Visitor, visit } from './harness/visitor.ts'
import { allStories } from './stories/index.ts'

const STORY_TIMEOUT_MS = 120_000

function withTimeout(work: Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`took longer than ${STORY_TIMEOUT_MS / 1000} s`)), STORY_TIMEOUT_MS)
    work.then(done, fail).finally(() => clearTimeout(timer))
  })
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const words = process.argv.slice(2)
const stories = allStories.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
)
const chromium = chromiumPath()
if (!chromium) {
  for (const { name } of stories) say(`skipped: browser story: ${name} (no Chromium; set CHROMIUM_PATH)`)
  say('0 passed, 0 failed')
  process.exit(0)
}

// what a story that failed still waits for ends with its page, and must not end the others
process.on('unhandledRejection', (error) => say(`     left waiting: ${String(error).split('\n', 1)[0]}`))

const product = await startProduct()
let passed = 0
let failed = 0
try {
  await product.importBundle(join(import.meta.dirname, 'fixtures/shop'))
  const browser = await launchBrowser(chromium)
  for (const { name, run } of stories) {
    const visitors: Visitor[] = []
    const started = performance.now()
    const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
    try {
      await withTimeout(
        run({
          product,
          visit: async (options) => {
            const visitor = await visit(browser, product, options)
            visitors.push(visitor)
            return visitor
          },
        }),
      )
      const problems = visitors.flatMap((visitor) => visitor.problems)
      if (problems.length > 0) throw new Error(`the page complained:\n  ${problems.join('\n  ')}`)
      passed += 1
      say(`ok   ${name} (${seconds()} s)`)
    } catch (error) {
      failed += 1
      const problems = visitors.flatMap((visitor) => visitor.problems)
      say(`FAIL ${name} (${seconds()} s)\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      if (problems.length > 0) say(`  the page had complained:\n  ${problems.join('\n  ')}`)
    } finally {
      await Promise.all(visitors.map((visitor) => visitor.leave()))
    }
  }
  await browser.close()
} finally {
  await product.stop()
}
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
