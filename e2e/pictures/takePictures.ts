import { join } from 'node:path'
import { NeedsChromium } from '../browsers/remoteWindow.ts'
import type { Product } from '../harness/product.ts'
import type { StageBrowser, Visitor } from '../harness/visitor.ts'
import type { SceneFiles } from './files.ts'
import { playScene } from './playScene.ts'
import type { Reader, Scene } from './scene.ts'

/** A theme at a width. */
export interface View {
  theme: 'light' | 'dark'
  size: 'wide' | 'phone'
}

export interface Album {
  /** names of the screenshots: `scene.theme.size` */
  pictures: Set<string>
  /** what is wrong with them, or why one is missing */
  troubles: string[]
  /** scenes that need Chromium's protocol */
  leftOut: Set<string>
}

interface Work {
  browser: StageBrowser
  product: Product
  files: SceneFiles
  scenes: readonly Scene[]
  views: readonly View[]
  /** the folder of the screenshots */
  out: string
  say: (line: string) => void
}

/**
 * Takes a screenshot of each scene in each view. A window that does not respond is replaced, and its scene is taken
 * once again; a scene that fails is reported, and the others are still taken.
 */
export async function takePictures(work: Work): Promise<Album> {
  const album: Album = { pictures: new Set(), troubles: [], leftOut: new Set() }
  for (const view of work.views) await takeView(work, view, album)
  return album
}

async function takeView(work: Work, view: View, album: Album): Promise<void> {
  const { scenes, say } = work
  const visitors = new Map<Reader, Visitor>()
  for (const scene of scenes.filter(({ only }) => only === undefined || only === view.size)) {
    if (album.leftOut.has(scene.name)) continue
    const name = `${scene.name}.${view.theme}.${view.size}`
    let outcome = await attempt(scene, name, view, visitors, work)
    if ('noAnswer' in outcome) {
      say(`again ${name}: ${outcome.noAnswer}`)
      outcome = await attempt(scene, name, view, visitors, work)
    }
    if ('needsChromium' in outcome) {
      album.leftOut.add(scene.name)
      continue
    }
    const troubles = 'noAnswer' in outcome ? [`no screenshot: ${outcome.noAnswer}`] : outcome.troubles
    if ('troubles' in outcome) album.pictures.add(name)
    album.troubles.push(...troubles.map((text) => `${name}: ${text}`))
    say(`${troubles.length === 0 ? 'ok  ' : 'FAIL'} ${name}${troubles.map((text) => `\n       ${text}`).join('')}`)
  }
  const ends = await Promise.allSettled([...visitors.values()].map((visitor) => visitor.leave()))
  for (const end of ends) if (end.status === 'rejected') say(`     a window does not close: ${messageOf(end.reason)}`)
}

/** What is wrong with a screenshot, or why there is none. */
type Outcome = { troubles: string[] } | { noAnswer: string } | { needsChromium: true }

/** Takes a screenshot with the window of its user; a window that does not respond is abandoned. */
async function attempt(
  scene: Scene,
  name: string,
  { theme, size }: View,
  visitors: Map<Reader, Visitor>,
  work: Work,
): Promise<Outcome> {
  const reader = scene.as ?? 'admin'
  try {
    let visitor = visitors.get(reader)
    if (!visitor) {
      visitor = await work.browser.visit(work.product, { theme, phone: size === 'phone' })
      visitors.set(reader, visitor)
      if (reader !== 'nobody') await visitor.signIn(reader)
    }
    return { troubles: await takePicture(scene, name, visitor, work, size === 'phone') }
  } catch (error) {
    if (error instanceof NeedsChromium) return { needsChromium: true }
    const hanging = visitors.get(reader)
    visitors.delete(reader)
    await hanging?.leave().catch(() => undefined)
    return { noAnswer: messageOf(error) }
  }
}

/** Takes a screenshot of a scene and returns the problems. */
async function takePicture(
  scene: Scene,
  name: string,
  visitor: Visitor,
  { product, files, out }: Work,
  isPhone: boolean,
): Promise<string[]> {
  visitor.problems.length = 0
  try {
    const shown = await playScene(scene, { visitor, product, files, isPhone })
    await visitor.page.screenshot({ path: join(out, `${name}.png`) })
    const findings = scene.isFleeting
      ? []
      : await visitor.axeFindings().catch((error: unknown) => [`it did not run: ${messageOf(error)}`])
    const complaints = visitor.problems.filter((text) => !scene.expects?.some((expected) => expected.test(text)))
    return [...shown, ...findings.map((finding) => `axe: ${finding}`), ...complaints]
  } finally {
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
