/**
 * The parts that float over the page, with the library that places them and keeps the focus. Fetched when the page
 * stands, or at the first opening if that comes earlier (see lazyOverlay.ts).
 */
export { DialogPopup } from './DialogPopup.tsx'
export { DrawerPopup } from './DrawerPopup.tsx'
export { MenuPopup } from './MenuPopup.tsx'
export { PopoverPopup } from './PopoverPopup.tsx'
