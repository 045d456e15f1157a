import { writeFile } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { inPageSource, type Pattern, type Point, type Step } from './inPage.ts'
import type { Interceptor } from './interceptor.ts'
import { NeedsChromium, type RemoteWindow, until } from './remoteWindow.ts'

/** Timeout of each wait; a loaded machine is slow. */
const PATIENCE_MS = 60_000
/** Timeout of one evaluation, which a wait repeats. */
const QUESTION_MS = 8_000
/** The maximum number of screenshots of a page that keeps changing. */
const MOST_PICTURES = 4

type Text = string | RegExp
interface Waiting {
  timeout?: number
}
interface RoleOptions {
  name?: Text
  exact?: boolean
  checked?: boolean
  selected?: boolean
}

const pattern = (text: Text, exact?: boolean): Pattern =>
  text instanceof RegExp ? { source: text.source, flags: text.flags } : { text, exact: exact ?? false }

const roleStep = (role: string, { name, exact, checked, selected }: RoleOptions): Step => ({
  by: 'role',
  role,
  checked,
  selected,
  ...(name === undefined ? {} : { name: pattern(name, exact) }),
})

/** The ways to find elements, in the page or below others. */
abstract class Finder {
  protected abstract to(step: Step): RemoteLocator
  getByRole = (role: string, options: RoleOptions = {}) => this.to(roleStep(role, options))
  getByText = (text: Text, { exact }: { exact?: boolean } = {}) =>
    this.to({ by: 'text', pattern: pattern(text, exact) })
  getByLabel = (text: Text, { exact }: { exact?: boolean } = {}) =>
    this.to({ by: 'label', pattern: pattern(text, exact) })
  getByPlaceholder = (text: Text) => this.to({ by: 'placeholder', pattern: pattern(text) })
  locator = (selector: string, options: { hasText?: Text } = {}) => {
    const found = this.to({ by: 'css', selector })
    return options.hasText === undefined ? found : found.filter({ hasText: options.hasText })
  }
}

/** A query for elements; each action runs it again. */
export class RemoteLocator extends Finder {
  readonly page: RemotePage
  readonly steps: Step[]
  constructor(page: RemotePage, steps: Step[]) {
    super()
    this.page = page
    this.steps = steps
  }

  override toString(): string {
    return this.steps
      .map(
        ({ by, ...how }) =>
          `${by} ${Object.values(how)
            .map((value) => JSON.stringify(value))
            .join(' ')}`,
      )
      .join(' > ')
  }

  protected to(step: Step): RemoteLocator {
    return new RemoteLocator(this.page, [...this.steps, step])
  }

  first = () => this.nth(0)
  last = () => this.nth(-1)
  nth = (index: number) => this.to({ by: 'nth', index })
  and = (other: RemoteLocator) => this.to({ by: 'and', steps: other.steps })
  or = (other: RemoteLocator) => this.to({ by: 'or', steps: other.steps })
  filter({ hasText, has }: { hasText?: Text; has?: RemoteLocator }): RemoteLocator {
    if (has) return this.to({ by: 'has', steps: has.steps })
    return hasText === undefined ? this : this.to({ by: 'hasText', pattern: pattern(hasText) })
  }

  /** Evaluates an expression in which `found` contains the elements of the query. */
  #ask = <T>(expression: string) =>
    this.page.run<T>(`const found = findAll(${JSON.stringify(this.steps)}); return ${expression}`, QUESTION_MS)

