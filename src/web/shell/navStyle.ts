/** How the navigation stands beside a page: wide where one looks for things, a rail where one works. */
export type NavStyle = 'wide' | 'rail' | 'none'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    nav?: NavStyle
  }
}
