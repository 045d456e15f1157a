import { can, currentUser, isAdmin } from '../../../api/bootstrap.ts'
import type { DashboardItem } from '../../../api/dashboardView.ts'

/**
 * Whether the user may edit this dashboard: an administrator, an owner, or a user with the edit right of its folder, if
 * the user has the permission to write dashboards and the dashboard is not managed externally.
 */
export function mayEdit(item: DashboardItem): boolean {
  if (!can('can_write', 'Dashboard') || item.is_managed_externally) return false
  return isAdmin() || item.is_editor === true || (item.owners ?? []).some(({ id }) => id === currentUser.userId)
}
