import { lazy } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { MenuItems } from '../ui/Menu.tsx'
import { useShell } from './shellState.ts'

const OfferedActions = lazy(() => import('./OfferedActions.tsx'))

interface PaletteActionsProps {
  /** entries of a menu; the component that creates them is loaded and mounted while the palette is open */
  items: MenuItems
  /** whether the entries belong to a dialog */
  isDialog?: boolean
}

/** Offers the actions of an open screen as commands of the palette. Renders nothing. */
export function PaletteActions({ items, isDialog = false }: PaletteActionsProps) {
  return useShell((state) => state.isPaletteOpen) ? (
    <LazyPart onClose={() => undefined}>
      <OfferedActions items={items} isDialog={isDialog} />
    </LazyPart>
  ) : null
}
