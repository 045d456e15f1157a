import { create } from 'zustand'
import type { MenuEntry } from '../ui/Menu.tsx'

/**
 * The entries that the components of the open screen, or of a dialog on it, offer in the palette, by component. They
 * exist while the palette is open, in the order in which the components first offered them.
 */
export const useScreenActions = create<{ offers: ReadonlyMap<string, readonly MenuEntry[]> }>(() => ({
  offers: new Map(),
}))

/** Sets the entries of a component. */
export function offerActions(part: string, entries: readonly MenuEntry[]): void {
  useScreenActions.setState(({ offers }) => ({ offers: new Map(offers).set(part, entries) }))
}

export function withdrawActions(part: string): void {
  useScreenActions.setState(({ offers }) => ({ offers: new Map([...offers].filter(([key]) => key !== part)) }))
}
