import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startProduct } from './product.ts'
import type { Story } from './story.ts'
import type { StageBrowser, Visitor } from './visitor.ts'

const STORY_TIMEOUT_MS = 240_000

const LEAVE_TIMEOUT_MS = 60_000

/** Screenshots of failed stories. */
const pictures = resolve(import.meta.dirname, '../../dist/failedStories')

/** Runs stories one at a time: a product with its own home folder and the shop's dashboard, and its own browser. */
export interface Stage {
  /** Runs a story; fails with the error of the story and the problems that the page reported. */
  play: (story: Story) => Promise<void>
  close: () => Promise<void>
}

/** Starts a product and a browser. */
export async function openStage(launch: () => Promise<StageBrowser>): Promise<Stage> {
  const product = await startProduct({ hasProvider: true })
  try {
    await product.importBundle(join(import.meta.dirname, '../fixtures/shop'))
    const browser = await launch()
    return {
      async play({ name, run, timeoutMs = STORY_TIMEOUT_MS }) {
        const visitors: Visitor[] = []
        const problems = () => visitors.flatMap((visitor) => visitor.problems).join('\n  ')
        try {
          await withTimeout(
            run({
              product,
              async visit(options) {
                const visitor = await browser.visit(product, options)
                visitors.push(visitor)
                return visitor
              },
            }),
            timeoutMs,
          )
        } catch (cause) {
          const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
          const path = await screenshot(name, visitors)
          const seen = path === undefined ? text : `${text}\n  screenshot: ${path}`
          throw new Error(problems() ? `${seen}\n  the page had reported problems:\n  ${problems()}` : seen, { cause })
        } finally {
          // a browser that no longer responds fails the story, not the run
          await withTimeout(Promise.all(visitors.map((visitor) => visitor.leave())), LEAVE_TIMEOUT_MS)
        }
        if (problems()) throw new Error(`the page reported problems:\n  ${problems()}`)
      },
      async close() {
        await withTimeout(browser.close(), LEAVE_TIMEOUT_MS)
        await product.stop()
      },
    }
  } catch (error) {
    await product.stop()
    throw error
  }
}

function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`took longer than ${timeoutMs / 1000} s`)), timeoutMs)
    work.then(() => done(), fail).finally(() => clearTimeout(timer))
  })
}

/** Saves the page that a failed story used last; returns the file. */
async function screenshot(story: string, visitors: Visitor[]): Promise<string | undefined> {
  const path = join(pictures, `${story.replaceAll(/\W+/g, '-')}.png`)
  mkdirSync(pictures, { recursive: true })
  try {
    await visitors.at(-1)?.page.screenshot({ path })
    return visitors.length > 0 ? path : undefined
  } catch {
    return undefined
  }
}
