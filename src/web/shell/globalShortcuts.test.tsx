import { afterEach, expect, it, vi } from 'vitest'
import { showWithServer } from '../testing/showWithServer.tsx'
import { GlobalShortcuts } from './GlobalShortcuts.tsx'
import { useShortcuts } from './shortcuts.ts'

afterEach(() => void vi.restoreAllMocks())

const keys = () => useShortcuts.getState().shortcuts.map((shortcut) => shortcut.keys)

it('the palette and the keys to other pages work on a page of its own', () => {
  showWithServer(<GlobalShortcuts onToggleNav={() => undefined} />)
  expect(keys()).toEqual(expect.arrayContaining(['mod+k', 'g d']))
})

it('a page that another one shows in a frame has none of them', () => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window)
  showWithServer(<GlobalShortcuts onToggleNav={() => undefined} />)
  expect(keys()).toEqual([])
})
