/**
 * The main stories in Firefox and WebKit, light and dark. Prints each story, lists the skipped ones if a browser is
 * missing, and ends with `N passed, N failed`. `node e2e/browsers/run.ts webkit dark filter` runs the stories whose name
 * contains all these words.
 */
import { runStories } from '../harness/runStories.ts'
import { openStage } from '../harness/stage.ts'
import { launchers, remoteNames } from './launch.ts'
import { browserStories } from './stories/index.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).map((word) => word.toLowerCase())

// a failed story may still wait for its page; its rejection must not end the other stories
process.on('unhandledRejection', (error) => say(`     still waiting: ${String(error).split('\n', 1)[0]}`))

const runs = remoteNames.flatMap((browser) =>
  (['light', 'dark'] as const).map((theme) => {
    const stories = browserStories
      .map((story) => ({ ...story, name: `${browser} ${theme}: ${story.name}` }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    return { browser, theme, stories }
  }),
)

let passed = 0
let failed = 0
for (const { browser, theme, stories } of runs) {
  const launch = launchers[browser]()
  if (!launch) for (const { name } of stories) say(`skipped: ${name} (no ${browser})`)
  if (!launch || stories.length === 0) continue
  const started = performance.now()
  const failures = await runStories({ stories, openStage: () => openStage(() => launch({ theme })), stages: 1, say })
  failed += failures
  passed += stories.length - failures
  say(`     ${browser} ${theme}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
