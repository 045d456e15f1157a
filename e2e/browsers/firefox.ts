import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type ConsoleMessage, type KeyInput, type Page, TimeoutError } from 'puppeteer-core'
import { ended, startDisplay } from './display.ts'
import { answered, type RemoteBrowser, type RemoteWindow } from './remoteWindow.ts'

/** The path of Firefox: FIREFOX_PATH, or else that of the system; undefined if Firefox is not installed. */
export function firefoxPath(): string | undefined {
  return [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/**
 * Firefox, controlled by WebDriver BiDi. Its system theme is dark; the one of WebKit is light. WebGL works only with a
 * display; `displayPath` is the program that provides one.
 */
export async function launchFirefox(executablePath: string, displayPath?: string): Promise<RemoteBrowser> {
  const shown = displayPath === undefined ? undefined : await startDisplay(displayPath)
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    timeout: 120_000,
    protocolTimeout: 120_000,
    headless: shown === undefined,
    env: { ...process.env, TZ: 'UTC', ...(shown && { DISPLAY: shown.display }) },
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': 0,
      'ui.prefersReducedMotion': 1,
      // reports a mouse, as on a desktop: a machine without a display has none
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // without a display, other scrollbars would be white in both themes
      'ui.useOverlayScrollbars': 1,
    },
  })
  return {
    isRunning: () => browser.connected,
    openWindow: () => openWindow(browser),
    async close() {
      await browser.close()
      if (shown) await ended(shown.screen)
    },
  }
}

/** The page in the foreground of each browser: Firefox does not render the other pages. */
const inFront = new WeakMap<Browser, Page>()

async function openWindow(browser: Browser): Promise<RemoteWindow> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  inFront.set(browser, page)
  await page.setViewport({ width: 1440, height: 900 })
  const said = watch(page)
  page.on('dialog', (dialog) => {
    // the window may have been closed meanwhile
    dialog.accept().catch(() => undefined)
  })
  // the library has a type for each key name
  const named = (key: string) => key as KeyInput
  return {
    async open(address, waitUntil = 'load') {
      const arrived = unlessLate(page.goto(address, { waitUntil: 'load' }))
      if (waitUntil === 'load') await arrived
      else arrived.catch(() => undefined)
    },
    reload: () => unlessLate(page.reload({ waitUntil: 'load' })),
    back: () => page.goBack().then(() => undefined),
    forward: () => page.goForward().then(() => undefined),
    async run(expression, timeoutMs) {
      if (inFront.get(browser) !== page) {
        await page.bringToFront()
        inFront.set(browser, page)
      }
      // the expressions return strings
      return (await answered(page.evaluate(expression), timeoutMs)) as string
    },
    keyDown: (key) => page.keyboard.down(named(key)),
    keyUp: (key) => page.keyboard.up(named(key)),
    type: (text) => page.keyboard.type(text),
    move: (x, y, steps) => page.mouse.move(x, y, { steps }),
    buttonDown: () => page.mouse.down(),
    buttonUp: () => page.mouse.up(),
    async giveFiles(selector, paths) {
      const field = await page.waitForSelector(`${selector}`)
      if (!field) throw new Error(`no file field ${selector}`)
      // the selector finds a file input
      await (await field.toElement('input')).uploadFile(...paths)
    },
    async picture(selector) {
      const element = selector === undefined ? page : await page.waitForSelector(selector)
      return Buffer.from((await element?.screenshot()) ?? [])
    },
    async resize(width, height) {
      // the next move starts where the mouse is, which must not be outside of the new, smaller page
      await page.mouse.move(0, 0)
      await page.setViewport({ width, height })
    },
    setCookie: (name, value) => context.setCookie({ name, value, domain: new URL(page.url()).hostname, path: '/' }),
    deleteCookies: async () => context.deleteCookie(...(await context.cookies())),
    complaints: () => Promise.resolve(said.splice(0)),
    close: () => context.close(),
  }
}

/**
 * Waits for a navigation. On a loaded machine, Firefox may report the end of loading late or never: after the wait, the
 * state of the document itself is checked.
 */
async function unlessLate(navigation: Promise<unknown>): Promise<void> {
  try {
    await navigation
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
  }
}

/** The text that the console shows for each argument. An Error has no text of its own: its stack is used. */
const textsOf = (message: ConsoleMessage) =>
  Promise.all(
    message.args().map((arg) => arg.evaluate((value: unknown) => (value instanceof Error ? value.stack : value))),
  ).then((values) => values.map(String).join(' '))

/** Collects problems that the page reports. */
function watch(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const at = said.push(`console: ${message.text()} (${message.location().url ?? ''})`) - 1
    textsOf(message).then(
      (text) => {
        // an error may have no value: then its type and place remain
        if (text !== 'undefined' && said[at]?.startsWith('console: JSHandle@')) said[at] = `console: ${text}`
      },
      // the page is gone
      () => undefined,
    )
  })
  page.on('pageerror', (error) => said.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`))
  return said
}
