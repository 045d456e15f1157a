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
