import { useLocation, useRouter } from '@tanstack/react-router'
import { Link2, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDashboardUrl, parseDashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import { can, hasFlag } from '../../../api/bootstrap.ts'
import { useReportEntry } from '../../../emailReport/reportMenu.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { useShare } from '../useShare.ts'
import type { HeaderDialog } from './HeaderDialogs.tsx'
import { mayEdit } from './mayEdit.ts'

const texts = defineTexts('dashboard.menu', {
  refresh: 'Refresh dashboard',
  loading: 'Charts are loading.',
  enter: 'Enter fullscreen',
  exit: 'Exit fullscreen',
  properties: 'Edit properties',
  history: 'History',
  saveAs: 'Save as',
  download: 'Download',
  pdf: 'Export to PDF',
  image: 'Download as Image',
  excel: 'Export to Excel',
  failed: 'Image download failed, please refresh and try again.',
  share: 'Share',
  copy: 'Copy permalink to clipboard',
  email: 'Share permalink by email',
  subject: 'Dashboard {title}',
  body: 'Check out this dashboard: ',
  interval: 'Set auto-refresh interval',
  embed: 'Embed dashboard',
})

interface DashboardMenuItemsProps {
  /** shows only the entries that share the dashboard */
  isShare?: boolean
  refreshAll: () => void
  onOpen: (dialog: HeaderDialog) => void
  show: (items: MenuEntry[]) => ReactNode
}

/** The actions for the open dashboard. Loaded when a menu is opened. */
export default function DashboardMenuItems({ isShare = false, refreshAll, onOpen, show }: DashboardMenuItemsProps) {
  const t = useText()
  const { history } = useRouter()
  const { item } = useSession()
  const shareItems = useShareItems()
  const downloadItems = useDownloadItems()
  const isLoading = useDashboard(({ runs }) => Object.values(runs).some(({ phase }) => phase === 'loading'))
  const isFull = useLocation({ select: ({ searchStr }) => parseDashboardUrl(searchStr, '').standalone > 0 })
  const reportEntry = useReportEntry({ kind: 'dashboard', id: item.id }, onOpen)
  if (isShare) return show(shareItems)
  return show([
    {
      label: t(texts.refresh),
      disabledReason: isLoading ? t(texts.loading) : false,
      onSelect: refreshAll,
    },
    {
      label: t(isFull ? texts.exit : texts.enter),
      onSelect: () => {
        const next = { ...parseDashboardUrl(location.search, location.hash), standalone: isFull ? 0 : 1 } as const
        history.push(`${location.pathname}${formatDashboardUrl(next)}`)
      },
    },
    mayEdit(item) && { label: t(texts.properties), onSelect: () => onOpen('properties') },
    mayEdit(item) && { label: t(texts.history), onSelect: () => onOpen('history') },
    'divider',
    can('can_copy_dash', 'Superset') && { label: t(texts.saveAs), onSelect: () => onOpen('saveAs') },
    { label: t(texts.download), items: downloadItems },
    shareItems.length > 0 && { label: t(texts.share), items: shareItems },
    'divider',
    can('can_set_embedded', 'Dashboard') &&
      hasFlag('EMBEDDED_SUPERSET') && { label: t(texts.embed), onSelect: () => onOpen('embed') },
    reportEntry,
    { label: t(texts.interval), onSelect: () => onOpen('interval') },
  ])
}

/** The code that creates the file is loaded with the first download. */
function useDownloadItems(): MenuEntry[] {
  const t = useText()
  const session = useSession()
  const download = (kind: 'pdf' | 'jpg') => () =>
    void import('../download/saveDashboardFile.ts').then(
      ({ saveDashboardFile }) => saveDashboardFile(session, kind, t),
      () => toast.warning(t(texts.failed)),
    )
  return [
    { label: t(texts.pdf), onSelect: download('pdf') },
    { label: t(texts.image), onSelect: download('jpg') },
    can('can_csv', 'Superset') && {
      label: t(texts.excel),
      onSelect: () =>
        void import('../download/saveWorkbook.ts').then(
          ({ saveWorkbook }) => saveWorkbook(session, t),
          () => toast.warning(t(texts.failed)),
        ),
    },
  ]
}

function useShareItems(): Exclude<MenuEntry, false | undefined | 'divider' | { heading: string }>[] {
  const t = useText()
  const { item } = useSession()
  const share = useShare()
  if (!can('can_share_dashboard', 'Superset') && !can('can_write', 'DashboardPermalinkRestApi')) return []
  return [
    { label: t(texts.copy), icon: <Link2 size={14} />, onSelect: () => void share.copy() },
    {
      label: t(texts.email),
      icon: <Mail size={14} />,
      onSelect: () => void share.email(t(texts.subject, { title: item.dashboard_title ?? '' }), t(texts.body)),
    },
  ]
}
