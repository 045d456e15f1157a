import type { Page } from 'playwright-core'

/**
 * Waits until the page has done what the latest event or response makes it do: two frames are drawn after it, nothing is
 * left to do, and no transition runs. For what must not happen, which no other condition shows.
 */
export async function handled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const frame = (next: () => void) => requestAnimationFrame(() => next())
        const idle = () => requestIdleCallback(() => done(), { timeout: 5000 })
        frame(() => frame(idle))
      }),
  )
  // those that turn for ever tell that something else is awaited
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}
