import {
  Bookmark,
  ChartLine,
  Database,
  History,
  House,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  SquareTerminal,
  Table2,
} from 'lucide-react'
import type { MessageDescriptor } from 'react-intl'
import { can } from '../api/bootstrap.ts'
import { defineTexts } from '../ui/text.ts'

const texts = defineTexts('places', {
  home: 'Home',
  dashboards: 'Dashboards',
  charts: 'Charts',
  datasets: 'Datasets',
  sqlLab: 'SQL Lab',
  savedQueries: 'Saved queries',
  queryHistory: 'Query history',
  databases: 'Databases',
  rowRules: 'Row level security',
})

export interface Place {
  label: MessageDescriptor
  href: string
  icon: LucideIcon
  /** further paths that belong to the page */
  holds: RegExp
  /** whether the page is omitted in the rail, which contains only the main pages */
  isMinor?: boolean
}

const all: (Place & { needs?: [permission: string, view: string] })[] = [
  { label: texts.home, href: '/superset/welcome/', icon: House, holds: /^\/superset\/welcome/ },
  {
    label: texts.dashboards,
    href: '/dashboard/list/',
    icon: LayoutDashboard,
    holds: /^\/(dashboard|superset\/dashboard)\//,
    needs: ['can_read', 'Dashboard'],
  },
  {
    label: texts.charts,
    href: '/chart/list/',
    icon: ChartLine,
    holds: /^\/(chart|explore)\//,
    needs: ['can_read', 'Chart'],
  },
  {
    label: texts.datasets,
    href: '/tablemodelview/list/',
    icon: Table2,
    holds: /^\/(tablemodelview|dataset)\//,
    needs: ['can_read', 'Dataset'],
  },
  {
    label: texts.sqlLab,
    href: '/superset/sqllab/',
    icon: SquareTerminal,
    holds: /^\/(superset\/)?sqllab\/?$/,
    needs: ['can_sqllab', 'Superset'],
  },
  {
    label: texts.savedQueries,
    href: '/savedqueryview/list/',
    icon: Bookmark,
    holds: /^\/savedqueryview\//,
    needs: ['can_read', 'SavedQuery'],
    isMinor: true,
  },
  {
    label: texts.queryHistory,
    href: '/superset/sqllab/history/',
    icon: History,
    holds: /^\/(superset\/)?sqllab\/history/,
    needs: ['can_sqllab_history', 'Superset'],
    isMinor: true,
  },
  {
    label: texts.databases,
    href: '/databaseview/list/',
    icon: Database,
    holds: /^\/databaseview\//,
    needs: ['can_write', 'Database'],
    isMinor: true,
  },
  {
    label: texts.rowRules,
    href: '/rowlevelsecurityfiltersmodelview/list/',
    icon: Lock,
    holds: /^\/rowlevelsecurity/,
    needs: ['can_read', 'Row Level Security'],
    isMinor: true,
  },
]

/** The pages in the navigation that the user may see. */
export const places: Place[] = all.filter(({ needs }) => needs === undefined || can(...needs))
