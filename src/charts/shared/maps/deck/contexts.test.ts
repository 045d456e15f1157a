import { describe, expect, it } from 'vitest'
import { type ContextUser, createContexts } from './contexts.ts'

/** Maps that write down what happens to them. They are started until they are added to `drawn`. */
function mapsOf(names: string) {
  const log: string[] = []
  const drawn = new Set<string>()
  const maps: Record<string, ContextUser> = {}
  for (const name of names) {
    maps[name] = {
      start: () => log.push(`${name} starts`),
      isStarting: () => !drawn.has(name),
      canRest: () => drawn.has(name),
      rest: () => log.push(`${name} rests`),
    }
  }
  return { log, drawn, maps }
}

describe('contexts of maps', () => {
  it('starts a few maps, and the next one after one is drawn', () => {
    const { log, drawn, maps } = mapsOf('abc')
    const contexts = createContexts(3, 2)
    for (const map of Object.values(maps)) contexts.ask(map)
    expect(log).toEqual(['a starts', 'b starts'])
    drawn.add('a')
    contexts.serve()
    expect(log).toEqual(['a starts', 'b starts', 'c starts'])
  })

  it('lets the map rest that was not used for the longest time', () => {
    const { log, drawn, maps } = mapsOf('abcd')
    const contexts = createContexts(2, 1)
    for (const name of ['a', 'b', 'a', 'c', 'd']) {
      contexts.ask(maps[name]!)
      drawn.add(name)
    }
    expect(log).toEqual(['a starts', 'b starts', 'b rests', 'c starts', 'a rests', 'd starts'])
  })

  it('waits if no map can rest', () => {
    const { log, drawn, maps } = mapsOf('ab')
    const contexts = createContexts(1, 1)
    contexts.ask({ ...maps['a']!, canRest: () => false })
    drawn.add('a')
    contexts.ask(maps['b']!)
    expect(log).toEqual(['a starts'])
  })

  it('gives the context of a map that leaves to the next one, and none to a map that left while it waited', () => {
    const { log, maps } = mapsOf('abc')
    const contexts = createContexts(1, 1)
    for (const map of Object.values(maps)) contexts.ask(map)
    contexts.leave(maps['b']!)
    contexts.leave(maps['a']!)
    expect(log).toEqual(['a starts', 'c starts'])
  })

  it('starts a map once, however often it asks', () => {
    const { log, maps } = mapsOf('ab')
    const contexts = createContexts(1, 1)
    for (const name of ['a', 'a', 'b', 'b']) contexts.ask(maps[name]!)
    contexts.leave(maps['a']!)
    contexts.ask(maps['b']!)
    expect(log).toEqual(['a starts', 'b starts'])
  })
})
