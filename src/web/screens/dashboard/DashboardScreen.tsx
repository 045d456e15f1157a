import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { formatDashboardUrl, parseDashboardUrl } from '../../../model/dashboard/dashboardUrl.ts'
import {
  type DashboardChart,
  type DashboardItem,
  dashboardChartsQuery,
  dashboardDatasetsQuery,
  dashboardQuery,
} from '../../api/dashboardView.ts'
import { logView } from '../../api/viewLog.ts'
import { datasourceOf, joinDatasources } from '../../chart/datasourceOf.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { type EditMode, EditModeContext } from './editMode.ts'
import { mayEdit } from './header/mayEdit.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { keepPictures } from './state/lastPictures.ts'
import { loadRestored, openSession, type Restored } from './state/openSession.ts'
import { type Session, SessionContext } from './state/session.ts'
import { createVisibility, VisibilityContext } from './state/visibility.ts'

const EditPage = lazy(() => import('./edit/EditPage.tsx'))

const texts = defineTexts('dashboard', {
  datasetsFailed: 'Error loading chart datasources. Filters may not work correctly.',
  linkLost: 'Something went wrong.',
})

/** Delay in ms before the layout is shown without the charts, so that it never appears only for a moment. */
const frameAfterMs = 80

/** `/superset/dashboard/{id or slug}/`: shows a dashboard. */
export function DashboardScreen() {
  const { idOrSlug = '' } = useParams({ strict: false }) as { idOrSlug?: string }
  return <DashboardOf idOrSlug={idOrSlug} />
}

/** A dashboard with the state of the address. `children` are rendered in its session. */
export function DashboardOf({ idOrSlug, children }: { idOrSlug: string; children?: ReactNode }) {
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<Opening>({ count: 0 })
  function reopen(tabs: string[]) {
    queryClient.removeQueries({ queryKey: ['dashboard', idOrSlug] })
    setOpening({ count: opening.count + 1, of: idOrSlug, tabs })
  }
  return (
    <LoadedDashboard
      key={`${idOrSlug} ${opening.count}`}
      idOrSlug={idOrSlug}
      tabs={opening.of === idOrSlug ? opening.tabs : undefined}
      onReopen={reopen}
    >
      {children}
    </LoadedDashboard>
  )
}

/** How often a dashboard was reloaded, and the tabs that were open at that time. */
interface Opening {
  count: number
  of?: string
  tabs?: string[]
}

/** Everything the page needs, requested at once; datasets may arrive after the charts were requested. */
function LoadedDashboard({
  idOrSlug,
  tabs,
  onReopen,
  children,
}: {
  idOrSlug: string
  /** tabs to open again, regardless of the address */
  tabs: string[] | undefined
  onReopen: (tabs: string[]) => void
  children: ReactNode
}) {
  const t = useText()
  const queryClient = useQueryClient()
  const [url] = useState(() => parseDashboardUrl(location.search, location.hash))
  const [dashboard, charts, restored, datasets] = useQueries({
    queries: [
      dashboardQuery(idOrSlug),
      dashboardChartsQuery(idOrSlug),
      {
        queryKey: ['dashboard', idOrSlug, 'restored', url.permalinkKey, url.nativeFiltersKey, url.nativeFilters],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const [restored, shown] = await Promise.all([
            loadRestored(() => queryClient.ensureQueryData(dashboardQuery(idOrSlug)), url, signal),
            queryClient.ensureQueryData(dashboardChartsQuery(idOrSlug)),
          ])
          const hasBoxes = shown.some(({ type }) => type?.filtersDashboard)
          return hasBoxes ? { ...restored, ...(await import('./filterBox/boxFilters.ts')) } : restored
        },
        staleTime: 0,
        gcTime: 0,
      },
      dashboardDatasetsQuery(idOrSlug),
    ],
  })

  const failure = dashboard.error ?? charts.error ?? restored.error
  function retry() {
    for (const query of [dashboard, charts, restored, datasets]) if (query.isError) void query.refetch()
  }
  // a dashboard that cannot be opened shows the error itself
  const areDatasetsLost = datasets.isError && dashboard.isSuccess
  const isLinkLost = restored.data?.isLost === true
  useEffect(() => {
    if (areDatasetsLost) toast.danger(t(texts.datasetsFailed), { noDuplicate: true })
    if (isLinkLost) toast.danger(t(texts.linkLost), { noDuplicate: true })
  }, [areDatasetsLost, isLinkLost, t])

  // the page is rendered in short tasks: it has many parts
  const hasAll = restored.isSuccess && charts.isSuccess
  const isReady = useDeferredValue(hasAll, false)
  const showsFrame = useIsOver(dashboard.isSuccess && !hasAll, frameAfterMs)

  if (failure) return <LoadFailure error={failure} onRetry={retry} />
  if (!dashboard.data || (!isReady && !showsFrame)) return <LoadingPage />
  return (
    <OpenDashboard
      item={dashboard.data}
      charts={isReady ? charts.data : undefined}
      restored={tabs ? { ...restored.data, activeTabs: tabs, anchor: '' } : (restored.data ?? {})}
      onReopen={onReopen}
      datasources={
        datasets.data
          ? new Map(datasets.data.map((dataset) => [dataset.id, datasourceOf(dataset)]))
          : areDatasetsLost
            ? new Map()
            : undefined
      }
    >
      {children}
    </OpenDashboard>
  )
}

