import type { StageBrowser } from '../harness/visitor.ts'
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
    return path === undefined ? undefined : async () => forStage(await launchFirefox(path), use)
  },
  webkit(use) {
    const programs = webKitPrograms()
    return programs && (async () => forStage(await launchWebKit(programs, use === 'pictures'), use))
  },
}

/** Windows are used again: a new one costs more than most stories. */
function forStage(browser: RemoteBrowser, use: Use): StageBrowser {
  const idle: RemoteWindow[] = []
  return {
    async visit(product, options) {
      const window = idle.pop() ?? (await browser.openWindow())
      return visitRemotely(window, product, {
        ...options,
        intercepts: use === 'pictures',
        onLeave: () => void idle.push(window),
      })
    },
    async close() {
      for (const window of idle.splice(0)) await window.close()
      await browser.close()
    },
  }
}
