import type { StageBrowser } from '../harness/visitor.ts'
import { firefoxPath, launchFirefox } from './firefox.ts'
import { visitRemotely } from './remoteVisitor.ts'
import type { Launched, RemoteBrowser } from './remoteWindow.ts'
import { launchWebKit, webKitPrograms } from './webKit.ts'

export const remoteNames = ['firefox', 'webkit'] as const
export type RemoteName = (typeof remoteNames)[number]

/** How each browser is started; undefined if it is not installed. */
export const launchers: Record<RemoteName, () => ((options: Launched) => Promise<StageBrowser>) | undefined> = {
  firefox() {
    const path = firefoxPath()
    return path === undefined ? undefined : async (options) => forStage(await launchFirefox(path, options))
  },
  webkit() {
    const programs = webKitPrograms()
    return programs && (async (options) => forStage(await launchWebKit(programs, options)))
  },
}

const forStage = (browser: RemoteBrowser): StageBrowser => ({
  visit: (product, options) => visitRemotely(browser, product, options),
  close: () => browser.close(),
})
