import { lazy } from 'react'
import { LazyMenu, type LazyMenuProps } from './LazyMenu.tsx'

const UserEntries = lazy(() => import('./UserEntries.tsx'))

/** The user's menu: theme, shortcuts, help, sign out. */
export const UserMenu = (props: LazyMenuProps) => <LazyMenu {...props} entries={UserEntries} />
