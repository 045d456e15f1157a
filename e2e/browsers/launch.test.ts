import { expect, it } from 'vitest'
import type { Product } from '../harness/product.ts'
import { forStage } from './launch.ts'
import type { RemoteWindow } from './remoteWindow.ts'

/**
 * A fake browser whose windows implement only the calls at the start of a page; `hang` makes the open windows stop
 * responding.
 */
function fakeBrowser() {
  const log: string[] = []
  const hanging = new Set<string>()
  let opened = 0
  let launched = 0
  let isRunning = true
  const openWindow = async (): Promise<RemoteWindow> => {
    opened += 1
    const name = `window ${opened}`
    const act = (what: string) => async () => {
      if (hanging.has(name)) throw new Error(`${name} does not answer`)
      if (what !== '') log.push(`${name}: ${what}`)
    }
    // the calls that a visit needs; no others are called
    return {
      resize: act(''),
      open: act('open'),
      run: async () => JSON.stringify({ value: 'complete', address: 'http://127.0.0.1/health' }),
      complaints: async () => [],
      deleteCookies: act(''),
      setCookie: act(''),
      close: act('close'),
    } as Partial<RemoteWindow> as RemoteWindow
  }
  async function launch() {
    launched += 1
    const number = launched
    isRunning = true
    return {
      isRunning: () => isRunning,
      openWindow,
      close: async () => void log.push(`browser ${number}: close`),
    }
  }
  const hang = () => {
    for (let at = 1; at <= opened; at += 1) hanging.add(`window ${at}`)
  }
  return {
    log,
    hang,
    crash: () => {
      isRunning = false
      hang()
    },
    stage: () => forStage(launch, 'stories'),
  }
}

// the address is all that a visit needs
const product = { address: 'http://127.0.0.1' } as Product

it('reuses a window', async () => {
  const { log, stage } = fakeBrowser()
  const browser = await stage()
  await (await browser.visit(product)).leave()
  await (await browser.visit(product)).leave()
  await browser.close()
  expect(log).toEqual(['window 1: open', 'window 1: open', 'window 1: close', 'browser 1: close'])
})

it('replaces a window that no longer responds or closes', async () => {
  const { log, stage, hang } = fakeBrowser()
  const browser = await stage()
  await (await browser.visit(product)).leave()
  hang()
  await (await browser.visit(product)).leave()
  await browser.close()
  expect(log).toEqual(['window 1: open', 'window 2: open', 'window 2: close', 'browser 1: close'])
})

it('starts a browser that crashed again', async () => {
  const { log, stage, crash } = fakeBrowser()
  const browser = await stage()
  await (await browser.visit(product)).leave()
  crash()
  await (await browser.visit(product)).leave()
  await browser.close()
  expect(log).toEqual(['window 1: open', 'window 2: open', 'window 2: close', 'browser 2: close'])
})
