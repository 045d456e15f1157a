import { notFound, useLocation } from '@tanstack/react-router'
import { currentUser } from '../../api/bootstrap.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { AuditLogScreen } from './AuditLogScreen.tsx'
import { FeatureFlagsScreen } from './FeatureFlagsScreen.tsx'
import { openedBy } from './peopleAddress.ts'
import { RoleListScreen } from './RoleListScreen.tsx'
import { UserListScreen } from './UserListScreen.tsx'
import { UserProfile } from './UserProfile.tsx'

/** The pages about users and roles. They share one route, because every page loads the list of routes. */
export function PeopleScreens() {
  const { pathname, searchStr } = useLocation()
  const profile = /^\/superset\/profile\/(?:([^/]+)\/)?$/.exec(pathname)
  // an address without a name opens the user's own profile
  if (profile) return <UserProfile username={decodeURIComponent(profile[1] ?? currentUser.username ?? '')} />
  const opened = openedBy(pathname, searchStr)
  if (pathname === '/users/list/' || pathname === '/resetpassword/form' || opened?.list === 'users')
    return <UserListScreen opened={opened} />
  if (pathname === '/roles/list/' || opened?.list === 'roles') return <RoleListScreen opened={opened} />
  if (pathname === '/logmodelview/list/') return <AuditLogScreen />
  if (pathname === '/feature_flags/') return <FeatureFlagsScreen />
  if (/^\/(users|roles)\//.test(pathname) && pathname !== '/users/userinfo/') throw notFound()
  return <AccountScreen />
}
