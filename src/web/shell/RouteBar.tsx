import { useRouterState } from '@tanstack/react-router'
import css from './RouteBar.module.css'

/**
 * A thin progress line at the top while another page is loading: the address has changed already, and the previous page
 * is still shown. It appears after a short delay, and is animated independently of the main thread, which is busy with
 * the next page.
 */
export function RouteBar() {
  const isOnItsWay = useRouterState({ select: ({ status }) => status === 'pending' })
  return isOnItsWay ? <div className={css.bar} aria-hidden="true" data-route-bar="" /> : null
}
