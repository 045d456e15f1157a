import { describe, expect, it } from 'vitest'
import { type ContextUser, createContexts } from './contexts.ts'

/** Maps that log what happens to them. A map counts as starting until it is added to `drawn`. */
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

  it('suspends the map that was not used for the longest time', () => {
    const { log, drawn, maps } = mapsOf('abcd')
    const contexts = createContexts(2, 1)
    for (const name of ['a', 'b', 'a', 'c', 'd']) {
      contexts.ask(maps[name]!)
      drawn.add(name)
    }
    expect(log).toEqual(['a starts', 'b starts', 'b rests', 'c starts', 'a rests', 'd starts'])
  })

  it('waits if no map can be suspended', () => {
    const { log, drawn, maps } = mapsOf('ab')
    const contexts = createContexts(1, 1)
    contexts.ask({ ...maps['a']!, canRest: () => false })
    drawn.add('a')
    contexts.ask(maps['b']!)
    expect(log).toEqual(['a starts'])
  })

  it('passes the context of a removed map to the next one, and none to a map that was removed while it waited', () => {
    const { log, maps } = mapsOf('abc')
    const contexts = createContexts(1, 1)
    for (const map of Object.values(maps)) contexts.ask(map)
    contexts.leave(maps['b']!)
    contexts.leave(maps['a']!)
    expect(log).toEqual(['a starts', 'c starts'])
  })

  it('starts a map once, however often it requests a context', () => {
    const { log, maps } = mapsOf('ab')
    const contexts = createContexts(1, 1)
    for (const name of ['a', 'a', 'b', 'b']) contexts.ask(maps[name]!)
    contexts.leave(maps['a']!)
    contexts.ask(maps['b']!)
    expect(log).toEqual(['a starts', 'b starts'])
  })
})
