/** If more stories fail, the product itself is broken: then no story is repeated and no stage is replaced. */
const MOST_AGAIN = 6

interface Named {
  name: string
  /** why no other story may run at the same time */
  alone?: string
}

/** Runs one story at a time. */
export interface Stage<S> {
  play: (story: S) => Promise<void>
  close: () => Promise<void>
}

interface Run<S> {
  stories: S[]
  openStage: () => Promise<Stage<S>>
  /** how many stages there are: they share one queue of stories */
  stages: number
  say: (line: string) => void
}

export interface Failure<S> {
  story: S
  text: string
}

/**
 * Runs stories on several stages at once, then those that must run alone. After a failure the next story gets a new
 * stage, unless so many have failed that the product itself must be broken. A failed story is repeated at the end,
 * alone on a new stage: if it passes there, it is `unsteady`. Prints a line for each story and ends with `N passed, N
 * failed`; returns the number of failures.
 */
export async function runStories<S extends Named>({ stories, openStage, stages, say }: Run<S>): Promise<number> {
  const together = stories.filter(({ alone }) => alone === undefined)
  const alone = stories.filter((story) => story.alone !== undefined)
  const failures: Failure<S>[] = []
  /** Plays a queue; returns the stage on which the next stories can run, if one is open. */
  const play = async (first: Stage<S> | undefined, queue: S[]): Promise<Stage<S> | undefined> => {
    let stage = first
    for (let story = queue.shift(); story; story = queue.shift()) {
      stage ??= await openStage()
      const text = await failureOf(stage, story, say)
      if (text === undefined) continue
      failures.push({ story, text })
      if (failures.length > MOST_AGAIN) continue
      // the state that a failed story leaves behind must not disturb the next ones
      await stage.close()
      stage = undefined
    }
    return stage
  }
  const count = Math.max(1, Math.min(stages, together.length))
  const opened = await openStages(count, openStage)
  const [first, ...others] = await Promise.all(opened.map((stage) => play(stage, together)))
  await Promise.all(others.map(async (stage) => stage?.close()))
  const last = await play(first, alone)
  await last?.close()

  const failed = await playAgain(failures, openStage, say)
  say(`${stories.length - failed} passed, ${failed} failed`)
  return failed
}

/** Opens stages in parallel; if one fails to open, closes the others. */
async function openStages<S>(count: number, openStage: Run<S>['openStage']): Promise<Stage<S>[]> {
  const results = await Promise.allSettled(Array.from({ length: count }, openStage))
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const broken = results.find((result) => result.status === 'rejected')
  if (!broken) return opened
  await Promise.all(opened.map((stage) => stage.close()))
  throw broken.reason
}

/** Runs a story and prints the result; returns the error. */
async function failureOf<S extends Named>(stage: Stage<S>, story: S, say: Run<S>['say']): Promise<string | undefined> {
  const started = performance.now()
  const seconds = () => `(${((performance.now() - started) / 1000).toFixed(1)} s)`
  try {
    await stage.play(story)
    say(`ok   ${story.name} ${seconds()}`)
    return undefined
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    say(`not ok ${story.name} ${seconds()}\n${text}`)
    return text
  }
}

/** Repeats failed stories, and prints which are unsteady and which failed; returns the number of the latter. */
export async function playAgain<S extends Named>(
  failures: Failure<S>[],
  openStage: Run<S>['openStage'],
  say: Run<S>['say'],
): Promise<number> {
  if (failures.length === 0) return 0
  if (failures.length > MOST_AGAIN) {
    for (const { story, text } of failures) say(`FAIL ${story.name}\n${text}`)
    return failures.length
  }
  say(`once more, alone: ${failures.length === 1 ? 'the story' : `the ${failures.length} stories`} that failed`)
  const stage = await openStage()
  let failed = 0
  for (const { story } of failures) {
    const again = await failureOf(stage, story, say)
    if (again !== undefined) {
      failed += 1
      say(`FAIL ${story.name}\n${again}`)
      continue
    }
    say(`unsteady: ${story.name}`)
  }
  await stage.close()
  return failed
}
