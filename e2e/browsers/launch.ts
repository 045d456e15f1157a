import type { StageBrowser } from '../harness/visitor.ts'
import { displayPath } from './display.ts'
import { firefoxPath, launchFirefox } from './firefox.ts'
import { visitRemotely } from './remoteVisitor.ts'
import type { RemoteBrowser, RemoteWindow } from './remoteWindow.ts'
import { launchWebKit, webKitPrograms } from './webKit.ts'

export const remoteNames = ['firefox', 'webkit'] as const
export type RemoteName = (typeof remoteNames)[number]

/** Scenes need screenshots and intercepted requests, stories need speed. */
type Use = 'stories' | 'pictures'

/** How each browser is started; undefined if it is not installed. */
export const launchers: Record<RemoteName, (use: Use) => (() => Promise<StageBrowser>) | undefined> = {
  firefox(use) {
    const path = firefoxPath()
    // pictures show maps, which need WebGL
    const display = use === 'pictures' ? displayPath() : undefined
    return path === undefined ? undefined : () => forStage(() => launchFirefox(path, display), use)
  },
  webkit(use) {
    const programs = webKitPrograms()
    return programs && (() => forStage(() => launchWebKit(programs, use === 'pictures'), use))
  },
}

/**
 * Windows are reused: a new one costs more than most stories. A window that no longer responds is replaced, and so is a
 * browser that crashed.
 */
export async function forStage(launch: () => Promise<RemoteBrowser>, use: Use): Promise<StageBrowser> {
  let browser = await launch()
  const idle: RemoteWindow[] = []
  async function openWindow(): Promise<RemoteWindow> {
    if (!browser.isRunning()) browser = await launch()
    return browser.openWindow()
  }
  return {
    async visit(product, options) {
      const enter = (window: RemoteWindow) =>
        visitRemotely(window, product, {
          ...options,
          intercepts: use === 'pictures',
          onLeave: () => void idle.push(window),
        })
      for (let window = idle.pop(); window; window = idle.pop()) {
        try {
          return await enter(window)
        } catch {
          // a window that does not respond may not close either
          await window.close().catch(() => undefined)
        }
      }
      return enter(await openWindow())
    },
    async close() {
      for (const window of idle.splice(0)) await window.close().catch(() => undefined)
      await browser.close()
    },
  }
}
