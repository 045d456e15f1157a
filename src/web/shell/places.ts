import { ChartLine, House, LayoutDashboard, type LucideIcon, Table2 } from 'lucide-react'
import type { MessageDescriptor } from 'react-intl'
import { can } from '../api/bootstrap.ts'
import { defineTexts } from '../ui/text.ts'

const texts = defineTexts('places', {
  home: 'Home',
  dashboards: 'Dashboards',
  charts: 'Charts',
  datasets: 'Datasets',
})

export interface Place {
  label: MessageDescriptor
  href: string
  icon: LucideIcon
  /** further paths that belong to it */
  holds: RegExp
}

const all: (Place & { view?: string })[] = [
  { label: texts.home, href: '/superset/welcome/', icon: House, holds: /^\/superset\/welcome/ },
  {
    label: texts.dashboards,
    href: '/dashboard/list/',
    icon: LayoutDashboard,
    holds: /^\/(dashboard|superset\/dashboard)\//,
    view: 'Dashboard',
  },
  { label: texts.charts, href: '/chart/list/', icon: ChartLine, holds: /^\/(chart|explore)\//, view: 'Chart' },
  {
    label: texts.datasets,
    href: '/tablemodelview/list/',
    icon: Table2,
    holds: /^\/(tablemodelview|dataset)\//,
    view: 'Dataset',
  },
]

/** The pages in the navigation; those that the user may not see are absent. */
export const places: Place[] = all.filter(({ view }) => view === undefined || can('can_read', view))
