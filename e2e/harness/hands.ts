import type { Locator, Page } from 'playwright-core'
import { eventually } from './dashboard.ts'

/** User input with keys, files and touch, as the browser receives it. */

const mostTabs = 200

/** Presses Tab until the element with this name has the focus, as keyboard users do. `back`: in reverse. */
export async function tabTo(page: Page, target: Locator | RegExp, back = false): Promise<void> {
  const isName = target instanceof RegExp
  if (!isName) await target.first().waitFor()
  const isThere = async () =>
    isName
      ? target.test(await page.evaluate(nameOfFocus))
      : target.first().evaluate((element) => element === document.activeElement)
  for (let step = 0; step < mostTabs; step += 1) {
    if (await isThere()) return
    // in SQL Lab's editor, Tab indents: Escape leaves the editor. Elsewhere Escape would close an open part of the page
    if (await page.evaluate(isIndented)) await page.keyboard.press('Escape')
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`the focus does not reach ${target}`)
}

const isIndented = () => document.activeElement?.matches('.cm-content[aria-label^="SQL of "]') === true

const nameOfFocus = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''

/**
 * Drops a file on the middle of the window; `says` is the text that the page shows while the file hovers over it.
 * Returns the time of the drop.
 */
export async function dropFile(page: Page, path: string, says = 'Drop the file to explore it'): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data })
  const target = page.getByText(says)
  // the code that accepts files loads after the page
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

/** Delays the animation frames of all pages that are opened from now on, as on an overloaded machine. */
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
  /** Presses, waits for this time or until the element is picked up, moves in steps, and releases. */
  carry: (from: { x: number; y: number }, to: { x: number; y: number }, restMs?: number) => Promise<void>
}

/** A finger on the page; the browser context must have touch. */
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
        // a finger does not move faster
        await page.waitForTimeout(30)
      }
      await send('touchEnd', [])
    },
  }
}
