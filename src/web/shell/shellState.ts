import { create } from 'zustand'
import type { NavStyle } from './navStyle.ts'

/** The state of the page frame: which of its parts are open. */
export const useShell = create<{
  isDrawerOpen: boolean
  isPaletteOpen: boolean
  dialog: 'shortcuts' | 'signOut' | undefined
  isSigningOut: boolean
  /** the user's choice for pages with the wide navigation, and for those with the rail */
  navChoice: Partial<Record<NavStyle, NavStyle>>
}>(() => ({
  isDrawerOpen: false,
  isPaletteOpen: false,
  dialog: undefined,
  isSigningOut: false,
  navChoice: readChoice(),
}))

export const usePaletteText = create<string>(() => '')

export function openPalette(): void {
  useShell.setState({ isPaletteOpen: true })
  usePaletteText.setState('')
  addEventListener('keydown', typeAhead, true)
}

/** Keys that are pressed before the code of the palette has arrived belong to its field. */
export function typeAhead(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event
  if (!useShell.getState().isPaletteOpen) stopTypingAhead()
  else if (!ctrlKey && !metaKey) {
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') useShell.setState({ isPaletteOpen: false })
    if (key === 'Backspace') usePaletteText.setState((text) => text.slice(0, -1))
    if (key.length === 1) usePaletteText.setState((text) => text + key)
  }
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
