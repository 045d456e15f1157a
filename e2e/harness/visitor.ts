import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { csrfOf } from '../../src/server/testing/csrfOf.ts'
import { admin, type Product } from './product.ts'

/** A page that has not closed after this time counts as unresponsive. */
const LEAVE_MS = 5000

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  // maps are drawn without a graphics card
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = (...paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path))

/** The Chromium to use: from CHROMIUM_PATH, else the system's; undefined if there is none. */
export const chromiumPath = () =>
  installed(process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser')

/**
 * The Chromium of the stories: if it is installed, the one without windows and menus. It shows pages in the same way,
 * and needs a quarter less processor time.
 */
export const storyChromiumPath = () =>
  installed(process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell') ?? chromiumPath()

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags })
}

/** A browser whose profile is a folder, as for users. Unlike a context of `newContext`, it caches compiled code. */
export function launchProfile(
  executablePath: string,
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath, args: flags, ...options })
}

/** A running browser, of any kind. */
export interface StageBrowser {
  visit: (product: Product, options?: VisitOptions) => Promise<Visitor>
  close: () => Promise<void>
}

/** A browser context, and a page in it that keeps its process alive. */
interface Room {
  context: BrowserContext
  keeper: Page
}

/**
 * Chromium as a browser of a stage. Contexts are reused, without what their last visitor stored: the process, the files
 * of the product and its compiled code stay, which saves a third of the processor time of a story.
 */
export async function launchForStage(executablePath: string): Promise<StageBrowser> {
  const browser = await launchBrowser(executablePath)
  const idle = new Map<string, Room[]>()
  async function openRoom(product: Product, options: VisitOptions): Promise<Room> {
    const context = await openContext(browser, product, options)
    const keeper = await context.newPage()
    await keeper.goto('/static/favicon.svg')
    return { context, keeper }
  }
  return {
    async visit(product, options = {}) {
      const key = [product.address, options.theme, options.phone, options.touch].join(' ')
      const room = idle.get(key)?.pop() ?? (await openRoom(product, options))
      const visitor = await enter(room.context, product, options)
      async function leave() {
        if (await tidy(room, product)) idle.set(key, [...(idle.get(key) ?? []), room])
        else await visitor.leave()
      }
      // a story may leave before its end: leaving twice would let two later visitors use one room
      let leaving: Promise<void> | undefined
      return { ...visitor, leave: () => (leaving ??= leave()) }
    },
    close: () => browser.close(),
  }
}

/** Closes the pages of a visitor and removes what they stored; false if a page does not close because it is busy. */
async function tidy({ context, keeper }: Room, { address }: Product): Promise<boolean> {
  const pages = context.pages().filter((page) => page !== keeper)
  await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), ...pages.map(unroute)])
  async function close() {
    await Promise.all([context.clearCookies(), context.setOffline(false), ...pages.map((page) => page.close())])
    const session = await context.newCDPSession(keeper)
    const storageTypes = 'cookies,file_systems,indexeddb,local_storage,websql,service_workers'
    await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes })
    await session.detach()
  }
  const result = await Promise.race([close(), setTimeout(LEAVE_MS, 'busy', { ref: false })])
  return result !== 'busy'
}

/** Removes the handlers of a page. Otherwise a response that a story still delays would end the whole run. */
const unroute = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })

export interface VisitOptions {
  theme?: 'light' | 'dark'
  /** 390x844 with touch instead of 1440x900 */
  phone?: boolean
  /** touch in addition to the mouse */
  touch?: boolean
  /** console messages that the story expects */
  expects?: RegExp[]
}

/** A user in a separate browser context. Problems that the page reports fail the story. */
export interface Visitor {
  page: Page
  go: (path: string) => Promise<void>
  /** Signs in without the form; the next page must be opened by the story. */
  signIn: (username?: string) => Promise<void>
  /** Serious and critical findings of axe on the current page. */
  axeFindings: () => Promise<string[]>
  problems: string[]
  leave: () => Promise<void>
}

const openContext = (browser: Browser, product: Product, options: VisitOptions): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: product.address,
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: options.phone ?? options.touch ?? false,
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'UTC',
  })

async function enter(context: BrowserContext, product: Product, options: VisitOptions): Promise<Visitor> {
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const problems: string[] = []
  const complain = (text: string) => {
    if (!options.expects?.some((expected) => expected.test(text))) problems.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== product.address)
      complain(`a request was sent outside of the product: ${request.url()}`)
  })

  return {
    page,
    problems,
    async go(path) {
      await page.goto(path)
    },
    signIn: (username = admin.username) => signIn(page, username),
    axeFindings: () => axeFindings(page),
    async leave() {
      await Promise.all(context.pages().map(unroute))
      await context.close()
    },
  }
}

/**
 * Signs in by requests and opens an empty page of the product with the CSRF token. Loading the sign-in form and the
 * home page takes more time than many stories.
 */
async function signIn(page: Page, username: string): Promise<void> {
  const { request } = page.context()
  const token = csrfOf(await (await request.get('/login/')).text())
  const answer = await request.post('/login/', {
    form: { username, password: admin.password, csrf_token: token },
    maxRedirects: 0,
  })
  if (answer.headers()['location'] !== '/') throw new Error(`the sign-in of ${username} failed: ${answer.status()}`)
  const home = await (await request.get('/superset/welcome/')).text()
  const emptyPage = '/empty-page-of-a-story/'
  await page.route(`**${emptyPage}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Empty</title><link rel="icon" href="data:,"><input type="hidden" id="csrf_token" value="${csrfOf(home)}">`,
    }),
  )
  await page.goto(emptyPage)
  await page.unroute(`**${emptyPage}`)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: {
    id: string
    impact: string | null
    help: string
    nodes: { target: unknown[]; failureSummary?: string }[]
  }[]
}

async function axeFindings(page: Page): Promise<string[]> {
  // evaluated over the debugging protocol, which no content security policy blocks
  await page.evaluate(axeSource)
  // style sheets are preloaded only for rules that are off by default
  const { violations } = await page.evaluate<AxeResult>(
    'axe.run(document, { resultTypes: ["violations"], preload: false })',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`),
    )
}
