/**
 * The main stories in Firefox and WebKit at the same time, each light and then dark. Prints each story, lists the skipped
 * ones if a browser is missing, and ends with `N passed, N failed`. `node e2e/browsers/run.ts webkit dark filter` runs
 * the stories whose name contains all these words.
 */
import { runStories } from '../harness/runStories.ts'
import { openStage } from '../harness/stage.ts'
import { launchers, type RemoteName, remoteNames } from './launch.ts'
import { browserStories } from './stories/index.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).map((word) => word.toLowerCase())

// a failed story may still wait for its page; its rejection must not end the other stories
process.on('unhandledRejection', (error) => say(`     still waiting: ${String(error).split('\n', 1)[0]}`))

/** The stories of a browser in one theme after the other; returns how many passed and failed. */
async function runBrowser(browser: RemoteName): Promise<{ passed: number; failed: number }> {
  const launch = launchers[browser]()
  let [passed, failed] = [0, 0]
  for (const theme of ['light', 'dark'] as const) {
    const stories = browserStories
      .map((story) => ({ ...story, name: `${browser} ${theme}: ${story.name}` }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    if (!launch) for (const { name } of stories) say(`skipped: ${name} (no ${browser})`)
    if (!launch || stories.length === 0) continue
    const started = performance.now()
    const failures = await runStories({ stories, openStage: () => openStage(() => launch({ theme })), stages: 1, say })
    failed += failures
    passed += stories.length - failures
    say(`     ${browser} ${theme}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return { passed, failed }
}

const counts = await Promise.all(remoteNames.map(runBrowser))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
