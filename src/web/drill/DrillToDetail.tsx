import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Copy, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { drillRequest } from '../../charts/drillRequest.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { datasetColumnsQuery } from '../api/datasets.ts'
import { messageOf } from '../api/failure.ts'
import { loadSamplePage, type SamplePage } from '../api/samples.ts'
import { namedData, rowsAsText } from '../chart/dataRows.ts'
import { Pager } from '../list/Pager.tsx'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useCopy } from '../ui/useCopy.ts'
import css from './Drill.module.css'
import { DrillFrame } from './DrillFrame.tsx'
import { DrillRows } from './DrillRows.tsx'
import type { DrillProps } from './drillSource.ts'
import { FilterTags } from './FilterTags.tsx'

const texts = defineTexts('drill.detail', {
  title: 'Drill to detail: {title}',
  rows: '{count, plural, one {# row} other {# rows}}',
  reload: 'Reload',
  copy: 'Copy to clipboard',
  copied: '{count, plural, one {# row of this page} other {# rows of this page}} copied to clipboard!',
  none: 'No rows were returned for this dataset',
  unsupported: 'This visualization type is not supported.',
  ignored:
    '{count, plural, one {The filter on {names} is} other {The filters on {names} are}} ignored: the dataset has no such column.',
  edit: 'Edit chart',
})

const pageSize = 50

/** The rows behind a chart or one of its marks, in pages from the server. */
export default function DrillToDetail({
  title,
  datasource,
  data,
  drill,
  editHref,
  onClose,
  ...props
}: Omit<DrillProps, 'by'>) {
  const t = useText()
  const copy = useCopy()
  const [filters, setFilters] = useState(drill.filters)
  const [page, setPage] = useState(0)
  const [isForced, setIsForced] = useState(false)
  const id = useId()
  // the state of the chart when the dialog was opened, even if a dashboard refreshes in the background
  const context = useQuery({ queryKey: ['drillContext', id], gcTime: 0, queryFn: props.contextOf, retry: false })
  const request =
    context.data && drillRequest({ context: context.data, datasource, drill: { ...drill, filters }, data })
  const rows = useQuery({
    queryKey: ['drillRows', id, filters, page],
    enabled: request != null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SamplePage | undefined> =>
      request?.datasetId === undefined
        ? undefined
        : loadSamplePage(
            request.datasetId,
            request.query,
            { page: page + 1, perPage: pageSize, force: isForced },
            signal,
          ),
  })
  const answer = rows.data
  const error = context.error ?? rows.error
  const names = useColumnNames(request?.datasetId)
  const shown = answer && namedData(answer.data, { ...names, ...datasource.verboseMap })

  function reload() {
    setIsForced(true)
    // after the next render, so that it loads with the new value of `isForced`
    setTimeout(() => void rows.refetch())
  }

  return (
    <DrillFrame
      title={t(texts.title, { title })}
      datasetId={request?.datasetId}
      onClose={onClose}
      actions={
        editHref === undefined ? null : (
          <ButtonLink size="md" href={editHref}>
            {t(texts.edit)}
          </ButtonLink>
        )
      }
    >
      <div className={css.tools}>
        <FilterTags
          filters={filters}
          datasource={datasource}
          answer={data[drill.query ?? 0]}
          onRemove={(removed) => {
            setFilters(filters.filter((filter) => filter !== removed))
            setPage(0)
          }}
        />
        <span className={css.end}>
          {answer && !error ? (
            <Tag tone={answer.total === 0 ? 'danger' : 'neutral'}>{t(texts.rows, { count: answer.total })}</Tag>
          ) : null}
          <IconButton
            label={t(texts.reload)}
            icon={<RotateCw size={14} />}
            disabled={request == null || rows.isFetching}
            onClick={reload}
          />
          <IconButton
            label={t(texts.copy)}
            icon={<Copy size={14} />}
            disabled={!shown || shown.rowcount === 0}
            onClick={() => {
              if (!shown) return
              const all = Array.from({ length: shown.rowcount }, (_row, index) => index)
              void copy(rowsAsText(shown, all), t(texts.copied, { count: shown.rowcount }))
            }}
          />
        </span>
      </div>
      {answer && !error ? <Ignored data={answer.data} /> : null}
      <div className={css.body} aria-busy={rows.isFetching}>
        {error ? (
          <ErrorPanel message={messageOf(error)} onRetry={() => void (context.error ? context : rows).refetch()} />
        ) : context.data === null ? (
          <ErrorPanel kind="warning" message={t(texts.unsupported)} />
        ) : answer === undefined || shown === undefined ? (
          <Spinner />
        ) : answer.total === 0 ? (
          <EmptyState size="small" picture={false} title={t(texts.none)} />
        ) : (
          <DrillRows data={shown} first={page * pageSize} isStale={rows.isPlaceholderData} />
        )}
      </div>
      {answer && !error && answer.total > pageSize ? (
        <Pager page={page} pageSize={pageSize} count={answer.total} onPage={setPage} />
      ) : null}
    </DrillFrame>
  )
}

/** Display names of all columns of a dataset: charts of a dashboard know only those that they use. */
function useColumnNames(datasetId: number | undefined): Record<string, string> {
  const { data } = useQuery({ ...datasetColumnsQuery(datasetId ?? 0), enabled: datasetId !== undefined })
  const named = data?.columns.filter(({ verbose_name }) => verbose_name) ?? []
  return Object.fromEntries(named.map(({ column_name, verbose_name }) => [column_name, verbose_name ?? '']))
}

/** Filters that the server could not apply: the result then contains more rows than the mark has. */
function Ignored({ data }: { data: ChartData }) {
  const t = useText()
  const names = [...new Set(data.rejected_filters.map(({ column }) => `“${column}”`))]
  if (names.length === 0) return null
  return (
    <div className={css.banner}>
      <Banner tone="warning">{t(texts.ignored, { count: names.length, names: names.join(', ') })}</Banner>
    </div>
  )
}
