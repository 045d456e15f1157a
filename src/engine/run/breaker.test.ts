import { describe, expect, it } from 'vitest'
import { CircuitBreaker } from './breaker.ts'

const DOWN = new Error('down')

function openBreaker() {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  const fail = () => {
    const refusal = breaker.refusal('a')
    if (refusal === undefined) breaker.failed('a', DOWN)
    return refusal === undefined ? 'tried' : 'refused'
  }
  for (let i = 0; i < 3; i++) expect(fail()).toBe('tried')
  return { breaker, fail, wait: (ms: number) => void (now += ms) }
}

describe('CircuitBreaker', () => {
  it('lets every query try until three failed in a row', () => {
    const breaker = new CircuitBreaker(() => 0)
    expect(breaker.failed('a', DOWN)).toBe(false)
    expect(breaker.failed('a', DOWN)).toBe(false)
    breaker.ended('a', true)
    expect(breaker.failed('a', DOWN)).toBe(false)
    expect(breaker.refusal('a')).toBeUndefined()
  })

  it('rejects with the last error, only for that database', () => {
    const { breaker, fail } = openBreaker()
    expect(fail()).toBe('refused')
    expect(breaker.refusal('a')).toBe(DOWN)
    expect(breaker.refusal('b')).toBeUndefined()
  })

  it('lets one query try after a pause of a second, however long the database is down', () => {
    const { breaker, fail, wait } = openBreaker()
    for (let attempt = 0; attempt < 10; attempt++) {
      wait(999)
      expect(fail()).toBe('refused')
      wait(1)
      expect(breaker.refusal('a')).toBeUndefined()
      // other queries wait for the result of the first one
      expect(breaker.refusal('a')).toBe(DOWN)
      breaker.failed('a', DOWN)
    }
  })

  it('with costly attempts, the pause grows while they fail', () => {
    const { breaker, fail, wait } = openBreaker()
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      wait(pause - 1)
      expect(fail()).toBe('refused')
      wait(1)
      expect(breaker.refusal('a')).toBeUndefined()
      breaker.failed('a', DOWN, true)
    }
  })

  it('lets another query try while an attempt hangs', () => {
    const { breaker, wait } = openBreaker()
    wait(1000)
    expect(breaker.refusal('a')).toBeUndefined()
    for (let attempt = 0; attempt < 3; attempt++) {
      wait(1499)
      expect(breaker.refusal('a')).toBe(DOWN)
      wait(1)
      expect(breaker.refusal('a')).toBeUndefined()
    }
  })

  it('is reset when a query succeeds', () => {
    const { breaker, fail, wait } = openBreaker()
    wait(1000)
    expect(breaker.refusal('a')).toBeUndefined()
    breaker.ended('a', true)
    expect([fail(), fail(), fail(), fail()]).toEqual(['tried', 'tried', 'tried', 'refused'])
  })

  it('lets another query try if the previous one was cancelled before its outcome', () => {
    const { breaker, wait } = openBreaker()
    wait(1000)
    expect(breaker.refusal('a')).toBeUndefined()
    breaker.ended('a', false)
    expect(breaker.refusal('a')).toBeUndefined()
  })
})
