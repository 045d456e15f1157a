import type { Page, Route } from 'playwright-core'
import { eventually, settled } from '../harness/dashboard.ts'
import type { Product } from '../harness/product.ts'
import type { SceneFiles } from './files.ts'

/** Who looks: the administrator, a reader of the examples (Gamma), one who was given nothing yet, or nobody. */
export type Reader = 'admin' | 'reader' | 'newcomer' | 'nobody'

export interface Stage {
  page: Page
  product: Product
  isPhone: boolean
  /** files to bring: bundles and tables */
  files: SceneFiles
  /** opens a page and waits until it is at rest */
  go: (path: string) => Promise<void>
  /** waits until nothing is fetched, drawn or faded any more */
  rest: () => Promise<void>
}

/** One state of one screen, as a picture is taken of it. */
export interface Scene {
  /** `screen-state`, the name of the picture */
  name: string
  as?: Reader
  only?: 'wide' | 'phone'
  /** complaints of the console that belong to the state */
  expects?: RegExp[]
  /** the state passes before axe has looked at it */
  isFleeting?: boolean
  show: (stage: Stage) => Promise<void>
}

export const scene = (name: string, show: Scene['show'], more: Partial<Scene> = {}): Scene => ({ name, show, ...more })

/** Waits until a page is at rest: its code runs, nothing fetched, no skeleton, pictures drawn, fonts there. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.boot') === null)
  await page.waitForLoadState('networkidle')
  await eventually(async () => {
    const busy = await page.locator('[aria-busy="true"]:visible').count()
    if (busy > 0) throw new Error(`${busy} parts of the page are still busy`)
  })
  if ((await page.locator('[data-chart-id]').count()) > 0) await settled(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(200)
}

/** An API call that never answers: the page stays as it looks while it loads. */
export const hang = (page: Page, url: string) => page.route(url, () => new Promise<void>(() => undefined))

/** An API call that fails. */
export const fail = (page: Page, url: string, status = 500, message = 'The database is not reachable.') =>
  page.route(url, (route) => route.fulfill({ status, json: { message } }))

/** A list that holds nothing. */
export const emptyList = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ json: { count: 0, ids: [], result: [] } }))

/** Answers that change on their way. */
export async function change(page: Page, url: string, edit: (text: string) => string): Promise<void> {
  await page.route(url, async (route: Route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: edit(await answer.text()) })
  })
}

/** Carries a file over the page as soon as that takes files; `drop` lets it go. */
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
