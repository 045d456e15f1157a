import type { Page } from 'playwright-core'

/**
 * Waits until the page has handled the latest event or response: two frames are drawn after it, no work is left, and no
 * transition runs. For checks that something does not happen, for which there is no other condition.
 */
export async function handled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const frame = (next: () => void) => requestAnimationFrame(() => next())
        // WebKit has no idle callbacks
        const idle = () =>
          'requestIdleCallback' in window ? requestIdleCallback(() => done(), { timeout: 5000 }) : setTimeout(done, 0)
        frame(() => frame(idle))
      }),
  )
  // endless animations show that something else is still loading
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}
