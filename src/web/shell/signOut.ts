import { bootstrap } from '../api/bootstrap.ts'
import { hasDrafts, stopDrafts } from '../drafts/ownDrafts.ts'
import { useShell } from './shellState.ts'

/** Ends the session. Asks for confirmation first if that deletes unsaved work in this browser. */
export function signOut(): void {
  if (hasDrafts()) useShell.setState({ dialog: 'signOut' })
  else leave()
}

export function leave(): void {
  // deletes the data of the user that is stored in this tab
  sessionStorage.clear()
  stopDrafts()
  useShell.setState({ isSigningOut: true })
  location.assign(bootstrap.common.menu_data?.navbar_right?.user_logout_url ?? '/logout/')
}
