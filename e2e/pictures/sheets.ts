import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Scene } from './scene.ts'

/** How many scenes one sheet has: light next to dark. */
const layouts = {
  wide: { scenes: 2, width: 780 },
  phone: { scenes: 2, width: 380 },
} as const

/** Combines screenshots on sheets, light next to dark: `sheet.wide.1.png`, `sheet.phone.1.png`, ... */
export async function drawSheets(
  browser: Browser,
  folder: string,
  scenes: readonly Scene[],
  pictures: ReadonlySet<string>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1580, height: 1000 } })
  for (const [size, { scenes: perSheet, width }] of Object.entries(layouts)) {
    const themesOf = (name: string) => ['light', 'dark'].filter((theme) => pictures.has(`${name}.${theme}.${size}`))
    const shown = scenes.filter(({ name }) => themesOf(name).length > 0)
    for (let first = 0; first < shown.length; first += perSheet) {
      const figures = shown.slice(first, first + perSheet).flatMap(({ name }) =>
        themesOf(name).map((theme) => {
          const bytes = readFileSync(join(folder, `${name}.${theme}.${size}.png`)).toString('base64')
          return `<figure><figcaption>${name}</figcaption><img width=${width} src="data:image/png;base64,${bytes}"></figure>`
        }),
      )
      await page.setContent(
        `<style>body{margin:4px;display:flex;flex-wrap:wrap;gap:6px;font:12px sans-serif;background:#999}figure{margin:0}</style>${figures.join('')}`,
      )
      await page.screenshot({ path: join(folder, `sheet.${size}.${first / perSheet + 1}.png`), fullPage: true })
    }
  }
  await page.close()
}
