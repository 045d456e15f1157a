import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChartLine, Pencil } from 'lucide-react'
import { lazy, useState } from 'react'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { editedDatasetQuery } from '../../api/datasetEdit.ts'
import { messageOf } from '../../api/failure.ts'
import { DataAccessRoles } from '../../dataAccess/DataAccessRoles.tsx'
import { DatasetMarks } from '../../list/DatasetMarks.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PagePending } from '../../shell/PagePending.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ColumnsTable } from './ColumnsTable.tsx'
import css from './DatasetViewScreen.module.css'
import { MetricsTable } from './MetricsTable.tsx'
import { SourceHealth } from './SourceHealth.tsx'
import { UsageTable } from './UsageTable.tsx'

const texts = defineTexts('datasetView', {
  datasets: 'Datasets',
  title: 'Dataset',
  parts: 'Parts of the dataset',
  columns: 'Columns',
  metrics: 'Metrics',
  usage: 'Usage',
  profile: 'Profile',
  access: 'Access',
  create: 'Create chart with dataset',
  edit: 'Edit dataset',
  mayNotEdit:
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  failed: 'An error occurred while fetching dataset info: {message}',
})

const DatasetProfile = lazy(() => import('../../profile/DatasetProfile.tsx'))
const DatasetEditor = lazy(() => import('../../datasetEditor/DatasetEditor.tsx'))

/** `/dataset/{id}`: the columns and metrics of a dataset, and its charts. */
export function DatasetViewScreen() {
  const t = useText()
  const id = Number(useLocation().pathname.split('/')[2])
  const [tab, setTab] = useState('columns')
  const [isEditing, setIsEditing] = useState(false)
  const { data, error, refetch } = useQuery({ ...editedDatasetQuery(id), enabled: Number.isInteger(id) })
  if (error) {
    return (
      <div className={css.failed}>
        <ErrorPanel message={t(texts.failed, { message: messageOf(error) })} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <PagePending />
  const { dataset } = data
  const maySetAccess = isAdmin() && can('can_put', 'Role')
  const isOwner = isAdmin() || dataset.owners.some((owner) => owner.id === currentUser.userId)
  return (
    <div className={css.page}>
      <PageTitle>{dataset.table_name}</PageTitle>
      <PageHeader
        crumbs={[{ label: t(texts.datasets), href: '/tablemodelview/list/' }]}
        title={dataset.table_name}
        meta={[dataset.database.database_name, dataset.schema].filter(Boolean).join(' · ')}
        marks={<DatasetMarks extra={dataset.extra} health={dataset.health_check_message} />}
        actions={
          <>
            {can('can_write', 'Dataset') ? (
              <Button
                icon={<Pencil size={14} />}
                disabledReason={isOwner ? false : t(texts.mayNotEdit)}
                onClick={() => setIsEditing(true)}
              >
                <span className={css.action}>{t(texts.edit)}</span>
              </Button>
            ) : null}
            {can('can_write', 'Chart') ? (
              <ButtonLink variant="primary" icon={<ChartLine size={14} />} href={`/chart/add?dataset=${id}`}>
                <span className={css.action}>{t(texts.create)}</span>
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <SourceHealth dataset={dataset} />
      <Tabs value={tab} onChange={setTab} className={css.tabs}>
        <div className={css.bar}>
          <TabList label={t(texts.parts)}>
            <Tab value="columns" count={dataset.columns.length}>
              {t(texts.columns)}
            </Tab>
            <Tab value="metrics" count={dataset.metrics.length}>
              {t(texts.metrics)}
            </Tab>
            <Tab value="usage">{t(texts.usage)}</Tab>
            <Tab value="profile">{t(texts.profile)}</Tab>
            {maySetAccess ? <Tab value="access">{t(texts.access)}</Tab> : null}
          </TabList>
        </div>
        <TabPanel value="columns" className={css.pane}>
          <ScrollRegion label={t(texts.columns)} className={css.panel}>
            <ColumnsTable columns={dataset.columns} />
          </ScrollRegion>
        </TabPanel>
        <TabPanel value="metrics" className={css.pane}>
          <ScrollRegion label={t(texts.metrics)} className={css.panel}>
            <MetricsTable metrics={dataset.metrics} />
          </ScrollRegion>
        </TabPanel>
        <TabPanel value="usage" className={css.pane}>
          <ScrollRegion label={t(texts.usage)} className={css.panel}>
            <UsageTable datasetId={id} />
          </ScrollRegion>
        </TabPanel>
        <TabPanel value="profile" className={css.pane}>
          {tab === 'profile' ? (
            <LazyPart onClose={() => setTab('columns')}>
              <DatasetProfile datasetId={id} />
            </LazyPart>
          ) : null}
        </TabPanel>
        {maySetAccess ? (
          <TabPanel value="access" className={css.pane}>
            <ScrollRegion label={t(texts.access)} className={css.access}>
              <DataAccessRoles target={{ kind: 'dataset', id }} />
            </ScrollRegion>
          </TabPanel>
        ) : null}
      </Tabs>
      {isEditing ? (
        <LazyPart onClose={() => setIsEditing(false)}>
          <DatasetEditor id={id} onClose={() => setIsEditing(false)} />
        </LazyPart>
      ) : null}
    </div>
  )
}
