import { type Case, releaseName } from '../case.ts'
import { withMemoryLimit } from '../memoryGroup.ts'
import { firstStart } from './releases.ts'

const release = { node: '18.20.8', npm: '10.8.2' }

/** Downloads Node, installs, builds, loads the examples and responds to dashboards with 1 GB of memory. */
export const memoryCase: Case = {
  name: `${releaseName(release)}, with 1 GB of memory`,
  needs: ['git', 'setpriv'],
  needsRoot: true,
  needsRegistry: true,
  run: (session) =>
    withMemoryLimit(1024, async ({ wrap, peakMb }) => {
      const asUser = (command: string[]) => wrap(session.machine.asUser(command))
      const measured = await firstStart(session, releaseName(release), release, { wrap: asUser })
      return `${measured}, peak ${peakMb()} MB with the page cache; limit set by cgroup`
    }),
}
