import { lazy } from 'react'
import { can } from '../api/bootstrap.ts'
import { LazyMenu, type LazyMenuProps } from './LazyMenu.tsx'

const NewEntries = lazy(() => import('./NewEntries.tsx'))

/** Whether the user may create anything: without a permission, there is no menu. */
export const mayCreate = () =>
  ['Dashboard', 'Chart', 'Dataset', 'Database'].some((view) => can('can_write', view)) || can('can_sqllab', 'Superset')

/** The menu for creating objects. */
export const NewMenu = (props: LazyMenuProps) => <LazyMenu {...props} entries={NewEntries} />
