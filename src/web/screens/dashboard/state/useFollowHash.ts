import { useEffect } from 'react'
import { openTabsAround } from '../../../../model/dashboard/layout.ts'
import { useSession } from './session.ts'

/** A link to a component of this dashboard opens the tabs that contain it and scrolls to it. */
export function useFollowHash(): void {
  const { store } = useSession()
  useEffect(() => {
    function follow() {
      const id = decodeURIComponent(location.hash.slice(1))
      store.setState(({ layout, activeTabs }) => ({ activeTabs: openTabsAround(layout, activeTabs, id) }))
      requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'center' }))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [store])
}
