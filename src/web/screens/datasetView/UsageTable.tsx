import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { chartListQuery } from '../../api/charts.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { NameCell } from '../../list/NameCell.tsx'
import { Pager } from '../../list/Pager.tsx'
import { FacePile } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DatasetViewScreen.module.css'

const texts = defineTexts('datasetUsage', {
  title: 'Usage',
  chart: 'Chart',
  owners: 'Chart owners',
  modified: 'Chart last modified',
  modifiedBy: 'Chart last modified by',
  dashboards: 'Dashboard usage',
  none: 'No charts',
  noneText: 'Charts that show this dataset are listed here.',
  create: 'Create chart with dataset',
  untitled: '[Untitled]',
})

const pageSize = 25

/** The charts of a dataset, and the dashboards that show them. */
export function UsageTable({ datasetId }: { datasetId: number }) {
  const t = useText()
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery({
    ...chartListQuery({ filters: [{ col: 'datasource_id', opr: 'eq', value: datasetId }], page, pageSize }),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  if (data.count === 0) {
    return (
      <EmptyState
        title={t(texts.none)}
        text={t(texts.noneText)}
        actions={
          can('can_write', 'Chart') ? (
            <ButtonLink href={`/chart/add?dataset=${datasetId}`}>{t(texts.create)}</ButtonLink>
          ) : undefined
        }
      />
    )
  }
  return (
    <>
      <div className={css.usage}>
        <Table label={t(texts.title)}>
          <thead>
            <tr>
              <HeadCell>{t(texts.chart)}</HeadCell>
              <HeadCell width={120}>{t(texts.owners)}</HeadCell>
              <HeadCell width={150}>{t(texts.modified)}</HeadCell>
              <HeadCell width={170}>{t(texts.modifiedBy)}</HeadCell>
              <HeadCell>{t(texts.dashboards)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.result.map((chart) => (
              <Row key={chart.id}>
                <Cell>
                  <NameCell href={chart.url} title={chart.slice_name || t(texts.untitled)} />
                </Cell>
                <Cell>
                  <FacePile names={chart.owners.map(personName)} />
                </Cell>
                <Cell quiet>
                  <RelativeTime time={chart.changed_on_utc} />
                </Cell>
                <Cell quiet>{chart.changed_by_name}</Cell>
                <Cell>
                  <span className={css.links}>
                    {chart.dashboards.map(({ id, dashboard_title }) => (
                      <a key={id} href={`/superset/dashboard/${id}/`}>
                        {dashboard_title || t(texts.untitled)}
                      </a>
                    ))}
                  </span>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      {data.count > pageSize ? <Pager page={page} pageSize={pageSize} count={data.count} onPage={setPage} /> : null}
    </>
  )
}
