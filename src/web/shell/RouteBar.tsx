import { useRouterState } from '@tanstack/react-router'
import css from './RouteBar.module.css'

/**
 * A thin line along the top while another page is on its way: the address names it already, and the last one is still
 * shown. It appears after a moment, and moves without the main thread, which has the next page to set up.
 */
export function RouteBar() {
  const isOnItsWay = useRouterState({ select: ({ status }) => status === 'pending' })
  return isOnItsWay ? <div className={css.bar} aria-hidden="true" data-route-bar="" /> : null
}
