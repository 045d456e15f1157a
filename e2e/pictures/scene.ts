import type { Page, Route } from 'playwright-core'
import { eventually, settled } from '../harness/dashboard.ts'
import { handled } from '../harness/handled.ts'
import type { Product } from '../harness/product.ts'
import type { SceneFiles } from './files.ts'

/** The user: the administrator, a Gamma user with access to the examples, a user without any access, or nobody. */
export type Reader = 'admin' | 'reader' | 'newcomer' | 'nobody'

export interface Stage {
  page: Page
  product: Product
  isPhone: boolean
  /** files to upload: bundles and tables */
  files: SceneFiles
  /** opens a page and waits until it is idle */
  go: (path: string) => Promise<void>
  /** waits until all requests, drawing and animations are done */
  rest: () => Promise<void>
}

/** One state of one screen, for a screenshot. */
export interface Scene {
  /** `screen-state`, the name of the screenshot */
  name: string
  as?: Reader
  only?: 'wide' | 'phone'
  /** expected console messages of the state */
  expects?: RegExp[]
  /** the state ends before axe can check it */
  isFleeting?: boolean
  show: (stage: Stage) => Promise<void>
}

export const scene = (name: string, show: Scene['show'], more: Partial<Scene> = {}): Scene => ({ name, show, ...more })

/**
 * Waits until a page is idle: its code runs, no request is pending, no skeleton is shown, charts are drawn, fonts are
 * loaded.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.boot') === null)
  await page.waitForLoadState('networkidle')
  await eventually(async () => {
    const busy = await page.locator('[aria-busy="true"]:visible').count()
    if (busy > 0) throw new Error(`${busy} parts of the page are still busy`)
  })
  if ((await page.locator('[data-chart-id]').count()) > 0) await settled(page)
  await page.evaluate(() => document.fonts.ready)
  await handled(page)
}

/** An API call that never responds: the page stays in its loading state. */
export const hang = (page: Page, url: string) => page.route(url, () => new Promise<void>(() => undefined))

/** An API call that fails. */
export const fail = (page: Page, url: string, status = 500, message = 'The database is not reachable.') =>
  page.route(url, (route) => route.fulfill({ status, json: { message } }))

/** A list without entries, whatever the server has. */
export const emptyList = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ json: { count: 0, ids: [], result: [] } }))

/** Modifies responses on their way to the page. */
export async function change(page: Page, url: string, edit: (text: string) => string): Promise<void> {
  await page.route(url, async (route: Route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: edit(await answer.text()) })
  })
}

/** Adds values to the data that is embedded in a page. */
export const bringAlong = (page: Page, url: string, values: object) =>
  change(page, url, (html) => {
    const text = JSON.stringify(values).slice(1, -1).replaceAll('"', '&#34;')
    return html.replace('data-bootstrap="{', `data-bootstrap="{${text},`)
  })

/** Drags a file over the page as soon as it accepts files; `drop` releases it. */
export async function dragFile(page: Page, file: { name: string; type: string; body: string }, drop: boolean) {
  await page.waitForFunction(
    ({ file: { name, type, body }, drop: letGo }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0)
      transfer.items.add(new File([bytes], name, { type }))
      const target = document.querySelector('main h1, main h2') ?? document.body
      const { left, top } = target.getBoundingClientRect()
      const at = { clientX: left + 5, clientY: top + 5 }
      const isFree = (kind: string) =>
        target.dispatchEvent(
          new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer, ...at }),
        )
      if (isFree('dragenter')) return false
      isFree('dragover')
      if (letGo) isFree('drop')
      return true
    },
    { file, drop },
  )
}

/** Ids by names, from a list of the API. */
export async function idOf(page: Page, resource: string, column: string, name: string): Promise<number> {
  const found = await page.evaluate(
    async ({ resource: kind, column: col }) => {
      const answer = await fetch(`/api/v1/${kind}/?q=(page_size:100)`)
      const { result } = (await answer.json()) as { result: Record<string, unknown>[] }
      return result.map((item) => ({ id: Number(item['id']), name: String(item[col]) }))
    },
    { resource, column },
  )
  const item = found.find((each) => each.name === name)
  if (!item) throw new Error(`no ${resource} is called ${name}`)
  return item.id
}
