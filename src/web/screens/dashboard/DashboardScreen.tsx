import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDashboardUrl, parseDashboardUrl } from '../../../model/dashboardUrl.ts'
import { logView } from '../../api/activity.ts'
import {
  type DashboardChart,
  type DashboardItem,
  dashboardChartsQuery,
  dashboardDatasetsQuery,
  dashboardQuery,
} from '../../api/dashboardView.ts'
import { messageOf } from '../../api/failure.ts'
import { datasourceOf } from '../../chart/datasourceOf.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { loadRestored, openSession, type Restored } from './state/openSession.ts'
import { type Session, SessionContext } from './state/session.ts'
import { createVisibility, VisibilityContext } from './state/visibility.ts'

const texts = defineTexts('dashboard', {
  datasetsFailed: 'Error loading chart datasources. Filters may not work correctly.',
  linkLost: 'Something went wrong.',
})

/** `/superset/dashboard/{id or slug}/`: a dashboard to look at. */
export function DashboardScreen() {
  const { idOrSlug = '' } = useParams({ strict: false }) as { idOrSlug?: string }
  return <LoadedDashboard key={idOrSlug} idOrSlug={idOrSlug} />
}

/** Everything the page needs, asked for at once; datasets may come after the charts have been asked for. */
function LoadedDashboard({ idOrSlug }: { idOrSlug: string }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [url] = useState(() => parseDashboardUrl(location.search, location.hash))
  const [dashboard, charts, restored, datasets] = useQueries({
    queries: [
      dashboardQuery(idOrSlug),
      dashboardChartsQuery(idOrSlug),
      {
        queryKey: ['dashboard', idOrSlug, 'restored', url.permalinkKey, url.nativeFiltersKey, url.nativeFilters],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          loadRestored(async () => (await queryClient.ensureQueryData(dashboardQuery(idOrSlug))).id, url, signal),
        staleTime: 0,
        gcTime: 0,
      },
      dashboardDatasetsQuery(idOrSlug),
    ],
  })

  const areDatasetsLost = datasets.isError
  const isLinkLost = restored.data?.isLost === true
  useEffect(() => {
    if (areDatasetsLost) toast.danger(t(texts.datasetsFailed), { noDuplicate: true })
    if (isLinkLost) toast.danger(t(texts.linkLost), { noDuplicate: true })
  }, [areDatasetsLost, isLinkLost, t])

  const failure = dashboard.error ?? charts.error
  if (failure) return <LoadFailure message={messageOf(failure)} onRetry={() => void dashboard.refetch()} />
  if (!dashboard.data || !charts.data || !restored.data) return <LoadingPage />
  return (
    <OpenDashboard
      item={dashboard.data}
      charts={charts.data}
      restored={restored.data}
      datasources={
        datasets.data
          ? new Map(datasets.data.map((dataset) => [dataset.id, datasourceOf(dataset)]))
          : areDatasetsLost
            ? new Map()
            : undefined
      }
    />
  )
}

/** A session lives as long as the page: what the server says later of the same dashboard does not restart it. */
function OpenDashboard({
  item,
  charts,
  restored,
  datasources,
}: {
  item: DashboardItem
  charts: DashboardChart[]
  restored: Restored
  datasources: ReturnType<Session['store']['getState']>['datasources']
}) {
  const { history } = useRouter()
  const [session] = useState(() => {
    const url = parseDashboardUrl(location.search, location.hash)
    return openSession(item, charts, restored, url, (patch) => {
      const now = parseDashboardUrl(location.search, location.hash)
      history.replace(`${location.pathname}${formatDashboardUrl({ ...now, ...patch })}`)
    })
  })
  const [visibility] = useState(() => createVisibility(session.loader.setVisible))

  useEffect(() => session.loader.connect(), [session])
  useEffect(() => logView('dashboard', item.id), [item.id])
  useEffect(() => {
    if (datasources) session.store.setState({ datasources })
  }, [session, datasources])

  return (
    <SessionContext value={session}>
      <VisibilityContext value={visibility}>
        <DashboardPage />
      </VisibilityContext>
    </SessionContext>
  )
}
