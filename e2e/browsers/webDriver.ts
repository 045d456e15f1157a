/** Keys in the WebDriver standard; other keys are their characters. */
const keyCodes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  '\n': '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F10: '\uE03A',
  Meta: '\uE03D',
}

/** The key under which a response contains the id of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ANSWER_TIMEOUT_MS = 60_000

interface KeyAction {
  type: 'keyDown' | 'keyUp'
  value: string
}

type PointerAction =
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'pointerMove'; x: number; y: number; duration: number; origin: 'viewport' }

/** A WebDriver session: the commands that control one window. */
export class WebDriver {
  readonly #session: string
  #at = { x: 0, y: 0 }
  constructor(session: string) {
    this.#session = session
  }

  static async start(address: string, capabilities: Record<string, unknown>, timeoutMs: number): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = await ask<{ sessionId: string }>('POST', `${address}/session`, body, timeoutMs)
    return new WebDriver(`${address}/session/${sessionId}`)
  }

  call<T = void>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, timeoutMs?: number): Promise<T> {
    return ask<T>(method, `${this.#session}${path}`, body, timeoutMs)
  }

  /** Runs a function body in the page and awaits its result. */
  run<T>(script: string, timeoutMs?: number): Promise<T> {
    return this.call<T>('POST', '/execute/sync', { script, args: [] }, timeoutMs)
  }

  keys(actions: KeyAction[]): Promise<void> {
    const coded = actions.map(({ type, value }) => ({ type, value: keyCodes[value] ?? value }))
    return this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions: coded }] })
  }

  pointer(actions: PointerAction[]): Promise<void> {
    const source = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
    return this.call('POST', '/actions', { actions: [source] })
  }

  async move(x: number, y: number, steps: number): Promise<void> {
    const from = this.#at
    const moves = Array.from({ length: steps }, (_, step): PointerAction => {
      const share = (step + 1) / steps
      const [stepX, stepY] = [from.x + (x - from.x) * share, from.y + (y - from.y) * share].map(Math.round)
      return { type: 'pointerMove', x: stepX ?? x, y: stepY ?? y, duration: 0, origin: 'viewport' }
    })
    this.#at = { x, y }
    await this.pointer(moves)
  }

  /** Path of the first element that a selector finds. */
  async #element(selector: string): Promise<string> {
    const found = await this.call<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: selector,
    })
    return `/element/${found[ELEMENT]}`
  }

  async giveFiles(selector: string, paths: string[]): Promise<void> {
    await this.call('POST', `${await this.#element(selector)}/value`, { text: paths.join('\n') })
  }

  async picture(selector?: string): Promise<Buffer> {
    const of = selector === undefined ? '' : await this.#element(selector)
    return Buffer.from(await this.call<string>('GET', `${of}/screenshot`), 'base64')
  }
}

async function ask<T>(method: string, address: string, body?: object, timeoutMs = ANSWER_TIMEOUT_MS): Promise<T> {
  try {
    const answer = await fetch(address, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    // every response has this shape
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${method} ${new URL(address).pathname.replace(/^\/session\/[^/]+/, '')}: ${why}`, { cause })
  }
}
