import { useQuery } from '@tanstack/react-query'
import { ChartLine, History, LayoutDashboard } from 'lucide-react'
import { useMemo } from 'react'
import { type Activity, recentlyViewedQuery } from '../../api/activity.ts'
import { currentUser } from '../../api/bootstrap.ts'
import { chartListQuery, vizTypesQuery } from '../../api/charts.ts'
import { layoutQuery } from '../../api/dashboardLayout.ts'
import { dashboardListQuery } from '../../api/dashboards.ts'
import { messageOf } from '../../api/failure.ts'
import { ChartCover, DashboardCover } from '../../cover/Cover.tsx'
import { CoverCard } from '../../cover/CoverCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import type { HomeState, RecentsTab } from './homeState.ts'
import css from './Recents.module.css'
import { Section } from './Section.tsx'

const texts = defineTexts('recents', {
  title: 'Recents',
  viewed: 'Viewed',
  edited: 'Edited',
  created: 'Created',
  dashboard: 'Dashboard',
  chart: 'Chart',
  untitled: '[Untitled]',
  viewedAt: 'Viewed {time}',
  modifiedAt: 'Modified {time}',
  empty: 'No recents yet',
  emptyviewed: 'Recently viewed charts, dashboards, and saved queries will appear here',
  emptyedited: 'Recently edited charts, dashboards, and saved queries will appear here',
  emptycreated: 'Recently created charts, dashboards, and saved queries will appear here',
  failed: 'There was an error fetching your recent activity: {message}',
})

/** Maximum number of objects: as many as fit in one row of covers. */
const shown = 4
/** Maximum number of charts, and of dashboards, in the lists of edited and of created objects. */
const ofEachKind = 3

interface Recent {
  kind: 'dashboard' | 'chart'
  id: string
  title: string
  href: string
  time: string | number
}

export function Recents({
  state,
  onChange,
  isOpen,
  onToggle,
}: {
  state: HomeState
  onChange: (change: Partial<HomeState>) => void
  isOpen: boolean
  onToggle: () => void
}) {
  const t = useText()
  const viewed = useQuery(recentlyViewedQuery(shown))
  const hasViewed = viewed.data === undefined || viewed.data.length > 0
  const tab: RecentsTab = state.recentsTab ?? (hasViewed ? 'viewed' : 'edited')
  const tabs = [
    { value: 'viewed' as const, label: t(texts.viewed) },
    { value: 'edited' as const, label: t(texts.edited) },
    { value: 'created' as const, label: t(texts.created) },
  ]
  return (
    <Section
      title={t(texts.title)}
      tabs={tabs}
      tab={tab}
      onTab={(recentsTab) => onChange({ recentsTab })}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      {tab === 'viewed' ? (
        <RecentCards
          tab={tab}
          recents={viewed.data?.map(fromActivity)}
          error={viewed.error}
          onRetry={() => void viewed.refetch()}
        />
      ) : (
        <OwnWork tab={tab} />
      )}
    </Section>
  )
}

function OwnWork({ tab }: { tab: 'edited' | 'created' }) {
  const filters = [
    { col: tab === 'edited' ? 'changed_by' : 'created_by', opr: 'rel_o_m', value: currentUser.userId ?? 0 },
  ]
  const request = { filters, orderColumn: 'changed_on_delta_humanized', pageSize: ofEachKind }
  const dashboards = useQuery(dashboardListQuery(request))
  const charts = useQuery(chartListQuery(request))
  const isReady = dashboards.data !== undefined && charts.data !== undefined
  const recents = isReady
    ? [
        ...dashboards.data.result.map(
          (item): Recent => ({
            kind: 'dashboard',
            id: String(item.id),
            title: item.dashboard_title ?? '',
            href: item.url,
            time: item.changed_on_utc,
          }),
        ),
        ...charts.data.result.map(
          (item): Recent => ({
            kind: 'chart',
            id: String(item.id),
            title: item.slice_name ?? '',
            href: item.url,
            time: item.changed_on_utc,
          }),
        ),
      ]
        .toSorted((a, b) => String(b.time).localeCompare(String(a.time), 'en'))
        .slice(0, shown)
    : undefined
  return (
    <RecentCards
      tab={tab}
      recents={recents}
      error={dashboards.error ?? charts.error}
      onRetry={() => {
        void dashboards.refetch()
        void charts.refetch()
      }}
    />
  )
}

const places = ['a', 'b', 'c', 'd']

function RecentCards({
  tab,
  recents,
  error,
  onRetry,
}: {
  tab: RecentsTab
  recents: Recent[] | undefined
  error: Error | null
  onRetry: () => void
}) {
  const t = useText()
  const rich = useRichText()
  const { data } = useQuery(vizTypesQuery())
  const vizTypes = useMemo(() => data ?? new Map<number, string>(), [data])
  if (error) {
    return (
      <div className={css.empty}>
        <ErrorPanel message={t(texts.failed, { message: messageOf(error) })} onRetry={onRetry} />
      </div>
    )
  }
  if (!recents) {
    return (
      <div className={css.grid} aria-busy="true">
        {places.map((place) => (
          <div key={place} className={css.place}>
            <Skeleton height={150} className={css.placeCover} />
            <Skeleton width="60%" className={css.placeLine} />
            <Skeleton width="40%" height={10} className={css.placeLine} />
          </div>
        ))}
      </div>
    )
  }
  if (recents.length === 0) {
    return (
      <div className={css.empty}>
        <EmptyState
          size="small"
          picture={<History size={24} className={css.emptyIcon} />}
          title={t(texts.empty)}
          text={t(texts[`empty${tab}`])}
        />
      </div>
    )
  }
  return (
    <ul className={css.grid}>
      {recents.map((recent) => (
        <li key={recent.href}>
          <CoverCard
            href={recent.href}
            title={recent.title || t(texts.untitled)}
            cover={
              recent.kind === 'chart' ? (
                <ChartCover
                  id={Number(recent.id)}
                  name={recent.title || t(texts.untitled)}
                  vizType={vizTypes.get(Number(recent.id)) ?? ''}
                />
              ) : (
                <LoadedDashboardCover
                  idOrSlug={recent.id}
                  name={recent.title || t(texts.untitled)}
                  vizTypes={vizTypes}
                />
              )
            }
            meta={
              <>
                {recent.kind === 'chart' ? <ChartLine size={13} /> : <LayoutDashboard size={13} />}
                <Kind name={t(recent.kind === 'chart' ? texts.chart : texts.dashboard)} />
                <span aria-hidden="true">·</span>
                <span>
                  {rich(tab === 'viewed' ? texts.viewedAt : texts.modifiedAt, {
                    time: <RelativeTime key="time" time={recent.time} />,
                  })}
                </span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  )
}

interface LoadedCoverProps {
  idOrSlug: string
  name: string
  vizTypes: ReadonlyMap<number, string>
}

function LoadedDashboardCover({ idOrSlug, name, vizTypes }: LoadedCoverProps) {
  const { data, isPending } = useQuery(layoutQuery(idOrSlug))
  return isPending ? null : <DashboardCover id={idOrSlug} name={name} position={data} vizTypes={vizTypes} />
}

function fromActivity(activity: Activity): Recent {
  const url = new URL(activity.item_url, location.origin)
  const id = url.searchParams.get('slice_id') ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return {
    kind: activity.item_type === 'dashboard' ? 'dashboard' : 'chart',
    id,
    title: activity.item_title,
    href: activity.item_url,
    time: activity.time,
  }
}

const Kind = ({ name }: { name: string }) => (
  <span className={css.kind} title={name}>
    {name}
  </span>
)
