import type { Locator, Page } from 'playwright-core'
import { eventually } from './dashboard.ts'

/** What people do with keys, files and fingers, as the browser gets it from them. */

const mostTabs = 200

/**
 * Presses Tab until something has the focus: keyboards know no other way. By name: whatever carries it. `back`: the other
 * way round.
 */
export async function tabTo(page: Page, target: Locator | RegExp, back = false): Promise<void> {
  const isName = target instanceof RegExp
  if (!isName) await target.first().waitFor()
  const isThere = async () =>
    isName
      ? target.test(await page.evaluate(nameOfFocus))
      : target.first().evaluate((element) => element === document.activeElement)
  for (let step = 0; step < mostTabs; step += 1) {
    if (await isThere()) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`the focus does not reach ${target}`)
}

const nameOfFocus = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''

/** Drops a file of this computer in the middle of the window; `says` is what the page says while it hovers. When it fell. */
export async function dropFile(page: Page, path: string, says = 'Drop the file to explore it'): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data })
  const target = page.getByText(says)
  // what takes files loads after the page
  await eventually(async () => {
    await send('dragEnter')
    await send('dragOver')
    try {
      await target.waitFor({ timeout: 1000 })
    } catch (error) {
      await send('dragCancel')
      throw error
    }
  })
  const dropped = performance.now()
  await send('drop')
  await session.detach()
  return dropped
}

/** Pages that are opened from now on get their frames this late, as on a machine that has too much to do. */
export const lateFrames = (page: Page, lateMs = 800) =>
  page.addInitScript((late) => {
    const draw = window.requestAnimationFrame.bind(window)
    const cancelled = new Set<number>()
    let next = 1
    window.requestAnimationFrame = (work) => {
      const id = next
      next += 1
      setTimeout(() => draw((time) => (cancelled.delete(id) ? undefined : work(time))), late)
      return id
    }
    window.cancelAnimationFrame = (id) => void cancelled.add(id)
  }, lateMs)

export interface Finger {
  /** Presses, rests so long, or else until what is below is picked up, goes there in steps, and lets go. */
  carry: (from: { x: number; y: number }, to: { x: number; y: number }, restMs?: number) => Promise<void>
}

/** A finger on the page; the context must have touch. */
export async function finger(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    async carry(from, to, restMs) {
      await send('touchStart', [from])
      if (restMs === undefined) await page.locator('[data-touch-ghost]').waitFor()
      else await page.waitForTimeout(restMs)
      const steps = 8
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps
        await send('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
        await page.waitForTimeout(30)
      }
      await send('touchEnd', [])
    },
  }
}
