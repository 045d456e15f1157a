import { create } from 'zustand'
import type { NavStyle } from './navStyle.ts'

/** The state of the page frame: which of its parts are open. */
export const useShell = create<{
  isDrawerOpen: boolean
  isPaletteOpen: boolean
  /** the text that is typed in the palette */
  paletteText: string
  dialog?: 'shortcuts' | 'signOut' | undefined
  isSigningOut: boolean
  /** the user's choice for pages with the wide navigation, and for those with the rail */
  navChoice: Partial<Record<NavStyle, NavStyle>>
}>(() => ({
  isDrawerOpen: false,
  isPaletteOpen: false,
  paletteText: '',
  isSigningOut: false,
  navChoice: readChoice(),
}))

export function openPalette(): void {
  useShell.setState({ isPaletteOpen: true, paletteText: '' })
  addEventListener('keydown', typeAhead, true)
}

/**
 * Adds a key that was pressed before the code of the palette arrived to the text of its field. Returns whether the key
 * was handled.
 */
export function typeAhead(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey } = event
  const isChord = (ctrlKey || metaKey) && key !== 'Enter'
  const { isPaletteOpen, paletteText } = useShell.getState()
  if (!isPaletteOpen) stopTypingAhead()
  // keys of the browser, such as F5, are left to it; Ctrl+Enter is not, because it would reach the page behind
  if (!isPaletteOpen || isChord || /^F\d/.test(key)) return false
  event.preventDefault()
  event.stopPropagation()
  useShell.setState({
    isPaletteOpen: key !== 'Escape',
    paletteText: key.length === 1 ? paletteText + key : paletteText.slice(0, key === 'Backspace' ? -1 : undefined),
  })
  return true
}

export const stopTypingAhead = (): void => removeEventListener('keydown', typeAhead, true)

const storageKey = 'sextant.nav'

function readChoice(): Partial<Record<NavStyle, NavStyle>> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Record<NavStyle, NavStyle>>
  } catch {
    return {}
  }
}

/** Switches between wide and rail, stored for all pages of this kind. */
export function toggleNav(kind: NavStyle, shown: NavStyle): void {
  const navChoice = { ...useShell.getState().navChoice, [kind]: shown === 'wide' ? 'rail' : 'wide' }
  localStorage.setItem(storageKey, JSON.stringify(navChoice))
  useShell.setState({ navChoice })
}
