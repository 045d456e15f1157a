import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { NeedsChromium } from '../browsers/remoteWindow.ts'
import type { Product } from '../harness/product.ts'
import type { Visitor } from '../harness/visitor.ts'
import type { SceneFiles } from './files.ts'
import { type Scene, scene } from './scene.ts'
import { takePictures } from './takePictures.ts'

/** Takes pictures without a browser: those of the scene `hanging` never arrive, and the first of `late` does not. */
async function taken(scenes: Scene[]) {
  const log: string[] = []
  const late = new Set<string>()
  let visits = 0
  async function visit(): Promise<Visitor> {
    visits += 1
    const name = `visitor ${visits}`
    const still = async () => undefined
    const page = {
      mouse: { up: still, move: still },
      screenshot: async ({ path }: { path: string }) => {
        const isLate = path.includes('late') && !late.has(path)
        late.add(path)
        if (path.includes('hanging') || isLate) throw new Error('POST /screenshot: it does not answer')
        log.push(`${name}: ${path}`)
      },
      unrouteAll: async () => void log.push(`${name}: routes removed`),
    }
    return {
      // takePictures uses no other members of a page
      page: page as unknown as Page,
      problems: [],
      go: still,
      signIn: still,
      axeFindings: async () => [],
      leave: async () => void log.push(`${name}: leaves`),
    }
  }
  const said: string[] = []
  const album = await takePictures({
    browser: { visit, close: async () => undefined },
    product: {} as Product,
    files: {} as SceneFiles,
    scenes,
    views: [{ theme: 'dark', size: 'phone' }],
    out: '/out',
    say: (line) => said.push(line),
  })
  return { ...album, log, said }
}

const plain = (name: string) => scene(name, async () => undefined)

it('takes the other pictures with another window if one does not arrive', async () => {
  const { pictures, troubles, log, said } = await taken([plain('first'), plain('hanging'), plain('last')])
  expect([...pictures]).toEqual(['first.dark.phone', 'last.dark.phone'])
  expect(troubles).toEqual(['hanging.dark.phone: no screenshot: POST /screenshot: it does not answer'])
  expect(said).toEqual([
    'ok   first.dark.phone',
    'again hanging.dark.phone: POST /screenshot: it does not answer',
    'FAIL hanging.dark.phone\n       no screenshot: POST /screenshot: it does not answer',
    'ok   last.dark.phone',
  ])
  expect(log.filter((line) => !line.endsWith('removed'))).toEqual([
    'visitor 1: /out/first.dark.phone.png',
    'visitor 1: leaves',
    'visitor 2: leaves',
    'visitor 3: /out/last.dark.phone.png',
    'visitor 3: leaves',
  ])
})

it('takes a picture once more if it does not arrive', async () => {
  const { pictures, troubles, said } = await taken([plain('late'), plain('last')])
  expect([...pictures]).toEqual(['late.dark.phone', 'last.dark.phone'])
  expect(troubles).toEqual([])
  expect(said).toEqual([
    'again late.dark.phone: POST /screenshot: it does not answer',
    'ok   late.dark.phone',
    'ok   last.dark.phone',
  ])
})

it('reports a scene that cannot be shown, with its picture', async () => {
  const broken = scene('broken', () => Promise.reject(new Error('no such button')))
  const { pictures, troubles } = await taken([broken, plain('last')])
  expect([...pictures]).toEqual(['broken.dark.phone', 'last.dark.phone'])
  expect(troubles).toEqual(['broken.dark.phone: not shown: no such button'])
})

it('leaves out scenes that need Chromium, and forgets the responses that they replaced', async () => {
  const needs = scene('touched', () => Promise.reject(new NeedsChromium('touch')))
  const { pictures, troubles, leftOut, log } = await taken([needs, plain('last')])
  expect([[...pictures], troubles, [...leftOut]]).toEqual([['last.dark.phone'], [], ['touched']])
  expect(log[0]).toBe('visitor 1: routes removed')
})
