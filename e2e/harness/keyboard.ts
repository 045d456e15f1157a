import type { Page } from 'playwright-core'

/** Moves the focus by Tab until an element of this name has it. */
export async function tabTo(page: Page, name: RegExp, limit = 120): Promise<void> {
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}
