import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { admin, type Product } from '../harness/product.ts'
import type { VisitOptions, Visitor } from '../harness/visitor.ts'
import { openInterceptor } from './interceptor.ts'
import { RemotePage } from './remotePage.ts'
import type { RemoteWindow } from './remoteWindow.ts'

/**
 * A user with a browser other than Chromium, for stories and scenes. `theme` is the user's choice, else the system's.
 * `intercepts`: scenes may respond to requests; stories need no proxy in front of the product.
 */
export async function visitRemotely(
  window: RemoteWindow,
  product: Product,
  {
    theme,
    phone = false,
    expects = [],
    intercepts,
    onLeave,
  }: VisitOptions & { intercepts: boolean; onLeave: () => void },
): Promise<Visitor> {
  await (phone ? window.resize(390, 844) : window.resize(1440, 900))
  const interceptor = intercepts ? await openInterceptor(product.address) : undefined
  const page = new RemotePage(window, product.address, interceptor)
  try {
    await page.startAnew(theme)
  } catch (error) {
    await interceptor?.close()
    throw error
  }
  return {
    page: page.asPage(),
    problems: page.problems,
    go: (path) => page.goto(path),
    signIn: async (username = admin.username) => window.setCookie('session', await sessionOf(product, username)),
    axeFindings: () => axeFindings(page),
    async leave() {
      try {
        await page.end()
      } finally {
        await interceptor?.close()
        onLeave()
      }
      const unexpected = page.problems.filter((text) => !expects.some((expected) => expected.test(text)))
      page.problems.splice(0, page.problems.length, ...unexpected)
    },
  }
}

const sessions = new WeakMap<Product, Map<string, Promise<string>>>()

/** The session cookie of a user, who signs in once for all stories. */
function sessionOf(product: Product, username: string): Promise<string> {
  const ofProduct = sessions.get(product) ?? new Map<string, Promise<string>>()
  sessions.set(product, ofProduct)
  const session = ofProduct.get(username) ?? signIn(product.address, username)
  ofProduct.set(username, session)
  return session
}

/** Signs in with the form of the product and returns the session cookie. */
async function signIn(address: string, username: string): Promise<string> {
  const form = await fetch(`${address}/login/`)
  const token = /id="csrf_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const answer = await fetch(`${address}/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: form.headers.getSetCookie().map(pairOf).join('; ') },
    body: new URLSearchParams({ username, password: admin.password, csrf_token: token }),
  })
  const session = answer.headers
    .getSetCookie()
    .map(pairOf)
    .find((pair) => pair.startsWith('session='))
  if (session === undefined) throw new Error(`${username} cannot sign in: ${answer.status}`)
  return session.slice('session='.length)
}

/** Name and value of a cookie that a response sets. */
const pairOf = (cookie: string) => cookie.split(';', 1)[0] ?? ''

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function axeFindings(page: RemotePage): Promise<string[]> {
  const { violations } = await page.run<{
    violations: { id: string; impact: string | null; help: string; nodes: { target: unknown[] }[] }[]
  }>(`${axeSource}; return axe.run(document, { resultTypes: ["violations"] })`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
}
