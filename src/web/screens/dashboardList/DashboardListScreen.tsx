import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { can, hasFlag } from '../../api/bootstrap.ts'
import { downloadBundle } from '../../api/bundles.ts'
import { vizTypesQuery } from '../../api/charts.ts'
import { type DashboardSummary, dashboardListQuery, deleteDashboards, publishDashboard } from '../../api/dashboards.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { DashboardCover } from '../../cover/Cover.tsx'
import { Certified } from '../../list/Certified.tsx'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen, recentColumn } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { Modified } from '../../list/Modified.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusDot, Tag } from '../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './DashboardListScreen.module.css'

const texts = defineTexts('dashboardList', {
  title: 'Dashboards',
  name: 'Name',
  status: 'Status',
  published: 'Published',
  draft: 'Draft',
  owners: 'Owners',
  modified: 'Last modified',
  untitled: '[Untitled]',
  delete: 'Delete',
  export: 'Export',
  importButton: 'Import dashboards',
  importTitle: 'Import dashboard',
  imported: 'Dashboard imported',
  dashboard: 'Dashboard',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected dashboards?',
  bulkFailure: 'There was an issue deleting the selected dashboards: {message}',
  exportFailed: 'There was an issue exporting: {message}',
  nowPublished: 'This dashboard is now published',
  nowHidden: 'This dashboard is now hidden',
  publishFailed: 'You do not have permissions to edit this dashboard.',
  changeStatus: 'Status of {title}: {status}',
  empty: 'No dashboards yet',
  emptyText: 'A dashboard arranges charts on one page, with filters for all of them. Make one, or import a bundle.',
})

export function DashboardListScreen() {
  const t = useText()
  const rich = useRichText()
  const filters = useCommonFilters('dashboard')
  const canWrite = can('can_write', 'Dashboard')
  const canExport = can('can_export', 'Dashboard') && hasFlag('VERSIONED_EXPORT')
  const titleOf = (item: DashboardSummary) => item.dashboard_title || t(texts.untitled)

  const definition = (askDelete: (item: DashboardSummary) => void): ListDefinition<DashboardSummary> => ({
    resource: 'dashboard',
    title: t(texts.title),
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
      {
        key: 'owners',
        label: t(texts.owners),
        width: 130,
        hiddenBelow: 'medium',
        cell: (item) => <FacePile names={item.owners.map(personName)} />,
      },
      {
        key: 'modified',
        label: t(texts.modified),
        width: 150,
        sort: recentColumn,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (item) => <Modified time={item.changed_on_utc} by={item.changed_by_name} />,
      },
    ],
    actionsOf: (item) => [
      ...(canExport
        ? [
            {
              label: t(texts.export),
              icon: <Download size={15} />,
              onSelect: () => {
                downloadBundle('dashboard', [item.id]).catch((error) =>
                  toast.danger(t(texts.exportFailed, { message: messageOf(error) })),
                )
              },
            },
          ]
        : []),
      ...(canWrite ? [{ label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) }] : []),
    ],
    card: (item) => ({
      href: item.url,
      cover: <CoverOf dashboard={item} />,
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
    canWrite,
    canExport,
    remove: deleteDashboards,
    deleteQuestion: (item) => rich(texts.question, { title: titleOf(item), b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    importTitle: t(texts.importTitle),
    importButton: t(texts.importButton),
    importDone: t(texts.imported),
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

  return <ListScreen definition={definition} />
}

function NewDashboard({ size }: { size: 'sm' | 'md' }) {
  const t = useText()
  return (
    <ButtonLink href="/dashboard/new/" variant="primary" size={size} icon={<Plus size={14} />}>
      {t(texts.dashboard)}
    </ButtonLink>
  )
}

/** Published or draft, and the way to change it. */
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

function CoverOf({ dashboard }: { dashboard: DashboardSummary }) {
  const { data } = useQuery(vizTypesQuery())
  const vizTypes = useMemo(() => data ?? new Map<number, string>(), [data])
  return <DashboardCover position={dashboard.position_json} vizTypes={vizTypes} />
}
