import type { StageBrowser } from '../harness/visitor.ts'
import { firefoxPath, launchFirefox } from './firefox.ts'
import { visitRemotely } from './remoteVisitor.ts'
import type { RemoteBrowser } from './remoteWindow.ts'
import { launchWebKit, webKitPrograms } from './webKit.ts'

export const remoteNames = ['firefox', 'webkit'] as const
export type RemoteName = (typeof remoteNames)[number]

/** How each browser is started; undefined if it is not installed. */
export const launchers: Record<RemoteName, () => (() => Promise<StageBrowser>) | undefined> = {
  firefox() {
    const path = firefoxPath()
    return path === undefined ? undefined : () => Promise.resolve(forStage(launchFirefox(path)))
  },
  webkit() {
    const programs = webKitPrograms()
    return programs && (async () => forStage(await launchWebKit(programs)))
  },
}

const forStage = (browser: RemoteBrowser): StageBrowser => ({
  visit: (product, options) => visitRemotely(browser, product, options),
  close: () => browser.close(),
})
