import { describe, expect, it } from 'vitest'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { createMemoryStore } from '../cache/memoryStore.ts'
import { createKeptContexts } from './keptContexts.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const context = (column: string): QueryContext => ({
  datasource: { id: 1, type: 'table' },
  queries: [{ columns: [column], extras: {} }],
})

/** A store shared by two nodes, and a clock. */
function site() {
  let now = 1000
  let writes = 0
  const store = createMemoryStore({ maxBytes: 1e6, now: () => now })
  const counted: Pick<typeof store, 'get' | 'set'> = {
    get: (key) => store.get(key),
    set: (...given) => {
      writes++
      return store.set(...given)
    },
  }
  return {
    store,
    node: () => createKeptContexts(counted, () => now),
    pass: (ms: number) => {
      now += ms
    },
    writes: () => writes,
  }
}

describe('stored query contexts', () => {
  it('are available on other nodes, as long as the result', async () => {
    const { node, pass } = site()
    node().keep(KEY, context('a'), 10_000)
    const other = node()
    expect(await other.find(KEY)).toEqual(context('a'))
    pass(10_001)
    expect(await other.find(KEY)).toBeUndefined()
  })

  it('are written at most once a minute, and again after they were dropped', async () => {
    const { node, pass, writes, store } = site()
    const one = node()
    for (let at = 0; at < 5; at++) one.keep(KEY, context('a'), 3_600_000)
    expect(writes()).toBe(1)
    await store.delete(`context ${KEY}`)
    pass(60_001)
    one.keep(KEY, context('a'), 3_600_000)
    expect(await one.find(KEY)).toEqual(context('a'))
  })

  it('do not exist for invalid keys, or other versions', async () => {
    const { node, store } = site()
    await store.set('context x', { body: Buffer.from('{}'), rowcount: 0, computedOn: 0 }, 1000)
    await store.set(`context ${KEY}`, { body: Buffer.from('{"queries":1}'), rowcount: 0, computedOn: 0 }, 1000)
    expect([await node().find('x'), await node().find(KEY)]).toEqual([undefined, undefined])
  })
})
