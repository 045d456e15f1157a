import { bootstrap } from '../api/bootstrap.ts'
import { hasDrafts, stopDrafts } from '../drafts/ownDrafts.ts'
import { useShell } from './shellState.ts'

/** Ends the session. Asks first if that deletes unsaved work that this browser stores. */
export function signOut(): void {
  if (hasDrafts()) useShell.setState({ dialog: 'signOut' })
  else leave()
}

export function leave(): void {
  // what this tab remembers belongs to the user too
  sessionStorage.clear()
  stopDrafts()
  useShell.setState({ isSigningOut: true })
  location.assign(bootstrap.common.menu_data?.navbar_right?.user_logout_url ?? '/logout/')
}
