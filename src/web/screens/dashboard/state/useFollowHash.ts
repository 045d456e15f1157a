import { useEffect } from 'react'
import { useSession } from './session.ts'
import { showComponent } from './showComponent.ts'

/** A link to a component of this dashboard opens the tabs that contain it and scrolls to it. */
export function useFollowHash(): void {
  const { store } = useSession()
  useEffect(() => {
    const follow = () => showComponent(store, decodeURIComponent(location.hash.slice(1)))
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [store])
}