/** Whether something was true for this many ms without a break; from then on, always. */
function useIsOver(isTrue: boolean, ms: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(setIsOver, ms, true)
    return () => clearTimeout(timer)
  }, [isTrue, ms])
  return isOver
}

/**
 * The placeholder page until its charts are known, and then a session for the lifetime of the page: later responses for
 * the same dashboard do not restart it.
 */
function OpenDashboard({
  item,
  charts,
  restored,
  datasources,
  onReopen,
  children,
}: {
  item: DashboardItem
  /** undefined: only the layout of the page is known so far */
  charts: DashboardChart[] | undefined
  restored: Restored
  datasources: ReturnType<Session['store']['getState']>['datasources']
  onReopen: (tabs: string[]) => void
  children: ReactNode
}) {
  const { history } = useRouter()
  const [pathname] = useState(() => history.location.pathname)
  const open = () => {
    const url = parseDashboardUrl(location.search, location.hash)
    return openSession(item, charts, restored, url, (patch) => {
      // a delayed request must not write to the address of the next page
      if (history.location.pathname !== pathname) return
      const now = parseDashboardUrl(location.search, location.hash)
      history.replace(`${pathname}${formatDashboardUrl({ ...now, ...patch })}`)
    })
  }
  const [session, setSession] = useState(open)
  if (session.isFrame && charts) setSession(open())
  const visibility = useMemo(() => createVisibility(session.loader.setVisible), [session])

  useEffect(() => {
    if (session.isFrame) return
    const disconnect = session.loader.connect()
    return () => {
      disconnect()
      const { id, charts: drawn, runs } = session.store.getState()
      keepPictures(id, drawn, runs)
    }
  }, [session])
  useEffect(() => logView('dashboard', item.id), [item.id])
  useEffect(() => {
    void import('../../history/lastLooked.ts')
      .then(({ rememberLook }) => rememberLook({ kind: 'Dashboard', id: item.id }, item.changed_on))
      // if this code cannot be loaded, the history does not mark what is new
      .catch(() => undefined)
  }, [item.id, item.changed_on])
  useEffect(() => {
    if (!datasources) return
    session.store.setState((state) => ({ datasources: joinDatasources(state.datasources, datasources) }))
  }, [session, datasources])

  const editMode = useEditMode(session, onReopen)
  return (
    <SessionContext value={session}>
      <VisibilityContext value={visibility}>
        <EditModeContext value={editMode}>
          <Suspense fallback={<LoadingPage />}>
            {editMode?.isEditing ? session.isFrame ? <LoadingPage /> : <EditPage /> : <DashboardPage />}
          </Suspense>
          {children}
        </EditModeContext>
      </VisibilityContext>
    </SessionContext>
  )
}

/**
 * Editing is available to users with permission, on wide screens, if the page has its navigation or the address
 * requests it.
 */
function useEditMode(
  { item, openedWith, updateUrl, store }: Session,
  onReopen: (tabs: string[]) => void,
): EditMode | undefined {
  const [isEditing, setIsEditing] = useState(openedWith.edit)
  const isPhone = useIsPhone()
  // if the navigation is hidden, only the address can request editing
  const isShown = openedWith.edit || (openedWith.standalone === 0 && (openedWith.uiConfig & 4) === 0)
  const isOffered = mayEdit(item) && !isPhone && isShown
  return useMemo(
    () =>
      isOffered
        ? {
            isEditing,
            enter() {
              updateUrl({ edit: true })
              // the current view stays until the editor has loaded
              startTransition(() => setIsEditing(true))
            },
            leave({ reload }) {
              updateUrl({ edit: false })
              if (reload) onReopen(Object.values(store.getState().activeTabs))
              else setIsEditing(false)
            },
          }
        : undefined,
    [isOffered, isEditing, updateUrl, store, onReopen],
  )
}
