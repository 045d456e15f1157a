/**
 * The overlays, with the library that positions them and traps the focus. Loaded when the page is idle, or when the
 * first one opens if that is earlier (see lazyOverlay.tsx).
 */
export { DialogPopup } from './DialogPopup.tsx'
export { DrawerPopup } from './DrawerPopup.tsx'
export { MenuPopup } from './MenuPopup.tsx'
export { PopoverPopup } from './PopoverPopup.tsx'
