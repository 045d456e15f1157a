import { lazy } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { MenuItems } from '../ui/Menu.tsx'
import { useShell } from './shellState.ts'

const OfferedActions = lazy(() => import('./OfferedActions.tsx'))

interface PaletteActionsProps {
  /** entries of a menu; what makes them is loaded and mounted while the palette is open */
  items: MenuItems
  /** they belong to a dialog */
  isDialog?: boolean
}

/** What can be done on a screen while it is open, as commands of the palette. Renders nothing. */
export function PaletteActions({ items, isDialog = false }: PaletteActionsProps) {
  return useShell((state) => state.isPaletteOpen) ? (
    <LazyPart onClose={() => undefined}>
      <OfferedActions items={items} isDialog={isDialog} />
    </LazyPart>
  ) : null
}
