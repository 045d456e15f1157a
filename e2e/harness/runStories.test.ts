import { describe, expect, it } from 'vitest'
import { runStories } from './runStories.ts'

interface FakeStory {
  name: string
  alone?: string
  /** how many times it fails before it passes */
  fails: number
}

const steady = (name: string): FakeStory => ({ name, fails: 0 })
const unsteady = (name: string): FakeStory => ({ name, fails: 1 })
const broken = (name: string): FakeStory => ({ name, fails: 99 })

/** Runs stories on stages without a browser; returns the output and which stories ran at the same time. */
async function played(stories: FakeStory[], stages = 2) {
  const said: string[] = []
  const playing = new Set<string>()
  const together = new Map<string, string[]>()
  const left = new Map(stories.map(({ name, fails }) => [name, fails]))
  const stagesOf = new Map<string, number[]>()
  let opened = 0
  let closed = 0
  const failed = await runStories<FakeStory>({
    stories,
    stages,
    say: (line) => said.push(line.replace(/ \([\d.]+ s\)/, '')),
    async openStage() {
      const number = opened
      opened += 1
      return {
        async play({ name }) {
          stagesOf.set(name, [...(stagesOf.get(name) ?? []), number])
          playing.add(name)
          for (const each of playing) together.set(each, [...new Set([...(together.get(each) ?? []), ...playing])])
          await Promise.resolve()
          playing.delete(name)
          const fails = left.get(name) ?? 0
          left.set(name, fails - 1)
          if (fails > 0) throw new Error(`${name} is wrong`)
        },
        async close() {
          closed += 1
        },
      }
    },
  })
  return { failed, said, together, stagesOf, opened, closed }
}

describe('stories', () => {
  it('run on several stages, each once', async () => {
    const { failed, said, stagesOf, opened, closed } = await played([steady('a'), steady('b'), steady('c')])
    expect(failed).toBe(0)
    expect(said.toSorted()).toEqual(['3 passed, 0 failed', 'ok   a', 'ok   b', 'ok   c'])
    expect(said.at(-1)).toBe('3 passed, 0 failed')
    expect(new Set([...stagesOf.values()].flat())).toEqual(new Set([0, 1]))
    expect([...stagesOf.values()].map(({ length }) => length)).toEqual([1, 1, 1])
    expect([opened, closed]).toEqual([2, 2])
  })

  it('that must run alone run after the others', async () => {
    const { together, said } = await played([
      { ...steady('heavy'), alone: 'it measures times' },
      steady('a'),
      steady('b'),
    ])
    expect(together.get('heavy')).toEqual(['heavy'])
    expect(together.get('a')).toEqual(['a', 'b'])
    expect(said.indexOf('ok   heavy')).toBe(2)
  })

  it('that fail once and then pass alone on a new stage are unsteady, and the run is green', async () => {
    const { failed, said, stagesOf, opened, closed } = await played([unsteady('a'), steady('b'), steady('c')], 1)
    expect(failed).toBe(0)
    expect(said).toContain('unsteady: a')
    expect(said.some((line) => line.startsWith('FAIL'))).toBe(false)
    expect(said.at(-1)).toBe('3 passed, 0 failed')
    // the first stage, one for the other stories, one for the repetition
    expect(stagesOf).toEqual(
      new Map([
        ['a', [0, 2]],
        ['b', [1]],
        ['c', [1]],
      ]),
    )
    expect([opened, closed]).toEqual([3, 3])
  })

  it('that fail alone too fail the run', async () => {
    const { failed, said } = await played([broken('a'), unsteady('b'), steady('c')])
    expect(failed).toBe(1)
    expect(said).toContain('FAIL a\na is wrong')
    expect(said).toContain('unsteady: b')
    expect(said.at(-1)).toBe('2 passed, 1 failed')
  })

  it('are not repeated if many of them fail, and stages are no longer replaced', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `story ${index}`)
    const { failed, said, opened, closed } = await played(names.map(broken))
    expect(failed).toBe(30)
    expect(said.filter((line) => line.startsWith('FAIL '))).toHaveLength(30)
    // a stage for each of the first failures, and two for all others
    expect(opened).toBe(8)
    expect(closed).toBe(8)
  })

  it('that fail last leave no unused stage behind', async () => {
    const { opened, closed } = await played([broken('a')], 1)
    // one for the story, and one for the repetition
    expect([opened, closed]).toEqual([2, 2])
  })

  it('close the opened stages if one fails to open', async () => {
    let opened = 0
    let closed = 0
    const openStage = async () => {
      opened += 1
      if (opened === 2) throw new Error('no port')
      return { play: async () => undefined, close: async () => void (closed += 1) }
    }
    const run = runStories({ stories: [steady('a'), steady('b')], stages: 2, openStage, say: () => undefined })
    await expect(run).rejects.toThrow('no port')
    expect(closed).toBe(1)
  })
})
