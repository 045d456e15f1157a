import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/server/testing/freePort.ts'
import { isBlank } from './blank.ts'
import { displayPath, ended, SCREEN, startDisplay } from './display.ts'
import { type RemoteBrowser, type RemoteWindow, until } from './remoteWindow.ts'
import { WebDriver } from './webDriver.ts'

/** Timeout of the start of a session; it takes 2 s on an idle machine. */
const SESSION_MS = 40_000
/** Timeout of the first painting: a new window may be black for a moment. */
const PAINT_MS = 20_000

interface Programs {
  driver: string
  browser: string
  display: string
}

/** WebKitGTK's driver and its MiniBrowser, and a virtual display; undefined if one of them is missing. */
export function webKitPrograms(): Programs | undefined {
  const libraries = ['/usr/lib', ...foldersOf('/usr/lib').filter((path) => path.endsWith('-linux-gnu'))]
  const browsers = libraries
    .flatMap(foldersOf)
    .filter((path) => /\/webkit2?gtk-[\d.]+$/.test(path))
    .map((path) => join(path, 'MiniBrowser'))
  const browser = [process.env['WEBKIT_PATH'] ?? '', ...browsers.toReversed()].find((path) => existsSync(path))
  const [driver, display] = ['/usr/bin/WebKitWebDriver', displayPath()]
  return browser !== undefined && existsSync(driver) && display !== undefined ? { driver, browser, display } : undefined
}

const foldersOf = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? join(path, entry.name) : []))
    : []

/**
 * Reduced motion, and a toolbar that fits in a window as narrow as a phone: its address field needs 150 px otherwise.
 */
const settings = {
  'settings.ini': '[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n',
  'gtk.css': `toolbar, toolbar *, entry { padding: 0; margin: 0; border-width: 0; min-width: 0; font-size: 1px; }
entry { margin-left: -200px; }
`,
}

/**
 * MiniBrowser; each window is a separate browser on a virtual display of its own, because only one window of a display
 * has the focus. `composited`: with an emulated graphics card, which needs 60 % more CPU time, but without it
 * screenshots may take minutes.
 */
export async function launchWebKit(programs: Programs, composited: boolean): Promise<RemoteBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-webkit-'))
  const config = join(folder, 'gtk-3.0')
  mkdirSync(config)
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(config, name), text)
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    TZ: 'UTC',
    LC_ALL: 'C.UTF-8',
    ...(composited ? {} : { WEBKIT_DISABLE_DMABUF_RENDERER: '1' }),
  }
  return {
    // each window is a separate browser: there is no process whose crash would end all of them
    isRunning: () => true,
    async openWindow() {
      const { screen, display } = await startDisplay(programs.display)
      try {
        return await openWindow(programs, { ...env, DISPLAY: display }, screen)
      } catch (error) {
        await ended(screen)
        throw error
      }
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts a driver. One that does not begin a session in time never does, so another one is started. */
async function startDriver(programs: Programs, env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const service = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  try {
    const driver = await until('the driver does not answer', SESSION_MS, () =>
      WebDriver.start(
        `http://127.0.0.1:${port}`,
        {
          'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
          unhandledPromptBehavior: 'accept',
          // problems are collected from the start of a page
          pageLoadStrategy: 'none',
        },
        SESSION_MS,
      ),
    )
    return { driver, service }
  } catch (error) {
    await ended(service)
    throw error
  }
}

async function openWindow(programs: Programs, env: NodeJS.ProcessEnv, screen: ChildProcess): Promise<RemoteWindow> {
  const { driver, service } = await until('no session', 3 * SESSION_MS, () => startDriver(programs, env))
  const window: RemoteWindow = {
    open: (address) => driver.call('POST', '/url', { url: address }),
    reload: () => driver.call('POST', '/refresh', {}),
    back: () => driver.call('POST', '/back', {}),
    forward: () => driver.call('POST', '/forward', {}),
    // called from the start of a page, so hardly any problem is missed
    run: (expression, timeoutMs) => driver.run<string>(`(${watchPage})(); return ${expression}`, timeoutMs),
    keyDown: (key) => driver.keys([{ type: 'keyDown', value: key }]),
    keyUp: (key) => driver.keys([{ type: 'keyUp', value: key }]),
    type: (text) =>
      driver.keys(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    move: (x, y, steps) => driver.move(x, y, steps),
    buttonDown: () => driver.pointer([{ type: 'pointerDown', button: 0 }]),
    buttonUp: () => driver.pointer([{ type: 'pointerUp', button: 0 }]),
    giveFiles: (selector, paths) => driver.giveFiles(selector, paths),
    picture: (selector) =>
      until('the window is not painted', PAINT_MS, async () => {
        const picture = await driver.picture(selector)
        if (isBlank(picture)) throw new Error('it has one color')
        return picture
      }),
    resize,
    setCookie: (name, value) => driver.call('POST', '/cookie', { cookie: { name, value, path: '/' } }),
    deleteCookies: () => driver.call('DELETE', '/cookie'),
    complaints: async () =>
      // the list that the function below fills
      JSON.parse(
        await driver.run<string>('return JSON.stringify(window.complaints?.splice(0) ?? [])', 8_000),
      ) as string[],
    async close() {
      await driver.call('DELETE', '').catch(() => undefined)
      await ended(service)
      await ended(screen)
    },
  }
  let size = ''
  /**
   * Without a window manager the window below the pointer has the focus: the pointer rests in the middle of the
   * display, and so does each window.
   */
  const setRect = (width: number, height: number) => {
    const [x, y] = [(SCREEN.width - width) / 2, (SCREEN.height - height) / 2].map(Math.floor)
    return driver.call('POST', '/window/rect', { x, y, width, height })
  }
  /** The window is larger than the page because of its toolbar. */
  async function resize(width: number, height: number): Promise<void> {
    const wanted = JSON.stringify([width, height])
    if (size === wanted) return
    const sizes = 'return JSON.stringify([innerWidth, innerHeight])'
    await setRect(width, height)
    const bars = await until('the window has no size', 20_000, async () => {
      size = await driver.run<string>(sizes)
      // two numbers
      const [innerWidth, innerHeight] = JSON.parse(size) as [number, number]
      if (innerWidth !== width || innerHeight > height) throw new Error(size)
      return height - innerHeight
    })
    await setRect(width, height + bars)
    await until('the window does not become so large', 20_000, async () => {
      size = await driver.run<string>(sizes)
      if (size !== wanted) throw new Error(size)
    })
  }
  await resize(1440, 900)
  return window
}

/** Runs in the page: collects the problems that it reports. */
function watchPage(): void {
  const page = window as Window & { complaints?: string[] }
  if (page.complaints) return
  const said: string[] = []
  page.complaints = said
  // an event without an error is not a problem: a resize observer that continues in the next frame
  addEventListener('error', (event) => event.error && said.push(`uncaught: ${event.message}`))
  addEventListener('unhandledrejection', (event) => said.push(`uncaught: ${String(event.reason)}`))
  document.addEventListener('securitypolicyviolation', (event) => said.push(`refused: ${event.blockedURI}`))
  const log = window.console
  const { error } = log
  log.error = (...words: unknown[]) => {
    said.push(`console: ${words.map(String).join(' ')}`)
    error.apply(log, words)
  }
}
