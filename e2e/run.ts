/**
 * The browser stories, one file per story, on three products that each have a home folder and a Chromium. Prints each
 * story, lists the skipped ones, and ends with `N passed, N failed`. `node e2e/run.ts dashboard` runs the stories whose
 * name contains a word.
 */
import { runStories } from './harness/runStories.ts'
import { openStage } from './harness/stage.ts'
import { launchForStage, storyChromiumPath } from './harness/visitor.ts'
import { allStories } from './stories/index.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const words = process.argv.slice(2)
const stories = allStories.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
)
const chromium = storyChromiumPath()
if (!chromium) {
  for (const { name } of stories) say(`skipped: browser story: ${name} (no Chromium; set CHROMIUM_PATH)`)
  say('0 passed, 0 failed')
  process.exit(0)
}

// a failed story may still wait for its page; its rejection must not end the other stories
process.on('unhandledRejection', (error) => say(`     still waiting: ${String(error).split('\n', 1)[0]}`))

/** One more than the cores of a small machine, because a story often waits for a frame or a response. */
const STAGES = 3

const open = () => openStage(() => launchForStage(chromium))
const failed = await runStories({ stories, openStage: open, stages: STAGES, say })
process.exit(failed > 0 ? 1 : 0)
