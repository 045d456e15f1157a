import { ChartLine, LayoutDashboard, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/failure.ts'
import { Star } from '../../list/Star.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { type OwnTab, otherTab } from './homeState.ts'
import css from './OwnList.module.css'
import { Section } from './Section.tsx'

const texts = defineTexts('ownList', {
  dashboards: 'Dashboards',
  charts: 'Charts',
  favorite: 'Favorite',
  mine: 'Mine',
  all: 'All',
  viewAll: 'View All »',
  dashboard: 'Dashboard',
  chart: 'Chart',
  noDashboards: 'No dashboards yet',
  noCharts: 'No charts yet',
  noFavorites: "You don't have any favorites yet!",
  seeAllDashboards: 'See all dashboards',
  seeAllCharts: 'See all charts',
  dashboardsFailed: 'There was an issue fetching your dashboards: {message}',
  chartsFailed: 'There was an issue fetching your chart: {message}',
})

export interface OwnRow {
  id: number
  title: string
  href: string
  cover: ReactNode
  /** name of the owner, or of the dataset */
  note: string
  time: string
}

export interface OwnListProps {
  kind: 'dashboard' | 'chart'
  tab: OwnTab
  onTab: (tab: OwnTab) => void
  rows: OwnRow[] | undefined
  error: Error | null
  onRetry: () => void
  stars: ReadonlySet<number> | undefined
  onStar: (id: number, isStarred: boolean) => void
  canCreate: boolean
  isOpen: boolean
  onToggle: () => void
}

const createHref = { dashboard: '/dashboard/new/', chart: '/chart/add' } as const

const places = ['a', 'b', 'c', 'd', 'e']

/** Dashboards or charts of the home page: starred, owned, all. */
export function OwnList(props: OwnListProps) {
  const { kind, tab, rows } = props
  const t = useText()
  const isDashboards = kind === 'dashboard'
  const list = isDashboards ? '/dashboard/list/' : '/chart/list/'
  return (
    <Section
      title={t(isDashboards ? texts.dashboards : texts.charts)}
      tabs={[
        { value: 'favorite', label: t(texts.favorite) },
        { value: 'mine', label: t(texts.mine) },
        { value: 'all', label: otherTab()?.[0] ?? t(texts.all) },
      ]}
      tab={tab}
      onTab={props.onTab}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      actions={
        <>
          {props.canCreate ? (
            <span className={css.wideOnly}>
              <ButtonLink href={createHref[kind]} variant="quiet" size="xs" icon={<Plus size={13} />}>
                {t(texts[kind])}
              </ButtonLink>
            </span>
          ) : null}
          <a href={tab === 'favorite' ? `${list}?filters=(favorite:!t)` : list}>{t(texts.viewAll)}</a>
        </>
      }
    >
      <div className={css.list} aria-busy={rows === undefined && !props.error}>
        {props.error ? (
          <ErrorPanel
            message={t(isDashboards ? texts.dashboardsFailed : texts.chartsFailed, {
              message: messageOf(props.error),
            })}
            onRetry={props.onRetry}
          />
        ) : null}
        {rows === undefined && !props.error
          ? places.map((place) => (
              <div key={place} className={css.row}>
                <Skeleton width={48} height={30} />
                <Skeleton width="40%" />
              </div>
            ))
          : null}
        {rows?.length === 0 ? <Empty {...props} /> : null}
        {rows && rows.length > 0 ? (
          <ul>
            {rows.map((row) => (
              <li key={row.id} className={css.row}>
                <span className={css.thumb}>{row.cover}</span>
                <a href={row.href} className={css.title} dir="auto">
                  {row.title}
                </a>
                <span className={css.note}>{row.note}</span>
                <span className={css.time}>
                  <RelativeTime time={row.time} />
                </span>
                <span className={css.star}>
                  <Star
                    title={row.title}
                    isStarred={props.stars?.has(row.id) ?? false}
                    onChange={(isStarred) => props.onStar(row.id, isStarred)}
                  />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  )
}

function Empty({ kind, tab, onTab, canCreate }: OwnListProps) {
  const t = useText()
  const isDashboards = kind === 'dashboard'
  const Icon = isDashboards ? LayoutDashboard : ChartLine
  const none = t(isDashboards ? texts.noDashboards : texts.noCharts)
  return (
    <EmptyState
      size="small"
      picture={<Icon size={24} className={css.emptyIcon} />}
      title={tab === 'favorite' ? t(texts.noFavorites) : none}
      actions={
        tab === 'all' ? (
          canCreate ? (
            <ButtonLink href={createHref[kind]} icon={<Plus size={14} />}>
              {t(texts[kind])}
            </ButtonLink>
          ) : undefined
        ) : (
          <Button onClick={() => onTab('all')}>{t(isDashboards ? texts.seeAllDashboards : texts.seeAllCharts)}</Button>
        )
      }
    />
  )
}