  /** Waits until the query finds exactly one element, and evaluates an expression with it: `element`. */
  #askOne = <T>(expression: string, timeoutMs = PATIENCE_MS) =>
    until(`${this}`, timeoutMs, () => this.#ask<T>(`only(found, (element) => ${expression})`))

  count = () => this.#ask<number>('found.length')
  all = async () => Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  evaluateAll = <T>(work: (elements: Element[], argument: unknown) => T, argument?: unknown) =>
    this.#ask<T>(`(${work})(found, ${JSON.stringify(argument)})`)
  evaluate = <T>(work: (element: Element, argument: unknown) => T, argument?: unknown) =>
    this.#askOne<T>(`(${work})(element, ${JSON.stringify(argument)})`)
  innerText = () => this.#askOne<string>('element.innerText')
  textContent = () => this.#askOne<string>('element.textContent')
  allInnerTexts = () => this.#ask<string[]>('found.map((element) => element.innerText)')
  inputValue = () => this.#askOne<string>('element.value')
  getAttribute = (name: string) => this.#askOne<string | null>(`element.getAttribute(${JSON.stringify(name)})`)
  isDisabled = () => this.#askOne<boolean>('element.matches(":disabled, [aria-disabled=true]")')
  isChecked = () => this.#askOne<boolean>('element.checked ?? element.ariaChecked === "true"')
  isVisible = () => this.#ask<boolean>('found.length === 1 && isShown(found[0])')
  focus = () => this.#askOne<void>('element.focus()')
  scrollIntoViewIfNeeded = () => this.#askOne<void>('element.scrollIntoView({ block: "nearest", behavior: "instant" })')
  boundingBox = () => this.#askOne<{ x: number; y: number; width: number; height: number }>('boxOf(element)')

  async waitFor({
    state = 'visible',
    timeout = PATIENCE_MS,
  }: { state?: 'visible' | 'hidden' | 'attached' | 'detached' } & Waiting = {}) {
    await until(`${this} is not ${state}`, timeout, async () => {
      const [found, shown] = await this.#ask<[number, number]>('[found.length, found.filter(isShown).length]')
      const isSo = { visible: shown === 1, hidden: shown === 0, attached: found === 1, detached: found === 0 }[state]
      if (!isSo) throw new Error(`${found} are there, ${shown} of them visible`)
    })
  }

  async hover(): Promise<void> {
    await this.#reach((x, y) => this.page.mouse.move(x, y))
  }

  async click(): Promise<void> {
    await this.#reach((x, y) => this.page.mouse.click(x, y))
  }

  /** Waits until the element can be clicked, and acts on its center. */
  async #reach(act: (x: number, y: number) => Promise<void>): Promise<void> {
    const { x, y } = await until(`${this} cannot be clicked`, PATIENCE_MS, async (attempt) => {
      const point = await this.#ask<Point | { obstacle: string }>(
        `only(found, (element) => pointOf(element, ${attempt}))`,
      )
      if ('obstacle' in point) throw new Error(point.obstacle)
      return point
    })
    await act(x, y)
  }

  async fill(text: string): Promise<void> {
    await this.waitFor()
    await this.#askOne(`putText(element, ${JSON.stringify(text)})`)
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.page.keyboard.press(key)
  }

  /** Waits until two screenshots are equal: one may show the previous frame. */
  async screenshot(): Promise<Buffer> {
    await this.#askOne('document.querySelector("[data-pictured]")?.removeAttribute("data-pictured")')
    await this.#askOne('element.setAttribute("data-pictured", "")')
    let last: Buffer = Buffer.of()
    return until(`${this} keeps changing`, PATIENCE_MS, async () => {
      const before = last
      last = await this.page.pictureOf('[data-pictured]')
      if (!last.equals(before)) throw new Error('it changes')
      return last
    })
  }

  check = () => this.setChecked(true)
  uncheck = () => this.setChecked(false)
  async setChecked(wanted: boolean): Promise<void> {
    if ((await this.isChecked()) === wanted) return
    await this.click()
    await until(`${this} does not change`, PATIENCE_MS, async () => {
      if ((await this.isChecked()) !== wanted) throw new Error(`checked: ${!wanted}`)
    })
  }

  /** The input may be hidden: its button opens a dialog of the system. */
  setInputFiles = async (path: string) => {
    const [step, ...more] = this.steps
    if (step?.by !== 'css' || more.length > 0) throw new NeedsChromium('a file field that is not found by a selector')
    await this.page.giveFiles(step.selector, [path])
  }

  async selectOption(option: string): Promise<void> {
    await this.#askOne(`chooseOption(element, ${JSON.stringify(option)})`)
  }
}

const keyNames: Record<string, string> = { Space: ' ', ControlOrMeta: 'Control' }

