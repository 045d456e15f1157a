import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChartLine, Database, LayoutDashboard, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { can } from '../api/bootstrap.ts'
import { dashboardListQuery } from '../api/dashboards.ts'
import { databaseListQuery } from '../api/databases.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { uploadKinds } from '../upload/uploadKinds.ts'
import { openUpload } from '../upload/uploadState.ts'

const texts = defineTexts('newEntries', {
  data: 'Data',
  connect: 'Connect database',
  dataset: 'Create dataset',
  upload:
    '{kind, select, csv {Upload CSV to database} columnar {Upload columnar file to database} other {Upload Excel file to database}}',
  query: 'SQL query',
  chart: 'Chart',
  dashboard: 'Dashboard',
})

/** The menu entries that create objects. Loaded when the menu is opened. */
export default function NewEntries({ show }: { show: (items: MenuEntry[]) => ReactNode }) {
  const t = useText()
  const data = useDataEntries()
  const dashboard = useOpenDashboard()
  const chart = `/chart/add${dashboard === undefined ? '' : `?dashboard_id=${dashboard}`}`
  return show([
    data.length > 0 && { label: t(texts.data), icon: <Database size={14} />, items: data },
    can('can_sqllab', 'Superset') && {
      label: t(texts.query),
      icon: <SquareTerminal size={14} />,
      href: '/superset/sqllab/?new=true',
    },
    can('can_write', 'Chart') && { label: t(texts.chart), icon: <ChartLine size={14} />, href: chart },
    can('can_write', 'Dashboard') && {
      label: t(texts.dashboard),
      icon: <LayoutDashboard size={14} />,
      href: '/dashboard/new/',
    },
  ])
}

/** The entries for data: connect a database if the user has none yet, otherwise create a dataset; upload files. */
function useDataEntries(): MenuEntry[] {
  const t = useText()
  const mayConnect = can('can_write', 'Database')
  const mayCreate = can('can_write', 'Dataset')
  // the embedded database with the examples does not count
  const filters = [{ col: 'database_name', opr: 'neq', value: 'examples' }]
  const { data } = useQuery({ ...databaseListQuery({ filters, pageSize: 1 }), enabled: mayConnect })
  const hasNone = mayConnect && data?.count === 0
  const uploads = uploadKinds().map((kind) => ({
    label: t(texts.upload, { kind }),
    onSelect: () => openUpload('choose', kind),
  }))
  const first: MenuEntry[] = [
    ...(hasNone ? [{ label: t(texts.connect), href: '/databaseview/list/?show_database_modal=true' }] : []),
    ...(mayCreate && !hasNone ? [{ label: t(texts.dataset), href: '/dataset/add/' }] : []),
  ]
  return first.length > 0 && uploads.length > 0 ? [...first, 'divider', ...uploads] : [...first, ...uploads]
}

/** The id of the dashboard on this page: a new chart is added to it. */
function useOpenDashboard(): number | undefined {
  const { pathname } = useLocation()
  const [, name = ''] = /^\/superset\/dashboard\/([^/]+)\/?$/.exec(pathname) ?? []
  const isId = /^\d+$/.test(name)
  const filters = [{ col: 'slug', opr: 'eq', value: decodeURIComponent(name) }]
  const { data } = useQuery({ ...dashboardListQuery({ filters, pageSize: 1 }), enabled: name !== '' && !isId })
  return isId ? Number(name) : data?.result[0]?.id
}
