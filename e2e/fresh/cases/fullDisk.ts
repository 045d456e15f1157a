/** The disk of the home folder fills up while the product runs. */
import { openBrowser, signIn, signInByLink } from '../browser.ts'
import { type Case, installedBy, newest, releaseName } from '../case.ts'
import { sandbox } from '../sandbox.ts'
import { start } from '../start.ts'

const DISK_BYTES = 48 * 1024 ** 2
const MOST_WRITES = 400

export const fullDisk: Case = {
  name: 'a disk that fills up while the product runs',
  needs: ['bwrap', 'setpriv'],
  async run(session) {
    const home = session.machine.folder('home that fills up')
    const wrap = sandbox(session.machine, '--size', String(DISK_BYTES), '--tmpfs', home)
    const place = { ...installedBy(session, releaseName(newest)), home, wrap, env: { SEXTANT_EXAMPLES: 'false' } }
    const started = await start(session.machine, place)
    try {
      const browser = openBrowser(started.address)
      await signInByLink(browser, started.link ?? '')
      await browser.get('/superset/welcome/')
      const css = '/* long */'.repeat(20_000)
      let refusal: string | undefined
      let written = 0
      while (refusal === undefined && written < MOST_WRITES) {
        refusal = await browser
          .post('/api/v1/dashboard/', { dashboard_title: `${written}`, css })
          .then(() => undefined, String)
        written += 1
      }
      if (!refusal?.includes('507 {"message":"The disk of the server is full. Nothing was saved."}'))
        throw new Error(`write ${written}: ${refusal}`)
      // reading and sign-in still work
      await browser.get('/api/v1/dashboard/')
      const other = openBrowser(started.address)
      await signIn(other)
      await other.get('/api/v1/me/')
      return `${written - 1} dashboards fit`
    } finally {
      await started.stop()
    }
  },
}