/** A page with the methods of Playwright's page that stories and scenes use. */
export class RemotePage extends Finder {
  #window: RemoteWindow
  readonly #base: string
  readonly #interceptor: Interceptor | undefined
  /** keys that are held down */
  readonly #held = new Set<string>()
  #address = ''
  /** problems that its documents reported */
  readonly problems: string[] = []
  /** `interceptor`: the proxy through which the product is opened, if requests are to be intercepted. */
  constructor(window: RemoteWindow, product: string, interceptor?: Interceptor) {
    super()
    this.#window = window
    this.#base = interceptor?.address ?? product
    this.#interceptor = interceptor
  }

  protected to(step: Step): RemoteLocator {
    return new RemoteLocator(this, [step])
  }

  /** Opens an empty page of the product, without anything that the browser stored. `theme`: the choice of the user. */
  async startAnew(theme: 'light' | 'dark' | undefined): Promise<void> {
    await this.goto('/health')
    await this.#window.deleteCookies()
    await this.evaluate((choice) => {
      localStorage.clear()
      sessionStorage.clear()
      if (typeof choice === 'string') localStorage.setItem('sextant.theme', choice)
    }, theme)
    if (theme) await this.#window.setCookie('theme', theme)
    this.problems.length = 0
  }

  /** Releases the window for others. A story that took too long may still be running: its further actions fail. */
  async end(): Promise<void> {
    for (const key of this.#held) await this.#window.keyUp(key)
    await this.collectProblems()
    this.#window = ended
  }

  /** Runs statements in the page and returns their result. */
  async run<T>(statements: string, timeoutMs?: number): Promise<T> {
    const text = await this.#window.run(
      `(async () => { try { ${inPageSource}\n${helpers}\nconst value = await (async () => { ${statements} })()
        return JSON.stringify({ value, address: location.href })
      } catch (error) { return JSON.stringify({ failure: String(error?.message ?? error) }) } })()`,
      timeoutMs,
    )
    // the caller knows the type of what `statements` return
    const answer = JSON.parse(text) as { value: T; address: string } | { failure: string }
    if ('failure' in answer) throw new Error(answer.failure)
    this.#address = answer.address
    return answer.value
  }

  evaluate = <T>(work: ((argument: unknown) => T) | string, argument?: unknown) =>
    this.run<Awaited<T>>(statementOf(work, argument))

  async waitForFunction(work: (argument: unknown) => unknown, argument?: unknown): Promise<void> {
    await until('the page does not become so', PATIENCE_MS, async () => {
      if (!(await this.run(statementOf(work, argument), QUESTION_MS))) throw new Error(work.toString())
    })
  }

  /** The address at the time of the last call. */
  url = () => this.#address
  title = () => this.evaluate(() => document.title)
  waitForTimeout = (ms: number) => rest(ms)

  /** `waitUntil: 'commit'`: the page may never load, because one of its files does not arrive. */
  async goto(path: string, { waitUntil = 'load' }: { waitUntil?: 'load' | 'commit' } = {}): Promise<void> {
    const address = new URL(path, this.#base)
    const isSameDocument = address.hash !== '' && address.href.split('#', 1)[0] === this.#address.split('#', 1)[0]
    if (isSameDocument) await this.#window.open(address.href)
    else await this.#leave(() => this.#window.open(address.href, waitUntil), waitUntil)
  }

  reload = () => this.#leave(() => this.#window.reload())
  goBack = () => this.#window.back()
  goForward = () => this.#window.forward()

  /** Leaves the current document and waits until the next one is loaded. */
  async #leave(go: () => Promise<void>, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
    await until('the page cannot be left', PATIENCE_MS, () => this.run('window.isLeft = true; return 0', QUESTION_MS))
    await this.collectProblems()
    await go()
    await until('the page does not load', PATIENCE_MS, async () => {
      const state = await this.run<string>('return "isLeft" in window ? "left" : document.readyState', QUESTION_MS)
      if (state !== 'complete' && (state === 'left' || waitUntil === 'load')) throw new Error(`it is ${state}`)
    })
  }

