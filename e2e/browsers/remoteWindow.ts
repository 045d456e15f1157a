import { setTimeout as rest } from 'node:timers/promises'

/** A browser window, controlled through the protocol of its browser. Keys have their DOM names. */
export interface RemoteWindow {
  /** navigates; the page may still be loading afterwards */
  open: (address: string, waitUntil?: 'load' | 'commit') => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  forward: () => Promise<void>
  /**
   * Evaluates an expression in the page, awaits it, and returns a string. A browser may never respond if the page is
   * replaced meanwhile: `timeoutMs` is for callers that try again.
   */
  run: (expression: string, timeoutMs?: number) => Promise<string>
  keyDown: (key: string) => Promise<void>
  keyUp: (key: string) => Promise<void>
  /** presses and releases one key after the other */
  type: (text: string) => Promise<void>
  move: (x: number, y: number, steps: number) => Promise<void>
  buttonDown: () => Promise<void>
  buttonUp: () => Promise<void>
  /** chooses files in the file input that a selector finds */
  giveFiles: (selector: string, paths: string[]) => Promise<void>
  /** a screenshot of the page, or of the element that a selector finds */
  picture: (selector?: string) => Promise<Buffer>
  resize: (width: number, height: number) => Promise<void>
  /** sets a cookie for the host of the page */
  setCookie: (name: string, value: string) => Promise<void>
  /** deletes the cookies of the host of the page */
  deleteCookies: () => Promise<void>
  /** problems that the page reported since the last call */
  complaints: () => Promise<string[]>
  close: () => Promise<void>
}

/** A running browser; each window has its own cookies and storage. */
export interface RemoteBrowser {
  /** false once it has crashed */
  isRunning: () => boolean
  openWindow: () => Promise<RemoteWindow>
  close: () => Promise<void>
}

/** Repeats a call until it succeeds; after the timeout, throws the last error. */
export async function until<T>(what: string, timeoutMs: number, ask: (attempt: number) => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(attempt)
    } catch (error) {
      if (error instanceof NeedsChromium) throw error
      if (performance.now() > deadline) {
        throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      await rest(40)
    }
  }
}

/** Waits for a response for at most `timeoutMs`. */
export async function answered<T>(answer: Promise<T>, timeoutMs?: number): Promise<T> {
  if (timeoutMs === undefined) return answer
  const ended = new AbortController()
  const late = rest(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no answer within ${timeoutMs / 1000} s`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    ended.abort()
  }
}

/** A story or scene needs something that only Chromium's protocol offers. */
export class NeedsChromium extends Error {
  constructor(what: string) {
    super(`needs Chromium: ${what}`)
  }
}
