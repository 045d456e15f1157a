/**
 * The main stories in Firefox and WebKit at the same time. Each story runs in one theme in Firefox and in the other one
 * in WebKit. Prints each story, lists the skipped ones if a browser is missing, and ends with `N passed, N failed`.
 * `node e2e/browsers/run.ts webkit filter` runs the stories whose name contains all these words.
 */
import { runStories } from '../harness/runStories.ts'
import { openStage } from '../harness/stage.ts'
import type { Story } from '../harness/story.ts'
import { launchers, type RemoteName, remoteNames } from './launch.ts'
import { storiesOf } from './stories/index.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).map((word) => word.toLowerCase())

// a failed story may still wait for its page; its rejection must not end the other stories
process.on('unhandledRejection', (error) => say(`     still waiting: ${String(error).split('\n', 1)[0]}`))

/** The stories of a browser, in alternating themes. */
function storiesIn(browser: RemoteName): Story[] {
  return storiesOf[browser]
    .map((story, index) => withTheme(story, browser, index % 2 === remoteNames.indexOf(browser) ? 'light' : 'dark'))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}

function withTheme({ name, run }: Story, browser: RemoteName, theme: 'light' | 'dark'): Story {
  return {
    name: `${browser} ${theme}: ${name}`,
    run: ({ product, visit }) => run({ product, visit: (options) => visit({ theme, ...options }) }),
  }
}

async function runBrowser(browser: RemoteName): Promise<{ passed: number; failed: number }> {
  const launch = launchers[browser]('stories')
  const stories = storiesIn(browser)
  if (!launch) for (const { name } of stories) say(`skipped: ${name} (no ${browser})`)
  if (!launch || stories.length === 0) return { passed: 0, failed: 0 }
  const started = performance.now()
  const failed = await runStories({ stories, openStage: () => openStage(launch), stages: 1, say })
  say(`     ${browser}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return { passed: stories.length - failed, failed }
}

const counts = await Promise.all(remoteNames.map(runBrowser))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
