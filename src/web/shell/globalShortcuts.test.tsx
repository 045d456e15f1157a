import { afterEach, expect, it, vi } from 'vitest'
import { showWithServer } from '../testing/showWithServer.tsx'
import { GlobalShortcuts } from './GlobalShortcuts.tsx'
import { useShortcuts } from './shortcuts.ts'

afterEach(() => void vi.restoreAllMocks())

const keys = () => useShortcuts.getState().shortcuts.map((shortcut) => shortcut.keys)

const framed = () => vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window)

it.each([
  ['on a page of its own', false, false],
  ['on one without navigation', false, true],
  ['in a frame, with the navigation', true, false],
])('the palette and the keys to other pages work %s', (_where, isFramed, isBare) => {
  if (isFramed) framed()
  showWithServer(<GlobalShortcuts isBare={isBare} onToggleNav={() => undefined} />)
  expect(keys()).toEqual(expect.arrayContaining(['mod+k', 'g d']))
})

it('a page without navigation inside a frame has none of them', () => {
  framed()
  showWithServer(<GlobalShortcuts isBare onToggleNav={() => undefined} />)
  expect(keys()).toEqual([])
})
