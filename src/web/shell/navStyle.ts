/** The navigation of a page: wide on pages for finding objects, a rail on pages with an editor. */
export type NavStyle = 'wide' | 'rail' | 'none'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    nav?: NavStyle
  }
}
