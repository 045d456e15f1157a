import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Link2, Mail } from 'lucide-react'
import { formatDashboardUrl, parseDashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { can, hasFlag } from '../../../api/bootstrap.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { useShare } from '../useShare.ts'

const texts = defineTexts('dashboard.menu', {
  refresh: 'Refresh dashboard',
  refreshing: 'Refreshing charts',
  loading: 'Charts are loading.',
  enter: 'Enter fullscreen',
  exit: 'Exit fullscreen',
  share: 'Share',
  copy: 'Copy permalink to clipboard',
  email: 'Share permalink by email',
  subject: 'Dashboard {title}',
  body: 'Check out this dashboard: ',
  interval: 'Set auto-refresh interval',
  embed: 'Embed dashboard',
})

/** Actions for the open dashboard. */
export function useDashboardMenu(
  onInterval: () => void,
  onEmbed: () => void,
): {
  refreshAll: () => void
  shareItems: MenuEntry[]
  items: MenuEntry[]
} {
  const t = useText()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const { store, loader, item } = useSession()
  const share = useShare()
  const isLoading = useDashboard(({ runs }) => Object.values(runs).some(({ phase }) => phase === 'loading'))
  const isFull = useLocation({ select: ({ searchStr }) => parseDashboardUrl(searchStr, '').standalone > 0 })
  const mayShare = can('can_share_dashboard', 'Superset') || can('can_write', 'DashboardPermalinkRestApi')

  function refreshAll() {
    loader.refresh(chartsIn(store.getState().layout.root))
    void queryClient.invalidateQueries({ queryKey: ['filterOptions'] })
    toast.success(t(texts.refreshing), { noDuplicate: true })
  }

  const shareItems: MenuEntry[] = mayShare
    ? [
        { label: t(texts.copy), icon: <Link2 size={14} />, onSelect: () => void share.copy() },
        {
          label: t(texts.email),
          icon: <Mail size={14} />,
          onSelect: () => void share.email(t(texts.subject, { title: item.dashboard_title ?? '' }), t(texts.body)),
        },
      ]
    : []

  return {
    refreshAll,
    shareItems,
    items: [
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
      'divider',
      shareItems.length > 0 && { label: t(texts.share), items: shareItems },
      'divider',
      can('can_set_embedded', 'Dashboard') &&
        hasFlag('EMBEDDED_SUPERSET') && { label: t(texts.embed), onSelect: onEmbed },
      { label: t(texts.interval), onSelect: onInterval },
    ],
  }
}
