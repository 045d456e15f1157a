import { has, type Subject } from './access/subject.ts'
import type { Flags } from './features.ts'

export interface MenuItem {
  name: string
  label: string
  icon: string
  url?: string
  /** The feature flag without which the entry is absent. */
  flag?: string
  childs?: (MenuItem | '-')[]
}

/** The position of a resource in the navigation: at the end of a group, or of the bar. */
export interface MenuEntry extends Omit<MenuItem, 'childs'> {
  /** Name of the group: `Manage`. */
  under?: string
}

/** An entry is visible to users with `menu_access` on its name; a group is visible if one of its children is. */
const contractMenu: MenuItem[] = [
  {
    name: 'Security',
    label: 'Security',
    icon: 'fa-cogs',
    childs: [
      { name: 'List Users', label: 'List Users', icon: 'fa-user', url: '/users/list/' },
      { name: 'List Roles', label: 'List Roles', icon: 'fa-group', url: '/roles/list/' },
      '-',
      {
        name: 'Row Level Security',
        label: 'Row Level Security',
        icon: 'fa-lock',
        url: '/rowlevelsecurityfiltersmodelview/list/',
      },
      { name: 'Action Log', label: 'Action Log', icon: 'fa-list-ol', url: '/logmodelview/list/' },
    ],
  },
  {
    name: 'Data',
    label: 'Data',
    icon: '',
    childs: [{ name: 'Databases', label: 'Database Connections', icon: 'fa-database', url: '/databaseview/list/' }],
  },
  { name: 'Dashboards', label: 'Dashboards', icon: 'fa-dashboard', url: '/dashboard/list/' },
  { name: 'Charts', label: 'Charts', icon: 'fa-bar-chart', url: '/chart/list/' },
  { name: 'Datasets', label: 'Datasets', icon: 'fa-table', url: '/tablemodelview/list/' },
  {
    name: 'Manage',
    label: 'Manage',
    icon: '',
    childs: [
      {
        name: 'Plugins',
        label: 'Plugins',
        icon: 'fa-puzzle-piece',
        url: '/dynamic-plugins/list/',
        flag: 'DYNAMIC_PLUGINS',
      },
      { name: 'CSS Templates', label: 'CSS Templates', icon: 'fa-css3', url: '/csstemplatemodelview/list/' },
      {
        name: 'Alerts & Report',
        label: 'Alerts & Reports',
        icon: 'fa-exclamation-triangle',
        url: '/alert/list/',
        flag: 'ALERT_REPORTS',
      },
      { name: 'Annotation Layers', label: 'Annotation Layers', icon: 'fa-comment', url: '/annotationlayer/list/' },
    ],
  },
  {
    name: 'SQL Lab',
    label: 'SQL',
    icon: 'fa-flask',
    childs: [
      { name: 'SQL Editor', label: 'SQL Lab', icon: 'fa-flask', url: '/superset/sqllab/' },
      { name: 'Saved Queries', label: 'Saved Queries', icon: 'fa-save', url: '/savedqueryview/list/' },
      { name: 'Query Search', label: 'Query History', icon: 'fa-search', url: '/superset/sqllab/history/' },
    ],
  },
]

/** The navigation of the contract with the entries of our resources. */
export function menuWith(added: readonly MenuEntry[]): readonly MenuItem[] {
  const entries = (group: string | undefined) =>
    added.filter(({ under }) => under === group).map(({ under: _under, ...item }): MenuItem => item)
  const groups = contractMenu.map((item) =>
    item.childs ? { ...item, childs: [...item.childs, ...entries(item.name)] } : item,
  )
  const missing = added.find(({ under }) => under !== undefined && !groups.some(({ name }) => name === under))
  if (missing) throw new Error(`The menu has no group ${missing.under} for ${missing.name}`)
  return [...groups, ...entries(undefined)]
}

/** The entries that the subject may open. A separator is shown only between two of them. */
export function menuFor({ menu, flags }: { menu: readonly MenuItem[]; flags: Flags }, subject: Subject): MenuItem[] {
  const isShown = (item: MenuItem | '-') =>
    item === '-' || (has(subject, `menu_access:${item.name}`) && (item.flag === undefined || flags.isOn(item.flag)))
  const shown = ({ flag: _flag, ...item }: MenuItem): MenuItem => item
  return menu.filter(isShown).flatMap((item): MenuItem[] => {
    if (!item.childs) return [shown(item)]
    const childs = item.childs
      .filter(isShown)
      .filter((child, at, all) => child !== '-' || (at > 0 && at < all.length - 1 && all[at - 1] !== '-'))
    return childs.length > 0
      ? [{ ...shown(item), childs: childs.map((child) => (child === '-' ? child : shown(child))) }]
      : []
  })
}
