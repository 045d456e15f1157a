import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { can, currentUser } from '../../api/bootstrap.ts'
import { chartListQuery, datasetLabel, vizTypesQuery } from '../../api/charts.ts'
import { dashboardListQuery } from '../../api/dashboards.ts'
import type { Starred } from '../../api/favourites.ts'
import { type ListFilter, personName } from '../../api/list.ts'
import { ChartCover, DashboardCover } from '../../cover/Cover.tsx'
import { useStars } from '../../list/useStars.ts'
import { mayCreate, NewMenu } from '../../shell/NewMenu.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button } from '../../ui/Button.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { canUpload, openUpload } from '../../upload/uploadState.ts'
import css from './HomeScreen.module.css'
import { type OwnTab, otherTab, useHomeState } from './homeState.ts'
import { OwnList } from './OwnList.tsx'
import { Recents } from './Recents.tsx'
import { SavedQueries } from './SavedQueries.tsx'

const texts = defineTexts('home', {
  title: 'Home',
  new: 'New',
  upload: 'Upload data',
  untitled: '[Untitled]',
})

/** Maximum rows of each list. */
const shown = 5

/** The home page: recently viewed, starred, and all objects; the user's saved queries. */
export function HomeScreen() {
  const t = useText()
  const [state, change] = useHomeState()
  const canWriteDashboards = can('can_write', 'Dashboard')
  const canWriteCharts = can('can_write', 'Chart')
  const section = (name: string) => ({
    isOpen: !state.closed.includes(name),
    onToggle: () =>
      change({
        closed: state.closed.includes(name) ? state.closed.filter((each) => each !== name) : [...state.closed, name],
      }),
  })
  return (
    <>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader
        title={t(texts.title)}
        actions={
          <>
            {canUpload() ? (
              <Button icon={<Upload size={14} />} onClick={() => openUpload()}>
                {t(texts.upload)}
              </Button>
            ) : null}
            {mayCreate() ? (
              <NewMenu
                align="end"
                trigger={
                  <Button variant="primary" icon={<Plus size={14} />} iconAfter={<ChevronDown size={14} />}>
                    {t(texts.new)}
                  </Button>
                }
              />
            ) : null}
          </>
        }
      />
      <div className={css.page}>
        <Recents state={state} onChange={change} {...section('recents')} />
        <div className={css.two}>
          <DashboardRows
            tab={state.dashboardsTab}
            onTab={(dashboardsTab) => change({ dashboardsTab })}
            canCreate={canWriteDashboards}
            {...section('dashboards')}
          />
          <ChartRows
            tab={state.chartsTab}
            onTab={(chartsTab) => change({ chartsTab })}
            canCreate={canWriteCharts}
            {...section('charts')}
          />
          {can('can_read', 'SavedQuery') ? <SavedQueries {...section('savedQueries')} /> : null}
        </div>
      </div>
    </>
  )
}

interface RowsProps {
  tab: OwnTab
  onTab: (tab: OwnTab) => void
  canCreate: boolean
  isOpen: boolean
  onToggle: () => void
}

function filtersOf(kind: Starred, tab: OwnTab): ListFilter[] {
  if (tab === 'favorite') return [{ col: 'id', opr: `${kind}_is_favorite`, value: true }]
  if (tab === 'mine') return [{ col: 'owners', opr: 'rel_m_m', value: currentUser.userId ?? 0 }]
  return otherTab()?.[1] ?? []
}

function DashboardRows(props: RowsProps) {
  const t = useText()
  const list = useQuery(
    dashboardListQuery(
      { filters: filtersOf('dashboard', props.tab), orderColumn: 'changed_on_delta_humanized', pageSize: shown },
      true,
    ),
  )
  const viz = useQuery(vizTypesQuery())
  const vizTypes = useMemo(() => viz.data ?? new Map<number, string>(), [viz.data])
  const stars = useStars('dashboard', list.data?.result.map((item) => item.id) ?? [])
  return (
    <OwnList
      {...props}
      kind="dashboard"
      rows={list.data?.result.map((item) => ({
        id: item.id,
        title: item.dashboard_title || t(texts.untitled),
        href: item.url,
        cover: (
          <DashboardCover
            id={item.id}
            name={item.dashboard_title || t(texts.untitled)}
            position={item.position_json}
            vizTypes={vizTypes}
            isSmall
          />
        ),
        note: item.owners.map(personName)[0] ?? '',
        time: item.changed_on_utc,
      }))}
      error={list.error}
      onRetry={() => void list.refetch()}
      stars={stars.ids}
      onStar={stars.set}
    />
  )
}

function ChartRows(props: RowsProps) {
  const t = useText()
  const list = useQuery(
    chartListQuery({
      filters: filtersOf('chart', props.tab),
      orderColumn: 'changed_on_delta_humanized',
      pageSize: shown,
    }),
  )
  const stars = useStars('chart', list.data?.result.map((item) => item.id) ?? [])
  return (
    <OwnList
      {...props}
      kind="chart"
      rows={list.data?.result.map((item) => ({
        id: item.id,
        title: item.slice_name || t(texts.untitled),
        href: item.url,
        cover: <ChartCover id={item.id} name={item.slice_name || t(texts.untitled)} vizType={item.viz_type} isSmall />,
        note: datasetLabel(item),
        time: item.changed_on_utc,
      }))}
      error={list.error}
      onRetry={() => void list.refetch()}
      stars={stars.ids}
      onStar={stars.set}
    />
  )
}
