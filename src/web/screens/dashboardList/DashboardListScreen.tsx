import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Plus, SlidersHorizontal } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { vizTypesQuery } from '../../api/charts.ts'
import { type DashboardSummary, dashboardListQuery, deleteDashboards, publishDashboard } from '../../api/dashboards.ts'
import { personName } from '../../api/list.ts'
import { DashboardCover } from '../../cover/Cover.tsx'
import { Certified } from '../../list/Certified.tsx'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ActionDefinition, ListDefinition } from '../../list/listDefinition.ts'
import { NameCell } from '../../list/NameCell.tsx'
import { useResourceList } from '../../list/useResourceList.tsx'
import { useTags } from '../../list/useTags.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusDot, Tag } from '../../ui/Tag.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './DashboardListScreen.module.css'

const texts = defineTexts('dashboardList', {
  name: 'Name',
  status: 'Status',
  published: 'Published',
  draft: 'Draft',
  properties: 'Edit properties',
  untitled: '[Untitled]',
  dashboard: 'Dashboard',
  nowPublished: 'This dashboard is now published',
  nowHidden: 'This dashboard is now hidden',
  publishFailed: 'You do not have permissions to edit this dashboard.',
  changeStatus: 'Status of {title}: {status}',
  empty: 'No dashboards yet',
  emptyText: 'A dashboard shows charts on one page, with filters for all of them. Create one, or import a bundle.',
})

const StoredProperties = lazy(() => import('../../dashboardProperties/StoredProperties.tsx'))

export function DashboardListScreen() {
  const t = useText()
  const filters = useCommonFilters('dashboard')
  const tags = useTags<DashboardSummary>('dashboard')
  const titleOf = (item: DashboardSummary) => item.dashboard_title || t(texts.untitled)
  const { shared, lastColumns, actionsOf, dialogs } = useResourceList('dashboard', titleOf)
  const { canWrite } = shared
  const [propertiesOf, setPropertiesOf] = useState<number>()

  /** Adds the action "Edit properties" after "Edit", for the same users. */
  function withProperties(item: DashboardSummary, actions: ActionDefinition[]): ActionDefinition[] {
    const [edit, ...rest] = actions
    if (!canWrite || !edit) return actions
    const properties = {
      label: t(texts.properties),
      icon: <SlidersHorizontal size={15} />,
      disabledReason: edit.disabledReason,
      onSelect: () => setPropertiesOf(item.id),
    }
    return [edit, properties, ...rest]
  }

  const definition = (askDelete: (item: DashboardSummary) => void): ListDefinition<DashboardSummary> => ({
    ...shared,
    query: dashboardListQuery,
    queryKeyRoot: 'dashboards',
    searchFilter: (value) => ({ col: 'dashboard_title', opr: 'title_or_slug', value }),
    filters: [
      {
        key: 'status',
        label: t(texts.status),
        options: [
          { value: true, label: t(texts.published) },
          { value: false, label: t(texts.draft) },
        ],
        toFilter: (value) => ({ col: 'published', opr: 'eq', value }),
      },
      ...tags.filters,
      filters.owner,
      filters.createdBy,
      filters.favorite,
      filters.certified,
    ],
    nameSort: 'dashboard_title',
    titleOf,
    marksOf: (item) => <Certified by={item.certified_by} details={item.certification_details} />,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        sort: 'dashboard_title',
        cell: (item) => (
          <NameCell
            href={item.url}
            title={titleOf(item)}
            marks={<Certified by={item.certified_by} details={item.certification_details} />}
          />
        ),
      },
      {
        key: 'status',
        label: t(texts.status),
        width: 150,
        sort: 'published',
        hiddenBelow: 'narrow',
        cell: (item) => <Status dashboard={item} title={titleOf(item)} canWrite={canWrite} />,
      },
      ...tags.columns,
      ...lastColumns,
    ],
    actionsOf: (item) => withProperties(item, actionsOf(item, askDelete, `${item.url}?edit=true`)),
    card: (item) => ({
      href: item.url,
      cover: <CoverOf dashboard={item} name={titleOf(item)} />,
      meta: (
        <>
          <FacePile names={item.owners.map(personName)} />
          <RelativeTime time={item.changed_on_utc} />
          {item.published ? null : (
            <span className={css.end}>
              <Tag>{t(texts.draft)}</Tag>
            </span>
          )}
        </>
      ),
    }),
    canStar: 'dashboard',
    remove: deleteDashboards,
    primary: canWrite ? <NewDashboard size="sm" /> : undefined,
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <>
            {canWrite ? <NewDashboard size="md" /> : null}
            {importButton}
          </>
        }
      />
    ),
  })

  return (
    <>
      <ListScreen definition={definition} />
      {dialogs}
      {propertiesOf === undefined ? null : (
        <LazyPart onClose={() => setPropertiesOf(undefined)}>
          <StoredProperties dashboardId={propertiesOf} onClose={() => setPropertiesOf(undefined)} />
        </LazyPart>
      )}
    </>
  )
}

function NewDashboard({ size }: { size: 'sm' | 'md' }) {
  const t = useText()
  return (
    <ButtonLink href="/dashboard/new/" variant="primary" size={size} icon={<Plus size={14} />}>
      {t(texts.dashboard)}
    </ButtonLink>
  )
}

/** Published or draft, with a switch. */
function Status({ dashboard, title, canWrite }: { dashboard: DashboardSummary; title: string; canWrite: boolean }) {
  const t = useText()
  const queryClient = useQueryClient()
  const word = t(dashboard.published ? texts.published : texts.draft)
  const face = (
    <>
      <StatusDot tone={dashboard.published ? 'success' : 'neutral'} />
      {word}
    </>
  )
  if (!canWrite) return <span className={css.status}>{face}</span>

  async function publish(published: boolean) {
    if (published === dashboard.published) return
    try {
      await publishDashboard(dashboard.id, published)
      toast.success(t(published ? texts.nowPublished : texts.nowHidden))
      await queryClient.invalidateQueries({ queryKey: ['dashboards'] })
    } catch {
      toast.danger(t(texts.publishFailed))
    }
  }

  return (
    <Menu
      trigger={
        <Button
          size="xs"
          variant="quiet"
          className={dashboard.published ? css.statusButton : css.draftButton}
          aria-label={t(texts.changeStatus, { title, status: word })}
          iconAfter={<ChevronDown size={12} />}
        >
          {face}
        </Button>
      }
      items={[
        { label: t(texts.published), checked: dashboard.published, onSelect: () => void publish(true) },
        { label: t(texts.draft), checked: !dashboard.published, onSelect: () => void publish(false) },
      ]}
    />
  )
}

function CoverOf({ dashboard, name }: { dashboard: DashboardSummary; name: string }) {
  const { data } = useQuery(vizTypesQuery())
  const vizTypes = useMemo(() => data ?? new Map<number, string>(), [data])
  return <DashboardCover id={dashboard.id} name={name} position={dashboard.position_json} vizTypes={vizTypes} />
}
