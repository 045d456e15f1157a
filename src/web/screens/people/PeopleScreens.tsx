import { notFound, useLocation } from '@tanstack/react-router'
import { currentUser } from '../../api/bootstrap.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { AuditLogScreen } from './AuditLogScreen.tsx'
import { FeatureFlagsScreen } from './FeatureFlagsScreen.tsx'
import { RoleListScreen } from './RoleListScreen.tsx'
import { UserListScreen } from './UserListScreen.tsx'
import { UserProfile } from './UserProfile.tsx'

/** The pages about people: one route, because every page loads the list of routes. */
export function PeopleScreens() {
  const { pathname } = useLocation()
  const [, profile] = /^\/superset\/profile\/(?:([^/]+)\/)?$/.exec(pathname) ?? []
  if (profile !== undefined && decodeURIComponent(profile) !== currentUser.username)
    return <UserProfile username={decodeURIComponent(profile)} />
  if (pathname === '/users/list/') return <UserListScreen />
  if (pathname === '/roles/list/') return <RoleListScreen />
  if (pathname === '/logmodelview/list/') return <AuditLogScreen />
  if (pathname === '/feature_flags/') return <FeatureFlagsScreen />
  if (pathname.startsWith('/users/') && pathname !== '/users/userinfo/') throw notFound()
  return <AccountScreen />
}
