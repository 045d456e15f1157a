import type { Locator, Page } from 'playwright-core'
import { eventually } from './dashboard.ts'

/** Moves the pointer over a chart until its tooltip has all texts. */
export async function hasInTooltip(page: Page, area: Locator, ...texts: string[]): Promise<void> {
  await eventually(async () => {
    const { x, y, width, height } = (await area.locator('canvas').first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    for (let part = 0.1; part < 0.95; part += 0.05) {
      await page.mouse.move(x + part * width, y + height / 2)
      const shown = await Promise.all(texts.map((text) => area.getByText(text, { exact: true }).count()))
      if (shown.every((count) => count > 0)) return
    }
    throw new Error(`no tooltip with ${texts.join(' and ')}`)
  })
}
