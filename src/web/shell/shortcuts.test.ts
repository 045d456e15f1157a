import { describe, expect, it } from 'vitest'
import { keyName, matchKeys } from './shortcuts.ts'

const shortcuts = ['?', 'mod+k', 'g h', 'g d', '['].map((keys) => ({ keys }))

describe('matchKeys', () => {
  it.each([
    ['', '?', { index: 0 }],
    ['', 'mod+k', { index: 1 }],
    ['', 'g', { remember: 'g' }],
    ['g', 'd', { index: 3 }],
    ['g', 'x', { remember: '' }],
    ['g', '[', { index: 4 }],
    ['g', 'g', { remember: 'g' }],
    ['', 'h', { remember: '' }],
  ])('after %j, %j', (before, key, step) => {
    expect(matchKeys(shortcuts, before, key)).toEqual(step)
  })

  it('prefers the one that was added last', () => {
    expect(matchKeys([{ keys: '/' }, { keys: '/' }], '', '/')).toEqual({ index: 1 })
  })
})

describe('keyName', () => {
  it.each([
    [{ key: 'K', metaKey: true, ctrlKey: false }, 'mod+k'],
    [{ key: 'k', metaKey: false, ctrlKey: true }, 'mod+k'],
    [{ key: 'G', metaKey: false, ctrlKey: false }, 'g'],
    [{ key: 'Escape', metaKey: false, ctrlKey: false }, 'Escape'],
  ])('%j is %s', (event, name) => {
    expect(keyName(event)).toBe(name)
  })
})