  async collectProblems(): Promise<void> {
    this.problems.push(...(await this.#window.complaints().catch(() => [])))
  }

  /** Waits for an address and until its page is loaded: a navigation that starts earlier could be lost. */
  async waitForURL(wanted: string | RegExp): Promise<void> {
    await until(`the address does not become ${wanted}`, PATIENCE_MS, async () => {
      const address = await this.run<string>(
        'return document.readyState === "complete" ? location.href : "loading"',
        QUESTION_MS,
      )
      if (!(typeof wanted === 'string' ? address === wanted : wanted.test(address))) throw new Error(address)
    })
  }

  /** Waits until nothing has been fetched for half a second. */
  async waitForLoadState(): Promise<void> {
    const fetched = () => this.evaluate(() => performance.getEntriesByType('resource').length)
    await until('the page keeps fetching', PATIENCE_MS, async () => {
      const before = await fetched()
      await rest(500)
      if ((await fetched()) !== before) throw new Error('something is being fetched')
    })
  }

  keyboard = {
    press: async (keys: string) => {
      const names = keys.split('+').map((key) => keyNames[key] ?? key)
      for (const name of names) {
        this.#held.add(name)
        await this.#window.keyDown(name)
      }
      for (const name of names.toReversed()) {
        await this.#window.keyUp(name)
        this.#held.delete(name)
      }
    },
    type: (text: string) => this.#window.type(text),
    /** inserts the text at once, like a paste */
    insertText: (text: string) =>
      this.evaluate((given) => document.execCommand('insertText', false, String(given)), text),
  }

  mouse = {
    move: (x: number, y: number, { steps = 1 }: { steps?: number } = {}) => this.#window.move(x, y, steps),
    down: () => this.#window.buttonDown(),
    up: () => this.#window.buttonUp(),
    click: async (x: number, y: number) => {
      await this.#window.move(x, y, 1)
      await this.#window.buttonDown()
      await this.#window.buttonUp()
    },
  }

  /**
   * Takes screenshots until two are equal, because one may show the previous frame. A page with a spinner never
   * settles: the last one is used.
   */
  async screenshot({ path }: { path?: string } = {}): Promise<Buffer> {
    let bytes = await this.pictureOf()
    for (let attempt = 1; attempt < MOST_PICTURES; attempt += 1) {
      const before = bytes
      bytes = await this.pictureOf()
      if (bytes.equals(before)) break
    }
    if (path !== undefined) await writeFile(path, bytes)
    // these problems belong to this picture, not to the next one
    await this.collectProblems()
    return bytes
  }

  /** A screenshot after the next frames, of the page or of the element that a selector finds. */
  async pictureOf(selector?: string): Promise<Buffer> {
    await this.run('await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))', QUESTION_MS)
    return this.#window.picture(selector)
  }

  setViewportSize = ({ width, height }: { width: number; height: number }) => this.#window.resize(width, height)
  giveFiles = (selector: string, paths: string[]) => this.#window.giveFiles(selector, paths)

  route = async (...rule: Parameters<Interceptor['route']>) => {
    if (!this.#interceptor) throw new NeedsChromium('intercepted requests')
    this.#interceptor.route(...rule)
  }
  unrouteAll = async () => this.#interceptor?.unrouteAll()

  /** These browsers accept every dialog of the page. */
  once = (event: string) => {
    if (event !== 'dialog') throw new NeedsChromium(`page.once('${event}')`)
  }

  /**
   * This page with the type that stories, scenes and the harness use. The cast is not complete: members that need
   * Chromium's protocol are missing, and using one throws NeedsChromium.
   */
  asPage(): Page {
    return new Proxy(this, {
      get: (page, key) => {
        if (key in page) {
          const value: unknown = Reflect.get(page, key, page)
          return typeof value === 'function' ? value.bind(page) : value
        }
        if (typeof key === 'symbol' || key === 'then') return undefined
        throw new NeedsChromium(`page.${key}`)
      },
    }) as unknown as Page
  }
}

/** Replaces the window once a visit has ended. The cast is complete: every member throws. */
const ended = new Proxy({} as RemoteWindow, {
  get() {
    throw new Error('the visit has ended')
  },
})

/** The statement that evaluates an expression or calls a function in the page. */
const statementOf = (work: string | ((argument: never) => unknown), argument: unknown) =>
  typeof work === 'string' ? `return (${work})` : `return (${work})(${JSON.stringify(argument)})`

const helpers = `
const boxOf = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height } }
const only = (found, work) => { if (found.length !== 1) throw new Error(found.length + ' are there'); return work(found[0]) }
`
